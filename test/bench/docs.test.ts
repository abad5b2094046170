// What docs/bench.md tells a reader to run is understood, and there is a place for what it prints.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../bench/command-line.mjs';

const page = readFileSync(new URL('../../docs/bench.md', import.meta.url), 'utf8');
const commands = [...page.matchAll(/^npm run bench(?: -- (.+))?$/gm)].map(
  ([, args]) => args?.split(' ') ?? [],
);

describe('docs/bench.md', () => {
  it('shows commands', () => {
    expect(commands.length).toBeGreaterThan(2);
  });

  it.each(commands)('%s is understood', (...args) => {
    expect(() => readCommandLine(args, ['codec', 'stdio'])).not.toThrow();
  });

  it('names each option', () => {
    for (const option of ['--check', '--only', '--full', '--json', '--docs']) expect(page).toContain(option);
  });

  it('holds what a run printed', () => {
    expect(page).toMatch(/<!-- printed -->\n[\s\S]*<!-- end of printed -->/);
  });
});
