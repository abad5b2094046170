// What a modern server may not make depend on anything but the request itself.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/protocol/index.js';
import { META, request } from '../../src/protocol/index.js';
import { McpServer } from '../../src/server/index.js';
import { ScriptedClient, textOf } from '../support/scripted-client.js';

const form = { type: 'object', properties: { name: { type: 'string' } } } as const;

function newServer(): McpServer {
  const server = new McpServer({ name: 'test', version: '1' }, { onLog: () => {} });
  server.tool({
    name: 'greet',
    run: async (_args, context) => {
      const { content } = await context.elicit({ key: 'who', message: 'Who?', requestedSchema: form });
      return `Hello, ${content?.['name']}!`;
    },
  });
  for (const name of ['c', 'a', 'b']) {
    server.tool({ name, run: () => name });
    server.prompt({ name, get: () => name });
    server.resource({ uri: `test://${name}`, name, read: () => name });
  }
  return server;
}

const elicitation = { capabilities: { elicitation: {} } };

describe('the client of a request', () => {
  // requirement: server-stateless-context, server-uses-declared-capabilities-only
  it('can do what this request declares, whatever an earlier one did', async () => {
    const client = new ScriptedClient(newServer());
    const params = { name: 'greet' };
    expect((await client.result('tools/call', params, elicitation))['resultType']).toBe('input_required');
    expect(await client.error('tools/call', params)).toMatchObject({ code: -32021 });
    expect((await client.result('tools/call', params, elicitation))['resultType']).toBe('input_required');
  });

  // requirement: server-no-connection-affinity
  it('may come back over another connection', async () => {
    const server = newServer();
    const first = await new ScriptedClient(server).result('tools/call', { name: 'greet' }, elicitation);
    const retry = {
      name: 'greet',
      requestState: first['requestState'] as string,
      inputResponses: { who: { action: 'accept', content: { name: 'Ann' } } },
    };
    const other = new ScriptedClient(server);
    expect(textOf(await other.result('tools/call', retry, elicitation))).toBe('Hello, Ann!');
  });
});

describe('what a client calls itself', () => {
  const call = async (client: ScriptedClient, clientInfo: JsonObject | undefined, params: JsonObject) => {
    const meta = {
      [META.PROTOCOL_VERSION]: '2026-07-28',
      [META.CLIENT_CAPABILITIES]: { elicitation: {} },
      ...(clientInfo === undefined ? {} : { [META.CLIENT_INFO]: clientInfo }),
    };
    const { response } = await client.send(request(1, 'tools/call', { ...params, _meta: meta }));
    if (response.kind !== 'success') throw new Error(response.error.message);
    return response.result;
  };
  const inputResponses = { who: { action: 'accept', content: { name: 'Ann' } } };

  // requirement: peer-info-no-behaviour, peer-info-no-security
  it.each([undefined, { name: 'other', version: '2' }, { name: 'test', version: '1' }])(
    'opens and closes nothing: %o continues what another one began',
    async (clientInfo) => {
      const client = new ScriptedClient(newServer());
      const first = await call(client, { name: 'one', version: '1' }, { name: 'greet' });
      const requestState = first['requestState'] as string;
      const result = await call(client, clientInfo, { name: 'greet', requestState, inputResponses });
      expect(textOf(result)).toBe('Hello, Ann!');
    },
  );
});

const LISTS = [
  { list: 'tools', requirement: 'tools-list-same-for-all-connections' },
  { list: 'prompts', requirement: 'prompts-list-same-for-all-connections' },
  { list: 'resources', requirement: 'resources-list-same-for-all-connections' },
];

describe('a list', () => {
  // requirement: tools-list-order-stable
  it.each(LISTS)('of $list is the same on every connection and after other requests', async ({ list }) => {
    const server = newServer();
    const client = new ScriptedClient(server);
    const first = await client.result(`${list}/list`);
    expect((first[list] as JsonObject[]).map(({ name }) => name).slice(-3)).toEqual(['c', 'a', 'b']);
    await client.result('tools/call', { name: 'a' });
    await client.result('tools/call', { name: 'greet' }, elicitation);
    await client.call('subscriptions/listen', { notifications: {} }, { signal: AbortSignal.abort() });
    expect(await client.result(`${list}/list`)).toEqual(first);
    expect(await new ScriptedClient(server).result(`${list}/list`)).toEqual(first);
  });
});
