import { defineConfig } from 'vitest/config';

const report = process.env.CI_REPORT;

/** Tests that need a build, programs nobody here wrote, or minutes; each has its own npm script. */
const SLOW = ['package', 'peers', 'conformance'];

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
          exclude: [...SLOW.map((name) => `test/${name}/**`), '**/node_modules/**'],
        },
      },
      ...SLOW.map((name) => ({
        test: {
          ...common,
          name,
          // The tests of the package build it themselves, with its types.
          globalSetup: name === 'package' ? [] : ['test/support/build-dist.ts'],
          include: [`test/${name}/**/*.test.ts`],
          exclude: ['**/node_modules/**'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      })),
    ],
  },
});
