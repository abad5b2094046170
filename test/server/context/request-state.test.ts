import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RequestSeal } from '../../../src/server/context/request-state.js';

const REFUSED = { code: -32602 };

describe('RequestSeal', () => {
  it('gives back what it sealed, and is never twice the same', async () => {
    const seal = new RequestSeal({});
    const answers = { a: { action: 'accept', content: { name: 'Ünï' } } };
    const [first, second] = [await seal.seal(answers, 'b'), await seal.seal(answers, 'b')];
    expect(first).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(first).not.toBe(second);
    expect(await seal.open(first, 'b')).toEqual(answers);
  });

  // requirement: request-state-integrity-protected, request-state-tampered-rejected
  it('opens nothing that was changed in any one place', async () => {
    const seal = new RequestSeal({});
    const state = await seal.seal({ a: { b: 1 } }, 'binding');
    await fc.assert(
      fc.asyncProperty(fc.nat(state.length - 1), fc.constantFrom(...'Aa0-_'), async (at, char) => {
        const changed = state.slice(0, at) + char + state.slice(at + 1);
        // The last character of Base64 may hold bits that mean nothing.
        const isSame = Buffer.from(changed, 'base64url').equals(Buffer.from(state, 'base64url'));
        if (!isSame) await expect(seal.open(changed, 'binding')).rejects.toMatchObject(REFUSED);
      }),
    );
  });

  it.each(['', 'other', 'bindin'])('opens nothing for the binding %j', async (binding) => {
    const seal = new RequestSeal({});
    await expect(seal.open(await seal.seal({}, 'binding'), binding)).rejects.toMatchObject(REFUSED);
  });

  it.each(['', 'A', '====', 'ü', ' ', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])('refuses %j', async (text) => {
    await expect(new RequestSeal({}).open(text, '')).rejects.toMatchObject(REFUSED);
  });

  it.each([
    ['31 bytes', 'k'.repeat(31), false],
    ['32 bytes', 'k'.repeat(32), true],
    ['32 bytes in 16 characters', 'ü'.repeat(16), true],
    ['an array of 31 bytes', new Uint8Array(31), false],
    ['an array of 32 bytes', new Uint8Array(32), true],
  ])('a key of %s', (_name, key, isFine) => {
    const attempt = () => new RequestSeal({ key });
    if (isFine) expect(attempt().isShared).toBe(true);
    else expect(attempt).toThrow(/at least 32 bytes/);
  });

  it('does not follow later changes of the key', async () => {
    const key = new Uint8Array(32).fill(1);
    const seal = new RequestSeal({ key });
    key.fill(2);
    const state = await seal.seal({ a: {} }, '');
    expect(await new RequestSeal({ key: new Uint8Array(32).fill(1) }).open(state, '')).toEqual({ a: {} });
  });
});
