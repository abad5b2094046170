import { describe, expect, it } from 'vitest';
import { notification, request, success } from '../../../src/protocol/index.js';
import { handshake, openTested, type TestedConnection } from '../../support/http-client.js';
import { answerJson, answerSse, HttpScript, type Script, type SseScript } from '../../support/http-script.js';
import { waitFor } from '../../support/wait-for.js';

const ok = success(1, {});
const call = request(1, 'tools/call');

/** A legacy server whose listening stream stays away: `post` answers the call, `gets` the GETs that resume it. */
function resumable(post: (stream: SseScript) => void, gets: Script): Script {
  return (seen, response) => {
    const { method, json, headers } = seen;
    if (method === 'DELETE' || (method === 'GET' && headers['last-event-id'] === undefined))
      response.writeHead(405).end();
    else if (method === 'GET') gets(seen, response);
    else if (json?.method === 'initialize')
      answerJson(response, success(0, {}), { headers: { 'mcp-session-id': 's' } });
    else if (json?.method === 'tools/call') post(answerSse(response));
    else response.writeHead(202).end();
  };
}

const resumes = (server: HttpScript): string[] =>
  server.of('GET').flatMap(({ headers }) => headers['last-event-id']?.toString() ?? []);

/** Moves time forward until the next GET that resumes has come; returns how long that took. */
async function nextResume(server: HttpScript, { clock }: TestedConnection): Promise<number> {
  const count = resumes(server).length;
  await waitFor('a timer is set', () => clock.nextAt !== undefined);
  const wait = (clock.nextAt ?? 0) - clock.now();
  clock.advance(wait - 1);
  expect(resumes(server)).toHaveLength(count);
  clock.advance(1);
  await waitFor('the stream is asked for', () => resumes(server).length === count + 1);
  return wait;
}

