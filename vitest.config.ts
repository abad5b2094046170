import { defineConfig } from 'vitest/config';

const report = process.env.CI_REPORT;

interface SlowProject {
  readonly name: string;
  readonly include: string;
  readonly exclude?: string;
  /** How many tests of a file run at once; default one. */
  readonly atOnce?: number;
}

/** Tests that need a build, programs nobody here wrote, or minutes; each has its own npm script. */
const SLOW: readonly SlowProject[] = [
  { name: 'package', include: 'test/package/**/*.test.ts' },
  { name: 'peers', include: 'test/peers/**/*.test.ts', exclude: 'test/peers/agents/**' },
  {
    name: 'runner',
    include: 'test/conformance-runner/{mutants,correct-servers,own-server,slow-servers}.test.ts',
  },
  { name: 'conformance', include: 'test/conformance/**/*.test.ts' },
  { name: 'agents', include: 'test/peers/agents/**/*.test.ts', atOnce: 3 },
  { name: 'agents-slow', include: 'test/peers/agents/**/*.slow.ts', atOnce: 8 },
];

const common = { testTimeout: 30_000, hookTimeout: 30_000, sequence: { shuffle: true } };

export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          globalSetup: ['test/support/build-dist.ts'],
          include: ['test/**/*.test.ts'],
          exclude: [...SLOW.map(({ include }) => include), '**/node_modules/**'],
        },
      },
      ...SLOW.map(({ name, include, exclude, atOnce = 1 }) => ({
        test: {
          ...common,
          name,
          // The tests of the package build it themselves, with its types.
          globalSetup: name === 'package' ? [] : ['test/support/build-dist.ts'],
          include: [include],
          exclude: ['**/node_modules/**', ...(exclude === undefined ? [] : [exclude])],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          maxConcurrency: atOnce,
        },
      })),
    ],
  },
});
