import { afterEach, describe, expect, it } from 'vitest';
import type { ReplayReport, ServedReplay } from '../../../src/conformance/index.js';
import { replayToHttp, serveReplay } from '../../../src/conformance/index.js';
import type { TraceHttp } from '../../../src/protocol/index.js';
import { openProbe, probe } from '../../support/http-probe.js';
import { unusedPort } from '../../support/raw-server.js';
import { notification, recordingOf, request, result, type Said } from './recording-of.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const STREAM = { 'content-type': 'text/event-stream' };
const asked = (exchange: number, frame: string, more: TraceHttp = {}): Said => ({
  dir: 'client',
  transport: 'http',
  frame,
  http: { exchange, method: 'POST', path: '/mcp', headers: JSON_TYPE, ...more },
});
const answered = (exchange: number, frame: string, more: TraceHttp = {}): Said => ({
  dir: 'server',
  transport: 'http',
  frame,
  http: { exchange, status: 200, headers: JSON_TYPE, ...more },
});
const event = (exchange: number, frame: string, fields: TraceHttp['event'] = {}): Said => ({
  dir: 'server',
  transport: 'http',
  frame,
  http: { exchange, event: fields },
});
const end = (exchange: number, dir: 'client' | 'server' = 'server'): Said => ({
  dir,
  transport: 'http',
  end: true,
  http: { exchange },
});

const PING: readonly Said[] = [asked(1, request(1, 'ping')), answered(1, result(1))];
/** A session with an answer that is a stream, one that breaks off and is resumed, and a farewell. */
const SESSION: readonly Said[] = [
  asked(1, request(1, 'initialize')),
  answered(1, result(1), { session: 1 }),
  asked(2, notification('notifications/initialized'), { session: 1 }),
  answered(2, '', { status: 202, headers: {} }),
  asked(3, request(2, 'tools/call', { _meta: { progressToken: 2 } }), { session: 1 }),
  answered(3, '', { headers: STREAM }),
  event(3, '', { id: 'a', retry: 20 }),
  event(3, notification('notifications/progress', { progressToken: 2, progress: 1 }), { id: 'b' }),
  end(3),
  asked(4, '', { method: 'GET', session: 1, headers: { accept: 'text/event-stream', 'last-event-id': 'b' } }),
  answered(4, '', { headers: STREAM }),
  event(4, result(2), { id: 'c' }),
  end(4),
  asked(5, '', { method: 'DELETE', session: 1, headers: {} }),
  answered(5, '', { status: 204, headers: {} }),
];
/** HTTP+SSE: answers come on the stream. */
const SSE: readonly Said[] = [
  asked(1, '', { method: 'GET', path: '/sse', headers: { accept: 'text/event-stream' } }),
  answered(1, '', { headers: STREAM }),
  event(1, 'http://127.0.0.1:1/messages?s=1', { type: 'endpoint' }),
  asked(2, request(1, 'ping'), { path: '/messages?s=1' }),
  answered(2, 'Accepted', { status: 202, headers: { 'content-type': 'text/plain' } }),
  event(1, result(1)),
  end(1, 'client'),
];

let served: ServedReplay | undefined;
afterEach(async () => {
  await served?.close({ wait: false });
  served = undefined;
});

async function serve(said: readonly Said[], timeoutMs = 10_000): Promise<ServedReplay> {
  served = await serveReplay(recordingOf(said), { timeoutMs });
  return served;
}

/** Both sides of a recording against each other: the client of `theirs` plays to the server of `said`. */
async function both(
  said: readonly Said[],
  theirs = said,
  timeoutMs = 10_000,
): Promise<[ReplayReport, ReplayReport]> {
  const { url, close } = await serve(said, timeoutMs);
  const client = await replayToHttp(recordingOf(theirs), { url }, { timeoutMs });
  return [client, await close()];
}
const found = ({ differences }: ReplayReport) => differences.map(({ kind, line, at }) => [kind, line, at]);

