import { defineConfig } from 'vitest/config';

const report = process.env.CI_REPORT;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/peers/**', 'test/conformance/**', '**/node_modules/**'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    sequence: { shuffle: true },
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});
