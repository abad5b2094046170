import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../src/adapters/frameworks/json-arguments.js';

describe('arguments that a model wrote', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['{}', {}],
    ['', {}],
    [' \n', {}],
  ])('%j', (text, args) => {
    expect(readArguments(text)).toEqual({ ok: true, args });
  });

  it.each([
    ['{"a":', /not JSON/],
    ['[1]', /must be a JSON object/],
    ['null', /must be a JSON object/],
    ['"x"', /must be a JSON object/],
  ])('%j is refused', (text, reason) => {
    expect(readArguments(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });
});
