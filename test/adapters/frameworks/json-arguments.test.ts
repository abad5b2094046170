import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../src/adapters/frameworks/json-arguments.js';

describe('arguments that a model wrote', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['{}', {}],
    ['', {}],
    [' \n', {}],
    [undefined, {}],
    [null, {}],
    [{ a: 1 }, { a: 1 }],
  ])('%j is read', (text, args) => {
    expect(readArguments(text)).toEqual({ ok: true, args });
  });

  it.each([
    ['{"a":', /not JSON/],
    ['[1]', /must be a JSON object/],
    ['null', /must be a JSON object/],
    ['"x"', /must be a JSON object/],
    [7, /must be a JSON object/],
    [[1], /must be a JSON object/],
    ['['.repeat(100_000), /not JSON/],
  ])('%.20j is refused', (text, reason) => {
    expect(readArguments(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  it('may have names that look like members of every object', () => {
    const reading = readArguments('{"__proto__":{"admin":true}}');
    expect(reading.ok && Object.keys(reading.args)).toEqual(['__proto__']);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});
