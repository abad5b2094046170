import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Utf8Stream } from '../../../src/transport/sse/utf8-stream.js';

describe('Utf8Stream', () => {
  it('puts a character together that is cut anywhere', () => {
    const whole = new TextEncoder().encode('aé€😀');
    for (let at = 0; at <= whole.length; at++) {
      const stream = new Utf8Stream();
      const text = `${stream.push(whole.subarray(0, at))}${stream.push(whole.subarray(at))}`;
      expect([text, stream.end()]).toEqual(['aé€😀', undefined]);
    }
  });

  it('does not keep a chunk alive, or change what it gave, when the chunk is written over', () => {
    const stream = new Utf8Stream();
    const chunk = new TextEncoder().encode('a€').subarray(0, 3);
    expect(stream.push(chunk)).toBe('a');
    chunk.fill(0x41);
    expect(stream.push(Uint8Array.of(0xac))).toBe('€');
  });

  it('agrees with the platform about what is UTF-8', () => {
    const lead = fc.constantFrom(
      0x41,
      0x80,
      0xbf,
      0xc1,
      0xc3,
      0xe0,
      0xe2,
      0xed,
      0xef,
      0xf0,
      0xf4,
      0xf8,
      0xff,
    );
    fc.assert(
      fc.property(fc.array(lead, { maxLength: 8 }), (values) => {
        const stream = new Utf8Stream();
        const parts = values.map((value) => stream.push(Uint8Array.of(value)));
        const isValid = parts.every((part) => typeof part === 'string') && stream.end() === undefined;
        expect(isValid).toBe(isValidUtf8(Uint8Array.from(values)));
      }),
      { numRuns: 2000 },
    );
  });
});

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
