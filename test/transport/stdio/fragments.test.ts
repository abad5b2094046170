import { describe, expect, it } from 'vitest';
import { Fragments, joinBytes } from '../../../src/transport/stdio/fragments.js';

describe('Fragments', () => {
  it.each([0, 1, 2, 1023, 1024, 1025, 5000])('gives %i pieces back as one', (count) => {
    const fragments = new Fragments();
    for (let index = 0; index < count; index++) fragments.add(new Uint8Array([index & 0xff, 7]));
    expect(fragments.length).toBe(count * 2);
    const bytes = fragments.take();
    expect(bytes).toHaveLength(count * 2);
    expect([...bytes].every((byte, at) => byte === (at % 2 === 1 ? 7 : (at / 2) & 0xff))).toBe(true);
    expect(fragments.length).toBe(0);
    expect(fragments.take()).toHaveLength(0);
  });

  it('copies nothing for a single piece', () => {
    const piece = new Uint8Array([1, 2]);
    expect(joinBytes([piece], 2)).toBe(piece);
  });
});
