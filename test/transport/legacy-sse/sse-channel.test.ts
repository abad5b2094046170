import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/protocol/index.js';
import { openSseChannel } from '../../../src/transport/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { frameText } from '../../support/frame-text.js';
import { answerSse, HttpScript, type SseScript } from '../../support/http-script.js';
import { waitFor } from '../../support/wait-for.js';

async function opened(server: HttpScript): Promise<{
  channel: Awaited<ReturnType<typeof openSseChannel>>;
  frames: string[];
  faults: Fault[];
  start(): void;
}> {
  const frames: string[] = [];
  const faults: Fault[] = [];
  const channel = await openSseChannel({ url: server.url }, { clock: new FakeClock() });
  const start = (): void =>
    channel.start({
      frame: (frame) => frames.push(frameText(frame)),
      fault: (fault) => faults.push(fault),
    });
  return { channel, frames, faults, start };
}

describe('SseChannel', () => {
  it('keeps what comes before the start and while it is paused, in order', async () => {
    let stream: SseScript | undefined;
    await using server = await HttpScript.start((_request, response) => {
      stream = answerSse(response);
      stream.text('data: early\n\nevent: endpoint\ndata: /m\n\ndata: 1\n\n');
    });
    const { channel, frames, start } = await opened(server);
    start();
    await waitFor('the first came', () => frames.length === 2);
    channel.pause();
    stream?.text(
      'event: message\ndata: 2\n\nevent: other\ndata: x\n\ndata:\n\ndata: é\n\nevent: endpoint\ndata: /n\n\n',
    );
    stream?.end();
    await channel.closed;
    expect(frames).toEqual(['early', '1']);
    channel.resume();
    expect(frames).toEqual(['early', '1', '2', 'é']);
    await channel.close();
  });

  it('ends when a server sends without end and never says where messages go', async () => {
    await using server = await HttpScript.start((_request, response) => {
      const stream = answerSse(response);
      for (let count = 0; count < 11; count++) stream.text(`data: ${'x'.repeat(100)}\n\n`);
    });
    const opening = openSseChannel(
      { url: server.url },
      { clock: new FakeClock(), limits: { sseEventBytes: 1000 } },
    );
    await expect(opening).rejects.toMatchObject({ code: 'limit_exceeded', limit: 'sseEventBytes' });
    await waitFor('no connection is left', () => server.sockets.size === 0);
  });

  it('gives up the oldest message when a server acknowledges none', async () => {
    await using server = await HttpScript.start(({ method }, response) => {
      if (method === 'GET') answerSse(response).event({ event: 'endpoint', data: '/m' });
    });
    const clock = new FakeClock();
    const channel = await openSseChannel({ url: server.url }, { clock, limits: { inFlightRequests: 2 } });
    const faults: Fault[] = [];
    channel.start({ frame: () => {}, fault: (fault) => void faults.push(fault) });
    const first = channel.send('"1"');
    await waitFor('it is there', () => server.of('POST').length === 1);
    channel.send('"2"');
    expect(faults).toEqual([]);
    channel.send('"3"');
    await first;
    expect(faults).toMatchObject([{ code: 'limit_exceeded', limit: 'inFlightRequests' }]);
    await waitFor('its connection is gone', () => server.of('POST')[0]?.wasDropped() === true);
    const closed = channel.close();
    clock.advance(2000);
    await closed;
  });

  it('sends any bytes, and tells of what was not taken', async () => {
    await using server = await HttpScript.start(({ method, body }, response) => {
      if (method === 'GET') answerSse(response).event({ event: 'endpoint', data: '/m' });
      else response.writeHead(body === '["raw"]' ? 202 : 400).end();
    });
    const { channel, faults, start } = await opened(server);
    start();
    await channel.sendRaw(new TextEncoder().encode('["raw"]'));
    expect(server.of('POST')[0]?.body).toBe('["raw"]');
    expect(faults).toEqual([]);
    await channel.sendRaw(new TextEncoder().encode('"other"'));
    expect(faults.map(({ code }) => code)).toEqual(['http_status']);
    await channel.close();
    expect(channel.send('{}')).toBeUndefined();
    expect(channel.diagnostics()).toBe('');
    expect(await channel.closed).toEqual({});
  });
});
