import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/protocol/index.js';
import { canonicalJson } from '../../../src/server/context/canonical-json.js';

/** The same value with the members of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

describe('canonicalJson', () => {
  it.each<[string, JsonValue | undefined]>([
    ['null', undefined],
    ['{"a":[{"c":"x","d":null}],"b":1}', { b: 1, a: [{ d: null, c: 'x' }] }],
    ['{"b":1}', { a: undefined, b: 1 }],
    ['12345678901234567890', 12345678901234567890n],
    ['"\\""', '"'],
  ])('%s', (text, value) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('does not depend on the order of members, and reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (generated) => {
        const value = JSON.parse(JSON.stringify(generated)) as JsonValue;
        expect(canonicalJson(reversed(value) as JsonValue)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(value);
      }),
    );
  });
});
