import { describe, expect, it } from 'vitest';
import type { ClientCapabilities, JsonObject } from '../../src/protocol/index.js';
import { REVISIONS } from '../../src/protocol/index.js';
import { McpServer } from '../../src/server/index.js';
import { ScriptedClient, textOf } from '../support/scripted-client.js';

const FEATURES = ['tools', 'prompts', 'resources'] as const;

/** What the server declares, in the way of the revision. */
async function declared(client: ScriptedClient, revision: (typeof REVISIONS)[number]): Promise<JsonObject> {
  const isModern = revision === '2026-07-28';
  const result = await (isModern ? client.result('server/discover') : client.initialize(revision));
  return result['capabilities'] as JsonObject;
}

describe.each(REVISIONS)('a server of %s', (revision) => {
  // requirement: tools-capability-declared, prompts-capability-declared, resources-capability-declared
  // requirement: tools-list-answered, prompts-list-answered, resources-list-answered
  it.each(FEATURES)('declares %s when it has them, and lists them', async (feature) => {
    const server = new McpServer({ name: 'test', version: '1' });
    if (feature === 'tools') server.tool({ name: 'x', run: () => 'x' });
    else if (feature === 'prompts') server.prompt({ name: 'x', get: () => 'x' });
    else server.resource({ uri: 'test://x', name: 'x', read: () => 'x' });
    const client = new ScriptedClient(server);
    expect(Object.keys(await declared(client, revision))).toEqual([feature]);
    expect(await client.result(`${feature}/list`)).toMatchObject({ [feature]: [{ name: 'x' }] });
  });

  it.each(FEATURES)('declares no %s when it has none, and does not list them', async (feature) => {
    const client = new ScriptedClient(new McpServer({ name: 'test', version: '1' }));
    expect(await declared(client, revision)).toEqual({});
    expect(await client.error(`${feature}/list`)).toMatchObject({ code: -32601 });
  });

  // requirement: logging-capability-declared
  it.each([true, false])('declares logging when it logs: %s', async (logging) => {
    const server = new McpServer({ name: 'test', version: '1' }, { logging });
    expect('logging' in (await declared(new ScriptedClient(server), revision))).toBe(logging);
  });
});

describe('an extension', () => {
  const extended: ClientCapabilities = { extensions: { 'com.example/one': {} } };

  // requirement: extension-missing-falls-back
  it.each<[string, readonly string[], ClientCapabilities]>([
    ['of the client alone', [], extended],
    ['of the server alone', ['com.example/one'], {}],
    ['that the other side does not have', ['com.example/two'], extended],
  ])('%s leaves the core as it is', async (_name, ours, capabilities) => {
    const extensions = Object.fromEntries(ours.map((id) => [id, {}]));
    const server = new McpServer({ name: 'test', version: '1' }, { extensions });
    server.tool({ name: 'x', run: () => 'done' });
    const client = new ScriptedClient(server);
    const result = await client.result('tools/call', { name: 'x' }, { capabilities });
    expect(result['resultType']).toBe('complete');
    expect(textOf(result)).toBe('done');
    await client.initialize('2025-11-25', capabilities);
    expect(textOf(await client.result('tools/call', { name: 'x' }))).toBe('done');
  });
});

describe('legacy clients', () => {
  // requirement: resources-list-changed-notified
  it('hear that the list of resources has changed', async () => {
    const server = new McpServer({ name: 'test', version: '1' });
    server.resource({ uri: 'test://a', name: 'a', read: () => 'x' });
    const client = new ScriptedClient(server);
    await client.initialize();
    server.resource({ uri: 'test://b', name: 'b', read: () => 'x' });
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    expect(client.unasked.map(({ method }) => method)).toEqual(['notifications/resources/list_changed']);
  });
});
