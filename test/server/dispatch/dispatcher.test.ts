import { describe, expect, it } from 'vitest';
import type { JsonObject, Revision } from '../../../src/protocol/index.js';
import { META, REVISIONS, request } from '../../../src/protocol/index.js';
import { McpServer, type ServerOptions } from '../../../src/server/index.js';
import { ScriptedClient, textOf } from '../../support/scripted-client.js';

const newest = [...REVISIONS].reverse();
const legacyRevisions = REVISIONS.filter((revision) => revision < '2026-07-28');

function newServer(options: ServerOptions = {}): McpServer {
  return new McpServer({ name: 'test', version: '1' }, { onLog: () => {}, ...options }).tool({
    name: 't',
    run: (_args, context) => context.era,
  });
}

const handshake = (protocolVersion: string): JsonObject => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'c', version: '1' },
});

const bare = (client: ScriptedClient, method: string, params?: JsonObject) =>
  client.send(request(1, method, params), { revision: '2025-11-25' });

describe('which era a request belongs to', () => {
  it('an enveloped request is modern', async () => {
    const client = new ScriptedClient(newServer());
    expect(textOf(await client.result('tools/call', { name: 't' }))).toBe('modern');
  });

  it('a bare one is legacy after initialize', async () => {
    const client = new ScriptedClient(newServer());
    await client.initialize();
    expect(textOf(await client.result('tools/call', { name: 't' }))).toBe('legacy');
  });

  // requirement: server-stateless-context
  it('an enveloped one is modern even after initialize', async () => {
    const client = new ScriptedClient(newServer());
    await client.initialize();
    const result = await client.result('tools/call', { name: 't' }, { revision: '2026-07-28' });
    expect(textOf(result)).toBe('modern');
  });

  it('both at once do not disturb each other', async () => {
    const client = new ScriptedClient(newServer());
    await client.initialize();
    const eras: Revision[] = ['2026-07-28', '2025-11-25', '2026-07-28', '2025-11-25'];
    const results = await Promise.all(
      eras.map((revision) => client.result('tools/call', { name: 't' }, { revision })),
    );
    expect(results.map(textOf)).toEqual(['modern', 'legacy', 'modern', 'legacy']);
  });

  // requirement: initialize-first
  it.each(['tools/list', 'tools/call', 'nothing/known', 'server/discover'])(
    'a bare %s before initialize is refused, naming the envelope',
    async (method) => {
      const { response } = await bare(new ScriptedClient(newServer()), method, { name: 't' });
      expect(response).toMatchObject({
        error: { code: -32602, message: expect.stringContaining(META.PROTOCOL_VERSION) },
        httpStatus: 400,
      });
      expect(JSON.stringify(response)).toContain('_meta');
    },
  );

  // requirement: ping-answered
  it('a bare ping is answered before initialize', async () => {
    const { response } = await bare(new ScriptedClient(newServer()), 'ping');
    expect(response).toEqual({ kind: 'success', id: 1, result: {} });
  });

  // requirement: initialize-first
  it('one peer that is initialized says nothing about another', async () => {
    const server = newServer();
    await new ScriptedClient(server).initialize();
    const { response } = await bare(new ScriptedClient(server), 'tools/list');
    expect(response).toMatchObject({ error: { code: -32602 } });
  });
});