describe('a stream that ends before the answer', () => {
  // requirement: legacy-resume-with-last-event-id, legacy-stream-polled-after-close
  // requirement: legacy-stream-retry-respected
  it.each([
    ['is closed by the server', (stream: SseScript) => stream.end()],
    ['breaks off', (stream: SseScript) => stream.drop()],
  ])('is taken up again when it %s', async (_name, leave) => {
    await using server = await HttpScript.start(
      resumable(
        (stream) => {
          stream.event({ id: 'e1', retry: 500, data: '' });
          leave(stream);
        },
        (_seen, response) => {
          const stream = answerSse(response);
          stream.message(notification('notifications/message', { level: 'info', data: '' }), { id: 'e2' });
          stream.message(ok, { id: 'e3' });
        },
      ),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const answer = tested.connection.exchange(call);
    await server.request('tools/call');
    expect(await nextResume(server, tested)).toBe(500);
    expect(await answer).toEqual(ok);
    expect(tested.incoming).toHaveLength(1);
    const [resume] = server.of('GET').slice(-1);
    expect(resume?.headers).toMatchObject({
      accept: 'text/event-stream',
      'last-event-id': 'e1',
      'mcp-session-id': 's',
      'mcp-protocol-version': '2025-11-25',
    });
    await waitFor('the stream is left', () => resume?.wasDropped() === true);
    expect(tested.clock.pending).toBe(0);
  });

  it('is polled for as long as the server gives something new, and from the last event on', async () => {
    let polls = 0;
    await using server = await HttpScript.start(
      resumable(
        (stream) => {
          stream.event({ id: 'e0', data: '' });
          stream.end();
        },
        (_seen, response) => {
          polls++;
          const stream = answerSse(response);
          if (polls === 10) stream.message(ok);
          else stream.event({ id: `e${polls}`, data: '' });
          stream.end();
        },
      ),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const answer = tested.connection.exchange(call);
    await server.request('tools/call');
    const waits: number[] = [];
    for (let poll = 1; poll <= 10; poll++) waits.push(await nextResume(server, tested));
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000]);
    expect(resumes(server)).toEqual(['e0', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8', 'e9']);
    expect(await answer).toEqual(ok);
  });

  it('begins its patience anew with each message', async () => {
    let polls = 0;
    await using server = await HttpScript.start(
      resumable(
        (stream) => {
          stream.event({ id: 'e0', retry: 100, data: '' });
          stream.end();
        },
        (_seen, response) => {
          polls++;
          const stream = answerSse(response);
          if (polls === 4) stream.message(ok);
          else stream.message(notification('notifications/message', {}), { id: `e${polls}` });
          stream.end();
        },
      ),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const answer = tested.connection.exchange(call);
    await server.request('tools/call');
    const waits: number[] = [];
    for (let poll = 1; poll <= 4; poll++) waits.push(await nextResume(server, tested));
    expect(waits).toEqual([100, 100, 100, 100]);
    expect(await answer).toEqual(ok);
  });

  it.each<[string, Script]>([
    ['closes every stream at once', (_seen, response) => answerSse(response).end()],
    ['is not available', (_seen, response) => response.writeHead(503).end()],
    ['breaks every connection', (_seen, response) => response.destroy()],
  ])('is given up after a while when the server %s', async (_name, gets) => {
    await using server = await HttpScript.start(
      resumable((stream) => {
        stream.event({ id: 'e0', data: '' });
        stream.end();
      }, gets),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const answer = expect(tested.connection.exchange(call)).rejects.toMatchObject({
      code: 'connection_lost',
    });
    await server.request('tools/call');
    for (let attempt = 1; attempt <= 6; attempt++) await nextResume(server, tested);
    await answer;
    expect(tested.clock.pending).toBe(0);
  });

  it.each([
    [405, 'connection_lost'],
    [400, 'connection_lost'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'session_expired'],
  ])('is given up at once on HTTP %i: %s', async (status, code) => {
    await using server = await HttpScript.start(
      resumable(
        (stream) => {
          stream.event({ id: 'e0', data: '' });
          stream.end();
        },
        (_seen, response) => response.writeHead(status).end(),
      ),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const answer = expect(tested.connection.exchange(call)).rejects.toMatchObject({ code });
    await server.request('tools/call');
    await nextResume(server, tested);
    await answer;
  });

  it.each<[string, (stream: SseScript) => void]>([
    ['has no event id', (stream) => stream.message(notification('notifications/message', {}))],
    ['has an id that no header can carry', (stream) => stream.event({ id: '\u0001', data: '' })],
  ])('is lost when it %s', async (_name, write) => {
    await using server = await HttpScript.start(
      resumable(
        (stream) => {
          write(stream);
          stream.end();
        },
        () => {},
      ),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    await expect(tested.connection.exchange(call)).rejects.toMatchObject({ code: 'connection_lost' });
    expect(resumes(server)).toEqual([]);
  });

  it('is lost with the reason when its last frame could not be read', async () => {
    await using server = await HttpScript.start(
      resumable(
        (stream) => {
          stream.event({ data: 'Traceback' });
          stream.end();
        },
        () => {},
      ),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    await expect(tested.connection.exchange(call)).rejects.toMatchObject({
      code: 'connection_lost',
      cause: { code: 'invalid_json' },
    });
  });

  it('sends an id back as its bytes', async () => {
    await using server = await HttpScript.start(
      resumable(
        (stream) => {
          stream.event({ id: 'é€', data: '' });
          stream.end();
        },
        (_seen, response) => answerSse(response).message(ok),
      ),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const answer = tested.connection.exchange(call);
    await server.request('tools/call');
    await nextResume(server, tested);
    await answer;
    expect(resumes(server).map((id) => Buffer.from(id, 'latin1').toString())).toEqual(['é€']);
  });

  it('belongs to the session in which it began', async () => {
    let sessions = 0;
    await using server = await HttpScript.start((seen, response) => {
      const { method, json, headers } = seen;
      if (json?.method === 'initialize') {
        sessions++;
        answerJson(response, success(0, {}), { headers: { 'mcp-session-id': `s${sessions}` } });
      } else if (json?.method === 'tools/call') {
        const stream = answerSse(response);
        stream.event({ id: 'e0', data: '' });
        stream.end();
      } else if (method === 'POST') response.writeHead(202).end();
      else response.writeHead(headers['last-event-id'] === undefined ? 405 : 404).end();
    });
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const answer = expect(tested.connection.exchange(call)).rejects.toMatchObject({
      code: 'session_expired',
      details: { replaced: true },
    });
    await waitFor('it waits', () => tested.clock.pending === 1);
    await handshake(tested.connection);
    await nextResume(server, tested);
    await answer;
    expect(server.of('GET').at(-1)?.headers['mcp-session-id']).toBe('s1');
  });

  it('is taken up for initialize, too, with the session that it gave', async () => {
    await using server = await HttpScript.start(({ method, json }, response) => {
      if (json?.method === 'initialize') {
        const stream = answerSse(response, { 'mcp-session-id': 's' });
        stream.event({ id: 'e0', data: '' });
        stream.end();
      } else if (method === 'GET') answerSse(response).message(success(0, {}));
      else response.writeHead(202).end();
    });
    await using tested = await openTested({ url: server.url });
    const answer = tested.connection.exchange(request(0, 'initialize'));
    await server.request('initialize');
    await nextResume(server, tested);
    expect(await answer).toEqual(success(0, {}));
    expect(server.of('GET')[0]?.headers['mcp-session-id']).toBe('s');
    await tested.connection.notify(notification('notifications/x'));
    expect(server.of('notifications/x')[0]?.headers['mcp-session-id']).toBe('s');
  });

  it.each(['waits', 'is open again'])('can be cancelled while it %s', async (when) => {
    await using server = await HttpScript.start(
      resumable(
        (stream) => {
          stream.event({ id: 'e0', data: '' });
          stream.end();
        },
        (_seen, response) => answerSse(response),
      ),
    );
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const aborter = new AbortController();
    const answer = expect(tested.connection.exchange(call, { signal: aborter.signal })).rejects.toMatchObject(
      {
        code: 'cancelled',
      },
    );
    await waitFor('it waits', () => tested.clock.pending === 1);
    if (when === 'is open again') await nextResume(server, tested);
    aborter.abort();
    await answer;
    await server.request('notifications/cancelled');
    expect(tested.clock.pending).toBe(0);
  });
});
