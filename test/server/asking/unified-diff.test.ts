import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, unifiedDiff } from '../../../src/server/asking/unified-diff.js';

const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join('');
const ten = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`);

describe('a unified diff', () => {
  it.each([
    ['nothing', 'a\n', 'a\n', []],
    ['a new file', '', 'a\nb\n', ['@@ -0,0 +1,2 @@', '+a', '+b']],
    ['an emptied file', 'a\n', '', ['@@ -1 +0,0 @@', '-a']],
    ['one line', 'a\nb\nc\n', 'a\nB\nc\n', ['@@ -1,3 +1,3 @@', ' a', '-b', '+B', ' c']],
    ['a line end at the end', 'a', 'a\n', ['@@ -1 +1 @@', '-a', '\\ No newline at end of file', '+a']],
  ])('%s', (_name, before, after, expected) => {
    expect(unifiedDiff(before, after)).toEqual(expected);
  });

  it('shows three lines around a change, and far changes apart', () => {
    const after = ten.map((line, index) => (index === 0 || index === 9 ? line.toUpperCase() : line));
    expect(unifiedDiff(text(...ten), text(...after))).toEqual([
      '@@ -1,4 +1,4 @@',
      '-line 1',
      '+LINE 1',
      ' line 2',
      ' line 3',
      ' line 4',
      '@@ -7,4 +7,4 @@',
      ' line 7',
      ' line 8',
      ' line 9',
      '-line 10',
      '+LINE 10',
    ]);
  });

  it('takes as many lines of context as are asked for', () => {
    expect(unifiedDiff('a\nb\nc\n', 'a\nB\nc\n', { context: 0 })).toEqual(['@@ -2 +2 @@', '-b', '+B']);
  });
});

const file = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });

describe('the lines of two texts', () => {
  it('give both texts back', () => {
    fc.assert(
      fc.property(file, file, (before, after) => {
        const lines = diffLines(before, after);
        const side = (mark: string) => lines.filter((line) => line.mark !== mark).map((line) => line.text);
        expect(side('+')).toEqual(before);
        expect(side('-')).toEqual(after);
      }),
    );
  });

  it('hold the fewest changes', () => {
    fc.assert(
      fc.property(file, file, (before, after) => {
        const changes = diffLines(before, after).filter(({ mark }) => mark !== ' ').length;
        expect(changes).toBe(before.length + after.length - 2 * longestCommon(before, after));
      }),
    );
  });

  it('of texts that have little in common are found without trying everything', () => {
    const before = Array.from({ length: 3000 }, (_, index) => `old ${index}`);
    const after = Array.from({ length: 3000 }, (_, index) => `new ${index}`);
    const lines = diffLines(['same', ...before], ['same', ...after]);
    expect(lines[0]).toEqual({ mark: ' ', text: 'same' });
    expect(lines).toHaveLength(6001);
  });
});

/** Length of the longest common subsequence, the slow and obvious way. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    const next = [0];
    b.forEach((y, j) => {
      next.push(x === y ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    });
    row = next;
  }
  return row[b.length] ?? 0;
}