describe('the envelope', () => {
  const meta = { [META.PROTOCOL_VERSION]: '2026-07-28', [META.CLIENT_CAPABILITIES]: {} };

  // requirement: meta-missing-field-rejected, logging-unknown-level-rejected
  it.each<[string, JsonObject, RegExp]>([
    ['no capabilities', { [META.PROTOCOL_VERSION]: '2026-07-28' }, /clientCapabilities/],
    ['no version', { [META.CLIENT_CAPABILITIES]: {} }, /protocolVersion/],
    ['a version that is no text', { ...meta, [META.PROTOCOL_VERSION]: 7 }, /protocolVersion/],
    ['an unknown log level', { ...meta, [META.LOG_LEVEL]: 'loud' }, /logLevel/],
  ])('with %s is -32602', async (_name, envelope, text) => {
    const client = new ScriptedClient(newServer());
    const { response } = await client.send(request(1, 'tools/list', { _meta: envelope }));
    expect(response).toMatchObject({ error: { code: -32602, message: expect.stringMatching(text) } });
  });

  // requirement: unsupported-version-error, http-unsupported-version-400
  it.each(['1900-01-01', '2025-11-25', '2099-01-01'])('naming version %s is -32022', async (revision) => {
    const client = new ScriptedClient(newServer());
    const params = { _meta: { ...meta, [META.PROTOCOL_VERSION]: revision } };
    const { response } = await client.send(request(1, 'server/discover', params));
    expect(response).toMatchObject({
      error: { code: -32022, data: { supported: newest, requested: revision } },
      httpStatus: 400,
    });
  });

  it('is not served by a server of legacy revisions alone', async () => {
    const client = new ScriptedClient(newServer({ revisions: ['2025-06-18'] }));
    expect(await client.error('tools/list')).toMatchObject({
      code: -32022,
      data: { supported: ['2025-06-18'] },
    });
  });
});

describe('modern results', () => {
  // requirement: result-has-result-type, meta-server-info-sent, cache-hints-sent
  it('carry type, server and caching hints', async () => {
    const client = new ScriptedClient(
      newServer({ cache: { 'tools/list': { ttlMs: 5, cacheScope: 'public' } } }),
    );
    expect(await client.result('tools/list')).toMatchObject({
      resultType: 'complete',
      _meta: { [META.SERVER_INFO]: { name: 'test', version: '1' } },
      ttlMs: 5,
      cacheScope: 'public',
    });
  });

  it('name no server when it wants to stay unnamed', async () => {
    const result = await new ScriptedClient(newServer({ identify: false })).result('tools/list');
    expect(result['_meta']).toBeUndefined();
  });

  // requirement: server-discover-implemented
  it('discover lists revisions, capabilities and instructions', async () => {
    const server = new McpServer({ name: 'test', version: '1', instructions: 'Be kind.' }, { logging: true });
    server.tool({ name: 't', run: () => 'x' });
    const result = await new ScriptedClient(server).result('server/discover');
    expect(result).toMatchObject({
      supportedVersions: newest,
      capabilities: { tools: { listChanged: true }, logging: {} },
      instructions: 'Be kind.',
      ttlMs: 30_000,
      cacheScope: 'private',
    });
    expect(result['_meta']).toEqual({ [META.SERVER_INFO]: { name: 'test', version: '1' } });
  });

  it.each(['ping', 'logging/setLevel', 'resources/subscribe', 'initialize', 'nothing/known', 'roots/list'])(
    '%s does not exist',
    async (method) => {
      const client = new ScriptedClient(newServer({ logging: true }));
      expect(await client.error(method, { uri: 'a:b', level: 'info' })).toEqual({
        code: -32601,
        message: `Method not found: ${method}`,
        httpStatus: 404,
      });
    },
  );
});