describe('serveReplay and replayToHttp', () => {
  it.each([
    ['one answer', PING],
    ['a session with streams', SESSION],
    ['HTTP+SSE', SSE],
  ])('agree about %s', async (_, said) => {
    const [client, server] = await both(said);
    expect([found(client), found(server)]).toEqual([[], []]);
    expect([client.isSame, server.isSame]).toEqual([true, true]);
  });

  it.each<readonly [string, readonly Said[], unknown[]]>([
    ['its frame', [PING[0], answered(1, result(1, { x: 1 }))] as Said[], [['different', 3, '/result/x']]],
    [
      'its status',
      [PING[0], answered(1, result(1), { status: 201 })] as Said[],
      [['different', 3, 'status']],
    ],
    [
      'a header',
      [PING[0], answered(1, result(1), { headers: { ...JSON_TYPE, allow: 'x' } })] as Said[],
      [['different', 3, 'header:allow']],
    ],
  ])('find what a server does differently: %s', async (_, theirs, differences) => {
    const [client] = await both(PING, theirs);
    expect(found(client)).toEqual(differences);
  });

  it('find what a client does differently', async () => {
    const theirs = [asked(1, request(1, 'ping', { x: 1 })), PING[1] as Said];
    const [client, server] = await both(PING, theirs);
    expect(found(client)).toEqual([]);
    expect(found(server)).toEqual([['different', 2, '/params']]);
  });
});

describe('serveReplay', () => {
  it('refuses what is not in the recording, and tells of it', async () => {
    const { url, close } = await serve(PING);
    const port = Number(new URL(url).port);
    const other = await probe({ port, body: request(1, 'other'), headers: JSON_TYPE });
    expect([other.status, other.text]).toEqual([501, expect.stringContaining('not in the recording')]);
    const known = await probe({ port, body: request(1, 'ping'), headers: JSON_TYPE });
    expect(known.status).toBe(200);
    expect(found(await close())).toEqual([['unexpected', undefined, undefined]]);
  });

  it('gives events out one by one, and waits for the client before it goes on', async () => {
    const said = [
      asked(1, request(1, 'a')),
      answered(1, '', { headers: STREAM }),
      event(1, notification('n')),
      asked(2, notification('m')),
      answered(2, '', { status: 202, headers: {} }),
      event(1, result(1)),
      end(1),
    ];
    const { url, close } = await serve(said);
    const port = Number(new URL(url).port);
    const stream = await openProbe({ port, body: request('x', 'a'), headers: JSON_TYPE });
    expect(await stream.message(1)).toMatchObject({ method: 'n' });
    expect((await probe({ port, body: notification('m'), headers: JSON_TYPE })).status).toBe(202);
    expect(await stream.message(2)).toMatchObject({ id: 'x', result: {} });
    await stream.ended();
    expect((await close()).isSame).toBe(true);
  });

  it('says what is missing when nobody has come', async () => {
    const { close } = await serve(PING);
    const report = await close();
    expect(report).toMatchObject({ isSame: false, matched: 0 });
    expect(found(report)).toEqual([['missing', 2, undefined]]);
  });

  it('does not wait for ever for a client that came and went', async () => {
    const said = [...PING, asked(2, request(2, 'ping')), answered(2, result(2))];
    const { url, close } = await serve(said, 200);
    await probe({ port: Number(new URL(url).port), body: request(1, 'ping'), headers: JSON_TYPE });
    expect(found(await close())).toEqual([['missing', 4, undefined]]);
  });

  it('says that it cannot listen', async () => {
    const { url } = await serve(PING);
    const again = serveReplay(recordingOf(PING), { port: Number(new URL(url).port) });
    await expect(again).rejects.toMatchObject({ code: 'listen_failed' });
  });
});

describe('replayToHttp', () => {
  it('lays the headers of the caller over those of the recording, where credentials are hidden', async () => {
    const secret = { ...JSON_TYPE, authorization: '[redacted]' };
    const said = [asked(1, request(1, 'ping'), { headers: secret }), PING[1] as Said];
    const { url, close } = await serve(said);
    const headers = { authorization: 'Bearer live' };
    expect((await replayToHttp(recordingOf(said), { url, headers })).isSame).toBe(true);
    expect((await close()).isSame).toBe(true);
    const bare = await serve(said);
    await replayToHttp(recordingOf(said), { url: bare.url });
    expect(found(await bare.close())).toEqual([['different', 2, 'header:authorization']]);
  });

  it('rejects when there is no server', async () => {
    const url = `http://127.0.0.1:${await unusedPort()}/mcp`;
    await expect(replayToHttp(recordingOf(PING), { url })).rejects.toMatchObject({ code: 'connect_failed' });
  });
});
