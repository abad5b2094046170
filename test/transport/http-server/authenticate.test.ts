import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/protocol/index.js';
import {
  type Authenticate,
  authenticate,
  bearerToken,
} from '../../../src/transport/http-server/authenticate.js';
import { probe } from '../../support/http-probe.js';
import { TestedHttpServer } from '../../support/tested-http-server.js';

describe('the bearer token', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER  a.b-c_d~e+f/g==  ', 'a.b-c_d~e+f/g=='],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Bearer a b', undefined],
    ['Bearer a,b', undefined],
    ['Bearerabc', undefined],
    ['Basic YTpi', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %j', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });
});

/** Runs the check and gives the verdict and what was told. */
async function check(hook: Authenticate | undefined, authorization?: string) {
  const warnings: Fault[] = [];
  const warn = (fault: Fault) => warnings.push(fault);
  const verdict = await authenticate(hook, { authorization }, 'POST', '::1', warn);
  return { verdict, warnings };
}

describe('the check', () => {
  it('lets everybody through when there is none', async () => {
    expect((await check(undefined)).verdict).toEqual({ kind: 'accept', auth: undefined });
  });

  it('sees token, headers, method and address', async () => {
    const seen: unknown[] = [];
    await check((request) => {
      seen.push(request);
      return { principal: 'a' };
    }, 'Bearer t');
    expect(seen).toEqual([
      { token: 't', headers: { authorization: 'Bearer t' }, method: 'POST', remote: '::1' },
    ]);
  });

  it('answers at once when the hook does', () => {
    const verdict = authenticate(
      () => ({ principal: 'a' }),
      {},
      'GET',
      undefined,
      () => {},
    );
    expect(verdict).toEqual({ kind: 'accept', auth: { principal: 'a' } });
  });

  it.each([
    { refusal: { status: 401 }, authorization: undefined, header: 'Bearer' },
    { refusal: { status: 401 }, authorization: 'Bearer bad', header: 'Bearer error="invalid_token"' },
    {
      refusal: { status: 401, challenge: 'Bearer realm="x"' },
      authorization: 'Bearer bad',
      header: 'Bearer realm="x"',
    },
    { refusal: { status: 403 }, authorization: 'Bearer bad', header: undefined },
    {
      refusal: { status: 403, challenge: 'Bearer scope="b"' },
      authorization: 'Bearer a',
      header: 'Bearer scope="b"',
    },
  ] as const)(
    'refuses with $refusal.status and challenge $header',
    async ({ refusal, authorization, header }) => {
      const { verdict } = await check(async () => refusal, authorization);
      expect(verdict).toMatchObject({
        kind: 'refuse',
        status: refusal.status,
        headers: header === undefined ? [] : ['WWW-Authenticate', header],
      });
      expect(JSON.stringify(verdict)).not.toContain('bad');
    },
  );

  it.each([
    {
      what: 'throws',
      hook: () => {
        throw new Error('secret');
      },
    },
    { what: 'forgets to answer', hook: (() => undefined) as unknown as Authenticate },
    { what: 'forgets to answer later', hook: (async () => undefined) as unknown as Authenticate },
    { what: 'names nobody', hook: (() => ({})) as unknown as Authenticate },
    { what: 'rejects', hook: () => Promise.reject(new Error('secret')) },
    {
      what: 'gives a challenge with a line end',
      hook: () => ({ status: 401, challenge: 'Bearer\r\nX: 1' }) as const,
    },
  ])('fails closed when it $what', async ({ hook }) => {
    const { verdict, warnings } = await check(hook);
    expect(verdict).toMatchObject({ kind: 'refuse', status: 500 });
    expect(JSON.stringify(verdict)).not.toContain('secret');
    expect(warnings.map(({ code }) => code)).toEqual(['handler_failed']);
  });
});

describe('a server with a check', () => {
  it.each(['POST', 'GET', 'DELETE'])(
    'asks for a token on %s, before it looks at anything else',
    async (method) => {
      await using server = await TestedHttpServer.start({ authenticate: async () => ({ status: 401 }) });
      const answer = await probe({ port: server.port, method });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(server.handler.requests).toEqual([]);
    },
  );

  it('asks nothing of a preflight, or of a host that is not ours', async () => {
    await using server = await TestedHttpServer.start({ authenticate: () => ({ status: 401 }) });
    const preflight = await probe({
      port: server.port,
      method: 'OPTIONS',
      headers: { origin: 'http://localhost' },
    });
    expect(preflight.status).toBe(204);
    expect((await probe({ port: server.port, headers: { host: 'evil.example' } })).status).toBe(403);
  });
});
