import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { BearerToken } from '../../../src/server/loopback/bearer-token.js';

const request = (token: string | undefined) => ({ token, headers: {}, method: 'POST', remote: undefined });
const secretOf = (token: BearerToken) => (token.headers['Authorization'] ?? '').slice('Bearer '.length);

describe('a bearer token', () => {
  it('is 32 random bytes in Base64url, another one each time', () => {
    const tokens = Array.from({ length: 20 }, () => secretOf(new BearerToken()));
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('lets in who has it', async () => {
    const token = new BearerToken();
    expect(await token.authenticate(request(secretOf(token)))).toEqual({ principal: 'loopback' });
  });

  it.each([
    ['nobody', () => undefined],
    ['an empty one', () => ''],
    ['another', () => secretOf(new BearerToken())],
    ['its beginning', (value: string) => value.slice(0, -1)],
    ['more than it', (value: string) => `${value}A`],
    ['another case', (value: string) => value.replace(/[a-z]/, (letter) => letter.toUpperCase())],
  ])('refuses %s', async (_who, spoil) => {
    const token = new BearerToken();
    const answer = await token.authenticate(request(spoil(`a${secretOf(token)}`.slice(1))));
    expect(answer).toMatchObject({ status: 401 });
    expect(JSON.stringify(answer)).not.toContain(secretOf(token));
  });

  it('is not shown when it is printed', () => {
    const token = new BearerToken();
    expect(inspect(token, { depth: 9, showHidden: true })).not.toContain(secretOf(token));
  });
});
