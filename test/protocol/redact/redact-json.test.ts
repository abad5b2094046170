import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactJson } from '../../../src/protocol/redact/redact-json.js';

const same = (value: string): string => value;

describe('redactJson', () => {
  it('changes nothing when nothing is secret, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.constantFrom(undefined, 1, '\t'), (json, space) => {
        const text = JSON.stringify(JSON.parse(json), null, space);
        expect(redactJson(text, same)).toBe(text);
      }),
    );
  });

  it('gives every string to its caller, decoded, names included', () => {
    const seen: string[] = [];
    redactJson('{"a\\n":["b\\"",{"c":"\\u00e9"}],"d":1}', (value) => {
      seen.push(value);
      return value;
    });
    expect(seen).toEqual(['a\n', 'b"', 'c', 'é', 'd']);
  });

  it('writes a changed string as JSON on one line', () => {
    expect(redactJson('["a","b"]', (value) => (value === 'a' ? '"\n\u2028' : value))).toBe(
      '["\\"\\n\\u2028","b"]',
    );
  });

  it.each([
    ['{"token":"a"}', '{"token":"[redacted]"}'],
    ['{"token":-1.5e3,"x":2}', '{"token":"[redacted]","x":2}'],
    [
      '{"token":[1,"a",{"b":"c","d":null}],"x":"y"}',
      '{"token":["[redacted]","[redacted]",{"b":"[redacted]","d":null}],"x":"y"}',
    ],
    ['[{"token":{}},"x"]', '[{"token":{}},"x"]'],
    [
      '{"properties":{"token":{"type":"string","token":"a"}}}',
      '{"properties":{"token":{"type":"string","token":"[redacted]"}}}',
    ],
    ['{"properties":{"token":["a"]}}', '{"properties":{"token":["[redacted]"]}}'],
    [
      '{"secret":{"properties":{"token":{"x":"a"}}}}',
      '{"secret":{"properties":{"token":{"x":"[redacted]"}}}}',
    ],
  ])('%s', (text, redacted) => {
    expect(redactJson(text, same)).toBe(redacted);
  });

  it('takes deep nesting without recursion', () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(redactJson(text, same)).toBe(text);
  });
});
