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
    ['{"id":9007199254740992,"ns":1700000000000000000}', { id: 9007199254740992, ns: 1.7e18 }],
    ['{"id":"9007199254740993","n":1e30,"f":0.1}', { id: '9007199254740993', n: 1e30, f: 0.1 }],
  ])('%j is read', (text, args) => {
    expect(readArguments(text)).toEqual({ ok: true, args });
  });

  it.each([
    ['{"a":', /not JSON/],
    ['[1]', /must be a JSON object/],
    ['null', /must be a JSON object/],
    ['"x"', /must be a JSON object/],
    [7, /must be a JSON object/],
    ['{"a":{"id":9007199254740993}}', /^\/a\/id is 9007199254740993, which no JSON number can hold exactly/],
    ['{"id":-12345678901234567890}', /^\/id is -12345678901234567890/],
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
