// How our client finds out what a server on an official SDK speaks, and what it does when the two have nothing in common.
import { afterAll, describe, expect, it } from 'vitest';
import type { EraVerdict, McpClientOptions } from '../../src/client/index.js';
import { stdioServer, streamableHttpServer } from '../../src/client/index.js';
import { PeerPool, peerProgram } from '../support/peers.js';
import { childProcesses } from '../support/processes.js';
import { PeerSession, textOf } from './peer-session.js';

const pool = new PeerPool();
afterAll(() => pool[Symbol.asyncDispose]());

const MODERN_ONLY = { SDK2_ERA: 'modern' };

const stdio = (sdk: string, env: Readonly<Record<string, string>> = {}) =>
  stdioServer({ command: process.execPath, args: [peerProgram(`${sdk}-server`), 'stdio'], env });

const http = (sdk: string, env: Readonly<Record<string, string>> = {}) =>
  pool.start([peerProgram(`${sdk}-server`), 'http'], { env: { ...process.env, ...env } });

describe('a server that refuses the handshake', () => {
  it('is spoken to over stdio', async () => {
    await using session = await PeerSession.open(stdio('sdk2', MODERN_ONLY));
    expect(session.client.revision).toBe('2026-07-28');
    expect(textOf(await session.client.callTool('echo', { message: 'hi' }))).toBe('hi');
  });

  it('is spoken to over HTTP', async () => {
    const peer = await http('sdk2', MODERN_ONLY);
    await using session = await PeerSession.open(streamableHttpServer({ url: peer.url }));
    expect(session.client.revision).toBe('2026-07-28');
    expect(textOf(await session.client.callTool('echo', { message: 'hi' }))).toBe('hi');
  });
});

describe('two that have nothing in common', () => {
  const cases: readonly (readonly [string, string, Readonly<Record<string, string>>, McpClientOptions])[] = [
    ['a legacy server, a client pinned to today', 'sdk1', {}, { revision: '2026-07-28' }],
    ['a legacy server, a client of the modern era', 'sdk1', {}, { era: 'modern' }],
    ['a modern server, a client pinned to 2025-11-25', 'sdk2', MODERN_ONLY, { revision: '2025-11-25' }],
    ['a modern server, a client of the legacy era', 'sdk2', MODERN_ONLY, { era: 'legacy' }],
  ];

  it.each(cases)('say so over stdio: %s', async (_what, sdk, env, options) => {
    const before = childProcesses();
    await expect(PeerSession.open(stdio(sdk, env), options)).rejects.toMatchObject({
      code: 'negotiation_failed',
    });
    expect(childProcesses()).toEqual(before);
  });

  it.each(cases)('say so over HTTP: %s', async (_what, sdk, env, options) => {
    const peer = await http(sdk, env);
    const target = streamableHttpServer({ url: peer.url });
    await expect(PeerSession.open(target, options)).rejects.toMatchObject({ code: 'negotiation_failed' });
  });
});

describe('a verdict on the era of a server', () => {
  it.each(['sdk1', 'sdk2'])('is remembered: %s', async (sdk) => {
    const peer = await http(sdk);
    const options = { cache: { eras: new Map<string, EraVerdict>() } };
    const target = streamableHttpServer({ url: peer.url });
    await using first = await PeerSession.open(target, options);
    await using second = await PeerSession.open(target, options);
    expect(second.client.revision).toBe(first.client.revision);
    expect(first.requests('server/discover')).toBe(1);
    // Today's servers are asked each time: they say there what they offer.
    expect(second.requests('server/discover')).toBe(sdk === 'sdk1' ? 0 : 1);
    expect(second.requests('initialize')).toBe(sdk === 'sdk1' ? 1 : 0);
  });
});

it('a tool that was never listed gets its header all the same, after a refusal', async () => {
  const peer = await http('sdk2');
  await using session = await PeerSession.open(streamableHttpServer({ url: peer.url }));
  const result = await session.client.callTool('region', { region: 'eu' });
  expect(textOf(result)).toBe('eu, header: eu');
  expect([session.requests('tools/call'), session.requests('tools/list')]).toEqual([2, 1]);
});
