import { describe, expect, it } from 'vitest';
import { StderrTail } from '../../../src/transport/stdio/stderr-tail.js';

function tailOf(maxBytes: number, chunks: readonly string[]): string {
  const tail = new StderrTail(maxBytes);
  for (const chunk of chunks) tail.push(new TextEncoder().encode(chunk));
  return tail.text();
}

describe('StderrTail', () => {
  it.each<[string, number, string[], string]>([
    ['nothing', 4, [], ''],
    ['less than the bound', 4, ['abc'], 'abc'],
    ['exactly the bound', 4, ['ab', 'cd'], 'abcd'],
    ['one byte more', 4, ['ab', 'cde'], 'bcde'],
    ['one chunk over the bound', 4, ['abcdefgh'], 'efgh'],
    ['many small chunks', 4, [...'abcdefgh'], 'efgh'],
    ['carriage returns only', 8, ['10%\r', '50%\r', '100%\r'], '0%\r100%'],
    ['a character cut at the front', 4, ['ü€'], '€'],
    ['a character cut between chunks', 3, ['a', '€'], '€'],
    ['blank space around it', 10, ['\n\nx\n'], 'x'],
  ])('keeps %s', (_name, maxBytes, chunks, expected) => {
    expect(tailOf(maxBytes, chunks)).toBe(expected);
  });

  it('hides what is marked as a secret', () => {
    const text = tailOf(1000, ['refused: Authorization: Bearer ', 'very-secret-token\nbye']);
    expect(text).toMatch(/^refused: .*\nbye$/);
    expect(text).not.toContain('very-secret-token');
  });

  it('hides a secret whose mark is cut off at the front', () => {
    const line = 'Authorization: Bearer very-secret-token';
    for (let maxBytes = 1; maxBytes <= line.length; maxBytes++) {
      expect(tailOf(maxBytes, ['x'.repeat(9000), '\n', line])).not.toMatch(/secret|token/);
    }
  });

  it('keeps a bounded amount however much comes', () => {
    const line = `${'x'.repeat(1000)}\n`;
    expect(
      tailOf(
        8192,
        Array.from({ length: 2000 }, () => line),
      ).length,
    ).toBeLessThanOrEqual(8192);
  });
});
