import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameText } from '../../../src/protocol/jsonrpc/frame-text.js';

describe('frameText', () => {
  // requirement: messages-are-utf8
  it('gives the text that was encoded', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.startsWith('\uFEFF'));
    fc.assert(
      fc.property(text, (value) => {
        expect(frameText(new TextEncoder().encode(value))).toBe(value);
        expect(frameText(value)).toBe(value);
      }),
    );
  });

  it('drops one byte order mark, from bytes and from text, and no second one', () => {
    expect(frameText(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))).toBe('a');
    expect(frameText('\uFEFFa')).toBe('a');
    expect(frameText('\uFEFF\uFEFFa')).toBe('\uFEFFa');
    expect(frameText(new TextEncoder().encode('\uFEFF\uFEFFa'))).toBe('\uFEFFa');
  });

  // requirement: messages-are-utf8
  it('throws on what is not UTF-8, and keeps no state from it', () => {
    expect(() => frameText(new Uint8Array([0x61, 0xc3]))).toThrow(TypeError);
    expect(frameText(new Uint8Array([0x62]))).toBe('b');
  });

  it('reads a part of a larger buffer', () => {
    const whole = new TextEncoder().encode('xxabcxx');
    expect(frameText(whole.subarray(2, 5))).toBe('abc');
  });
});
