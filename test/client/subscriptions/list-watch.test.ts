import { describe, expect, it } from 'vitest';
import { ProgramEraCache } from '../../../src/client/connect/era-cache.js';
import type { McpClientOptions } from '../../../src/client/index.js';
import { McpClient } from '../../../src/client/index.js';
import type { Fault, JsonObject } from '../../../src/protocol/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { Gate } from '../../support/gate.js';
import type { Answer, Asked } from '../../support/scripted-server.js';
import { legacyServer, modernServer } from '../../support/scripted-server.js';

const LISTED: JsonObject = { tools: { listChanged: true }, prompts: { listChanged: true }, resources: {} };
const LISTS = {
  'tools/list': { tools: [] },
  'prompts/list': { prompts: [] },
  'resources/list': { resources: [] },
};

async function connected(capabilities: JsonObject = LISTED, options: McpClientOptions = {}) {
  const streams: Asked[] = [];
  const ends: Gate<Answer>[] = [];
  const clock = new FakeClock();
  const server = modernServer(
    {
      ...LISTS,
      'subscriptions/listen': (asked) => {
        const end = new Gate<Answer>();
        streams.push(asked);
        ends.push(end);
        asked.notify('notifications/subscriptions/acknowledged', {
          notifications: asked.params['notifications'] ?? {},
        });
        return end.promise;
      },
    },
    capabilities,
  );
  const client = await McpClient.connect(server.target, {
    clock,
    cache: { eras: new ProgramEraCache() },
    ...options,
  });
  return { server, client, clock, streams, ends };
}

describe('the stream that watches kept lists', () => {
  it('is opened with the first list that is kept, once and for all lists that are announced', async () => {
    const { client, server, streams } = await connected();
    expect(server.methods).not.toContain('subscriptions/listen');
    await client.listTools();
    await server.sees('subscriptions/listen');
    await client.listPrompts();
    await client.listTools({ refresh: true });
    expect(server.requests('subscriptions/listen')).toHaveLength(1);
    expect(streams[0]?.params['notifications']).toEqual({ toolsListChanged: true, promptsListChanged: true });
    await client.close();
  });

  it('makes a kept list stale, and tells the application', async () => {
    const changed: string[] = [];
    const { client, server, streams } = await connected(LISTED, {
      onListChanged: (list) => changed.push(list),
    });
    await client.listTools();
    await server.sees('subscriptions/listen');
    streams[0]?.notify('notifications/tools/list_changed');
    await client.listTools();
    expect(server.requests('tools/list')).toHaveLength(2);
    expect(changed).toEqual(['tools']);
    await client.close();
  });

  it('is opened at once when the application wants to know', async () => {
    const { client, server } = await connected(LISTED, { onListChanged: () => {} });
    await server.sees('subscriptions/listen');
    await client.close();
  });

  it.each<{ title: string; capabilities?: JsonObject; options?: McpClientOptions }>([
    { title: 'that is switched off', options: { listen: false, onListChanged: () => {} } },
    { title: 'for a server that announces nothing', capabilities: { tools: {} } },
    { title: 'for lists that are not kept', options: { cache: { listTtlMs: 0 } } },
  ])('is not opened: $title', async ({ capabilities, options }) => {
    const { client, server } = await connected(capabilities, options);
    await client.listTools();
    await client.ping();
    expect(server.methods).not.toContain('subscriptions/listen');
    await client.close();
  });

  it('is not opened at a legacy server, which tells by itself', async () => {
    const server = legacyServer(LISTS, LISTED);
    await using client = await McpClient.connect(server.target, { onListChanged: () => {} });
    await client.listTools();
    await client.ping();
    expect(server.methods).not.toContain('subscriptions/listen');
  });

  it('is opened again after it was lost; what was missed meanwhile is fetched anew', async () => {
    const { client, clock, server, ends } = await connected(
      { tools: { listChanged: true } },
      { cache: { listTtlMs: 1e9 } },
    );
    await client.listTools();
    await server.sees('subscriptions/listen');
    ends[0]?.open({ resultType: 'complete' });
    await clock.timerWithin(1000);
    await client.listTools();
    expect(server.requests('tools/list')).toHaveLength(1);
    clock.advance(1000);
    await server.sees('subscriptions/listen', 2);
    await client.listTools();
    expect(server.requests('tools/list')).toHaveLength(2);
    await client.close();
    expect(clock.pending).toBe(0);
  });

  it('does not start a server that ended, but follows the next one', async () => {
    const { client, clock, server } = await connected();
    await client.listTools();
    await server.sees('subscriptions/listen');
    await server.connection.exit();
    clock.advance(1_000_000);
    expect(server.connections).toHaveLength(1);
    await client.ping();
    await server.sees('subscriptions/listen', 2);
    expect(server.connections).toHaveLength(2);
    await client.close();
  });

  it('that is refused costs one warning and is not tried again', async () => {
    const warned = new Gate();
    const warnings: Fault[] = [];
    const onWarning = (warning: Fault): void => {
      warnings.push(warning);
      warned.open();
    };
    const { client, clock, server } = await connected(LISTED, { onWarning });
    delete server.script['subscriptions/listen'];
    await client.listTools();
    await warned.promise;
    expect(warnings.map(({ code }) => code)).toEqual(['capability_missing']);
    clock.advance(1_000_000);
    await client.listTools();
    expect(server.requests('subscriptions/listen')).toHaveLength(1);
    await client.close();
  });

  it('is closed with the client', async () => {
    const { client, server, streams } = await connected();
    await client.listTools();
    await server.sees('subscriptions/listen');
    await client.close();
    expect(streams[0]?.signal?.aborted).toBe(true);
  });
});
