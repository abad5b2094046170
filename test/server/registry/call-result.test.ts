import { describe, expect, it } from 'vitest';
import { callResult } from '../../../src/server/index.js';

const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

describe('what a tool gave, as a result', () => {
  it.each<[string, unknown, unknown]>([
    ['nothing', undefined, { content: [] }],
    ['text', 'fine', text('fine')],
    ['a number', 5, text('5')],
    ['an object', { a: 1 }, text('{"a":1}')],
    ['content blocks', [{ type: 'text', text: 'x' }], text('x')],
    ['a result', { ...text('no'), isError: true }, { ...text('no'), isError: true }],
    [
      'structured content alone',
      { structuredContent: { a: 1 } },
      { ...text('{"a":1}'), structuredContent: { a: 1 } },
    ],
  ])('%s', (_name, value, expected) => {
    expect(callResult(value, 'x')).toEqual(expected);
  });

  it('is not made of a function', () => {
    expect(() => callResult(() => {}, 'x')).toThrow(TypeError);
  });
});
