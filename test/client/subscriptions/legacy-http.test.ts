import { describe, expect, it } from 'vitest';
import { McpClient, streamableHttpServer } from '../../../src/client/index.js';
import type { Fault } from '../../../src/protocol/index.js';
import { notification, success } from '../../../src/protocol/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { Gate } from '../../support/gate.js';
import { answerJson, answerSse, HttpScript, type Script, type SseScript } from '../../support/http-script.js';
import { initializeResult } from '../../support/scripted-server.js';
import { nextTurn } from '../../support/turn.js';

const CAPABILITIES = { tools: { listChanged: true } };
const CHANGED = notification('notifications/tools/list_changed');

/** A legacy server; `gets` answers the listening stream. */
const serverWith =
  (gets: Script): Script =>
  (seen, response) => {
    const { method, json } = seen;
    if (method === 'GET') gets(seen, response);
    else if (json?.method === 'initialize')
      answerJson(response, success(json.id ?? -1, initializeResult(CAPABILITIES)));
    else response.writeHead(202).end();
  };

async function connected(url: string) {
  const clock = new FakeClock();
  const warnings: Fault[] = [];
  const client = await McpClient.connect(streamableHttpServer({ url }), {
    clock,
    era: 'legacy',
    listen: false,
    onWarning: (warning) => warnings.push(warning),
  });
  return { client, clock, warnings };
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await nextTurn();
  return settled;
}

describe('subscribing at a legacy server over HTTP', () => {
  it('is ready when the stream is open that changes come on', async () => {
    const asked = new Gate<() => SseScript>();
    await using server = await HttpScript.start(
      serverWith((_seen, response) => asked.open(() => answerSse(response))),
    );
    const { client, warnings } = await connected(server.url);
    const subscription = client.subscribe({ tools: true });
    const open = await asked.promise;
    expect(await isSettled(subscription.ready)).toBe(false);
    const stream = open();
    expect(await subscription.ready).toEqual({ tools: true });
    stream.message(CHANGED);
    expect(await subscription.next()).toEqual({ done: false, value: { kind: 'tools' } });
    expect(warnings).toEqual([]);
    await client.close();
  });

  it('is ready, with a warning, where there is no such stream', async () => {
    await using server = await HttpScript.start(
      serverWith((_seen, response) => response.writeHead(405).end()),
    );
    const { client, warnings } = await connected(server.url);
    const subscription = client.subscribe({ tools: true });
    expect(await subscription.ready).toEqual({ tools: true });
    expect(warnings).toMatchObject([{ code: 'capability_missing' }]);
    await client.close();
  });

  it('does not wait for ever for a server that keeps the head of the stream back', async () => {
    const asked = new Gate();
    await using server = await HttpScript.start(serverWith(() => asked.open()));
    const { client, clock, warnings } = await connected(server.url);
    const subscription = client.subscribe({ tools: true });
    await asked.promise;
    await clock.timerWithin(5000);
    clock.advance(5000);
    expect(await subscription.ready).toEqual({ tools: true });
    expect(warnings).toMatchObject([{ code: 'capability_missing' }]);
    await client.close();
  });

  it('can be closed before the stream is open', async () => {
    const asked = new Gate();
    await using server = await HttpScript.start(serverWith(() => asked.open()));
    const { client, clock } = await connected(server.url);
    const subscription = client.subscribe({ tools: true });
    await asked.promise;
    await subscription.close();
    await expect(subscription.ready).rejects.toMatchObject({ code: 'closed' });
    await client.close();
    expect(clock.pending).toBe(0);
  });
});