describe('initialize', () => {
  // requirement: initialize-answered, initialize-same-version-answered
  it.each(legacyRevisions)('%s', async (revision) => {
    const server = new McpServer({ name: 'test', version: '1', title: 'T', instructions: 'i' });
    const result = await new ScriptedClient(server).initialize(revision);
    expect(result).toEqual({
      protocolVersion: revision,
      capabilities: {},
      serverInfo: { name: 'test', version: '1', title: 'T' },
      instructions: 'i',
    });
  });

  // requirement: initialize-other-version-answered, initialize-latest-version-answered
  it.each([
    ['1999-01-01', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
  ])('asked for %s answers %s', async (asked, answered) => {
    const { response } = await bare(new ScriptedClient(newServer()), 'initialize', handshake(asked));
    expect(response).toMatchObject({ result: { protocolVersion: answered } });
  });

  it('a second time is -32600, and the session goes on', async () => {
    const client = new ScriptedClient(newServer());
    await client.initialize();
    expect(await client.error('initialize', handshake('2025-11-25'))).toMatchObject({ code: -32600 });
    expect(await client.result('ping')).toEqual({});
  });

  // requirement: modern-only-names-versions-to-initialize
  it('of a modern server names what it speaks', async () => {
    const client = new ScriptedClient(newServer({ revisions: ['2026-07-28'] }));
    const { response } = await bare(client, 'initialize', handshake('2025-11-25'));
    expect(response).toMatchObject({
      error: { code: -32601, message: expect.stringContaining('2026-07-28') },
    });
    expect(await client.error('initialize', handshake('2025-11-25'))).toMatchObject({
      code: -32601,
      message: expect.stringContaining('2026-07-28'),
      data: { supported: ['2026-07-28'] },
    });
    expect((await bare(client, 'ping')).response).toMatchObject({ error: { code: -32602 } });
  });

  it.each([
    ['no params', undefined],
    ['no client info', { protocolVersion: '2025-11-25', capabilities: {} }],
  ])('with %s is -32602', async (_name, params) => {
    const { response } = await bare(new ScriptedClient(newServer()), 'initialize', params);
    expect(response).toMatchObject({ error: { code: -32602 } });
  });
});

describe('legacy sessions', () => {
  it.each(['server/discover', 'subscriptions/listen', 'tasks/list', 'nothing/known'])(
    '%s does not exist, and no HTTP status says the session is gone',
    async (method) => {
      const client = new ScriptedClient(newServer());
      await client.initialize();
      expect(await client.error(method, { notifications: {} })).toEqual({
        code: -32601,
        message: `Method not found: ${method}`,
      });
    },
  );

  // requirement: negotiated-version-respected
  it('results carry nothing of the modern wire', async () => {
    const client = new ScriptedClient(newServer());
    await client.initialize();
    expect(Object.keys(await client.result('tools/list'))).toEqual(['tools']);
  });

  // requirement: elicitation-bound-to-client-and-user
  it('belong to who opened them', async () => {
    const server = newServer();
    const ann = new ScriptedClient(server, { auth: { principal: 'ann' } });
    await ann.initialize();
    const context = {
      peer: ann.peer,
      signal: new AbortController().signal,
      notify() {},
      request: ann.peer.request,
    };
    const asBob = await server.request(request(1, 'ping'), { ...context, auth: { principal: 'bob' } });
    expect(asBob).toMatchObject({ error: { code: -32600 }, httpStatus: 403 });
    expect(await server.request(request(1, 'ping'), context)).toMatchObject({ kind: 'error' });
    expect(await ann.result('ping')).toEqual({});
  });
});

describe('capabilities', () => {
  const everything = (options: ServerOptions = {}) =>
    new McpServer({ name: 'test', version: '1' }, { logging: true, extensions: { 'x/y': {} }, ...options })
      .tool({ name: 't', run: () => 'x' })
      .resource({ uri: 'a:b', name: 'r', read: () => 'x' })
      .prompt({ name: 'p', get: () => 'x', complete: () => [] });

  // requirement: tools-capability-declared, prompts-capability-declared, resources-capability-declared
  // requirement: completions-capability-declared, logging-capability-declared, negotiated-version-respected
  it.each<[Revision, JsonObject]>([
    ['2024-11-05', {}],
    ['2025-03-26', { completions: {} }],
    ['2025-11-25', { completions: {} }],
  ])('of %s', async (revision, more) => {
    const result = await new ScriptedClient(everything()).initialize(revision);
    expect(result['capabilities']).toEqual({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      logging: {},
      ...more,
    });
  });

  // requirement: completions-capability-declared, logging-capability-declared
  it('of the modern revision hold extensions', async () => {
    const result = await new ScriptedClient(everything()).result('server/discover');
    expect(result['capabilities']).toMatchObject({ extensions: { 'x/y': {} }, completions: {}, logging: {} });
  });

  it('say when nothing changes', async () => {
    const server = everything({ listChanged: false, resourceUpdates: false });
    const result = await new ScriptedClient(server).initialize();
    expect(result['capabilities']).toMatchObject({ tools: {}, prompts: {}, resources: {} });
    expect(JSON.stringify(result)).not.toMatch(/listChanged|subscribe/);
  });

  it('can be declared ahead of what will be registered', async () => {
    const server = new McpServer(
      { name: 'test', version: '1' },
      { features: ['tools', 'resources', 'prompts', 'completions'] },
    );
    const client = new ScriptedClient(server);
    const { capabilities } = await client.initialize();
    expect(Object.keys(capabilities as JsonObject).sort()).toEqual([
      'completions',
      'prompts',
      'resources',
      'tools',
    ]);
    for (const [method, member] of [
      ['tools/list', 'tools'],
      ['resources/list', 'resources'],
      ['resources/templates/list', 'resourceTemplates'],
      ['prompts/list', 'prompts'],
    ] as const) {
      expect(await client.result(method)).toEqual({ [member]: [] });
    }
  });

  // requirement: completion-standard-errors, capabilities-respected
  it.each(['tools/call', 'resources/read', 'prompts/get', 'completion/complete', 'logging/setLevel'])(
    'that are not declared have no %s',
    async (method) => {
      const client = new ScriptedClient(new McpServer({ name: 'test', version: '1' }));
      await client.initialize();
      expect(await client.error(method)).toMatchObject({ code: -32601 });
    },
  );
});

describe('ids', () => {
  // requirement: response-echoes-id
  it.each([0, '', '7', 7, 12345678901234567890n])('%s comes back as it was', async (id) => {
    const client = new ScriptedClient(newServer());
    expect((await client.call('tools/list', {}, { id })).response.id).toBe(id);
  });
});

describe('what handlers may not break', () => {
  // requirement: prompts-standard-errors
  it('an unexpected exception is -32603 with fixed text, and goes to the log', async () => {
    const logged: unknown[] = [];
    const secret = new Error('password=hunter2');
    const server = new McpServer({ name: 'test', version: '1' }, { onLog: (entry) => logged.push(entry) });
    server.prompt({
      name: 'p',
      get: () => {
        throw secret;
      },
    });
    const client = new ScriptedClient(server);
    expect(await client.error('prompts/get', { name: 'p' })).toEqual({
      code: -32603,
      message: 'Internal error',
    });
    expect(logged).toEqual([expect.objectContaining({ level: 'error', error: secret })]);
  });

  it('a log hook that throws changes nothing', async () => {
    const server = newServer({
      onLog: () => {
        throw new Error('disk full');
      },
    });
    server.prompt({
      name: 'p',
      get: () => {
        throw new Error('x');
      },
    });
    const lines: unknown[] = [];
    const { error } = console;
    console.error = (...args) => lines.push(args);
    try {
      expect(await new ScriptedClient(server).error('prompts/get', { name: 'p' })).toMatchObject({
        code: -32603,
      });
    } finally {
      console.error = error;
    }
    expect(lines).toHaveLength(1);
  });

  // requirement: extension-id-format
  it.each([
    [{ revisions: [] }, /revisions/],
    [{ revisions: ['2000-01-01'] }, /revisions/],
    [{ pageSize: 0 }, /pageSize/],
    [{ extensions: { ui: {} } }, /extensions.*needs a prefix/],
    [{ extensions: { '1.com/ui': {} } }, /extensions.*must start with a letter/],
    [{ requestState: { key: 'short' } }, /requestState\.key/],
  ])('options %j are refused', (options, text) => {
    expect(() => new McpServer({ name: 'test', version: '1' }, options as ServerOptions)).toThrow(text);
  });
});
