import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  backslashesBefore,
  jsonOnOneLine,
  jsonStringEnd,
  jsonStringValue,
} from '../../src/protocol/json-text.js';

describe('JSON strings in a text', () => {
  it('end where they end, and have the value they have', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, text, (before, value, after) => {
        const quoted = JSON.stringify(value);
        const whole = `${before}${quoted}${after}`;
        const end = jsonStringEnd(whole, before.length);
        expect(whole.slice(before.length, end)).toBe(quoted);
        expect(jsonStringValue(quoted)).toBe(value);
      }),
    );
  });

  it('that are not closed end with the text', () => {
    expect(jsonStringEnd('"abc\\"', 0)).toBe(6);
    expect(jsonStringEnd('"', 0)).toBe(1);
  });

  it('that cannot be read have their text as value', () => {
    expect(jsonStringValue('"a\\x"')).toBe('a\\x');
  });
});

it.each([
  ['a"', 1, 0],
  ['\\"', 1, 1],
  ['a\\\\\\"', 4, 3],
  ['"', 0, 0],
])('backslashes before the quote in %s', (text, index, count) => {
  expect(backslashesBefore(text, index)).toBe(count);
});

it('JSON on one line has no line separators and the same value', () => {
  const json = JSON.stringify({ 'a\u2028': ['\u2029\u2029', 'b'] });
  expect(jsonOnOneLine(json)).not.toMatch(/[\u2028\u2029]/);
  expect(JSON.parse(jsonOnOneLine(json))).toEqual(JSON.parse(json));
});
