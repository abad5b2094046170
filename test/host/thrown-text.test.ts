import { describe, expect, it } from 'vitest';
import { thrownText } from '../../src/host/thrown-text.js';

const unreadable = Object.defineProperty(new Error('x'), 'message', {
  get: () => {
    throw new Error('no');
  },
});

describe('thrownText', () => {
  it.each<[string, unknown, RegExp]>([
    ['an error', new Error('no terminal'), /^no terminal$/],
    ['a text', 'no terminal', /^no terminal$/],
    ['nothing', undefined, /^undefined$/],
    ['a secret', new Error('Authorization: Bearer abcdefghijklmnop'), /^(?!.*abcdefghijklmnop)/],
    ['what has no text', Object.create(null), /cannot be described/],
    ['an error that cannot be read', unreadable, /cannot be described/],
  ])('%s', (_what, thrown, text) => {
    expect(thrownText(thrown)).toMatch(text);
  });
});
