import { describe, expect, it } from 'vitest';
import { ProgramEraCache } from '../../src/client/connect/era-cache.js';
import type { McpClientOptions, Progress } from '../../src/client/index.js';
import { McpClient } from '../../src/client/index.js';
import type { JsonObject, RequestMessage } from '../../src/protocol/index.js';
import { Fault, isJsonObject, isResourceNotFound, META, RpcError } from '../../src/protocol/index.js';
import { FakeClock } from '../support/fake-clock.js';
import { Gate } from '../support/gate.js';
import type { Answer, Asked, Script, ScriptedServer } from '../support/scripted-server.js';
import { EXIT, initializeResult, legacyServer, modernServer, SILENCE } from '../support/scripted-server.js';

const ERAS = ['modern', 'legacy'] as const;
type EraName = (typeof ERAS)[number];

const ALL: JsonObject = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

const text = (value: string): JsonObject => ({ content: [{ type: 'text', text: value }] });

function metaOf(sent: Pick<RequestMessage, 'params'> | undefined): JsonObject {
  const meta = sent?.params?.['_meta'];
  return isJsonObject(meta) ? meta : {};
}

function serverOf(era: EraName, script: Script, capabilities = ALL): ScriptedServer {
  return era === 'modern' ? modernServer(script, capabilities) : legacyServer(script, capabilities);
}

function connect(server: ScriptedServer, options: McpClientOptions = {}): Promise<McpClient> {
  return McpClient.connect(server.target, {
    cache: { eras: new ProgramEraCache() },
    listen: false,
    ...options,
  });
}

describe.each(ERAS)('calls to a %s server', (era) => {
  it('callTool sends name and arguments, and gives the whole result', async () => {
    const result = { ...text('hi'), vendor: { x: 1 }, _meta: { 'com.example/y': 2 } };
    const server = serverOf(era, { 'tools/call': result });
    await using client = await connect(server);
    expect(await client.callTool('echo', { message: 'hi' })).toBe(result);
    const [sent] = server.requests('tools/call');
    expect(sent?.params).toMatchObject({ name: 'echo', arguments: { message: 'hi' } });
    expect(metaOf(sent)).toHaveProperty('progressToken');
    expect(metaOf(sent)[META.PROTOCOL_VERSION]).toBe(era === 'modern' ? '2026-07-28' : undefined);
  });

  it('always sends arguments', async () => {
    const server = serverOf(era, { 'tools/call': text('') });
    await using client = await connect(server);
    await client.callTool('ping');
    expect(server.requests('tools/call')[0]?.params?.['arguments']).toEqual({});
  });

  // requirement: request-has-id, request-id-not-null, request-id-unique-in-flight
  // requirement: request-id-unique-in-session
  it('uses small integers as ids, each once', async () => {
    const server = serverOf(era, { 'tools/call': text('') });
    await using client = await connect(server);
    await Promise.all([client.callTool('a'), client.callTool('b'), client.callTool('c')]);
    const ids = server.received.flatMap((message) => (message.kind === 'request' ? [message.id] : []));
    expect(ids.every(Number.isSafeInteger)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  // requirement: progress-token-type, progress-token-unique
  it('passes on more _meta without losing that of the protocol', async () => {
    const server = serverOf(era, { 'tools/call': text('') });
    await using client = await connect(server);
    const meta = { traceparent: '00-1', progressToken: 'mine', [META.PROTOCOL_VERSION]: '1' };
    await client.callTool('a', {}, { meta });
    const sent = server.requests('tools/call')[0];
    expect(sent?.params?.['_meta']).toMatchObject({ traceparent: '00-1', progressToken: sent?.id });
    if (era === 'modern') {
      expect(sent?.params?.['_meta']).toMatchObject({ [META.PROTOCOL_VERSION]: '2026-07-28' });
    }
  });

  it('rejects with the error of the server', async () => {
    const server = serverOf(era, { 'tools/call': new RpcError(-32602, 'Unknown tool: x', { tool: 'x' }) });
    await using client = await connect(server);
    await expect(client.callTool('x')).rejects.toMatchObject({
      name: 'RpcError',
      code: -32602,
      message: 'Unknown tool: x',
      data: { tool: 'x' },
    });
  });

  it.each([
    { name: 'no content', result: {} },
    { name: 'content that is no list', result: { content: 'hi' } },
    { name: 'a block without type', result: { content: [{}] } },
  ])('rejects $name as an invalid result', async ({ result }) => {
    const server = serverOf(era, { 'tools/call': result });
    await using client = await connect(server);
    await expect(client.callTool('x')).rejects.toMatchObject({
      code: 'invalid_result',
      details: { method: 'tools/call', result },
    });
  });

  it('takes unknown content blocks as they are', async () => {
    const result = { content: [{ type: 'hologram', data: 1 }] };
    const server = serverOf(era, { 'tools/call': result });
    await using client = await connect(server);
    expect(await client.callTool('x')).toBe(result);
  });

  // requirement: completion-partial-results
  it('has a method for every request of the table', async () => {
    const server = serverOf(era, {
      'resources/read': { contents: [{ uri: 'a:b', text: 'hi' }] },
      'prompts/get': { messages: [] },
      'completion/complete': { completion: { values: ['x'] } },
      'logging/setLevel': {},
      ping: {},
    });
    await using client = await connect(server);
    expect((await client.readResource('a:b')).contents).toEqual([{ uri: 'a:b', text: 'hi' }]);
    expect((await client.getPrompt('p', { a: '1' })).messages).toEqual([]);
    const ref = { type: 'ref/prompt', name: 'p' } as const;
    expect((await client.complete({ ref, argument: { name: 'a', value: '' } })).completion.values).toEqual([
      'x',
    ]);
    await client.setLogLevel('debug');
    await client.ping();
    expect(server.requests('resources/read')[0]?.params).toMatchObject({ uri: 'a:b' });
    expect(server.requests('prompts/get')[0]?.params).toMatchObject({ name: 'p', arguments: { a: '1' } });
    expect(server.requests('ping')).toHaveLength(era === 'legacy' ? 1 : 0);
    expect(server.requests('logging/setLevel')).toHaveLength(era === 'legacy' ? 1 : 0);
    expect(server.requests('server/discover')).toHaveLength(era === 'legacy' ? 1 : 2);
  });

  it('request sends anything', async () => {
    const server = serverOf(era, {
      'vendor/x': { resultType: 'complete', y: 1 },
      'tools/list': { tools: [] },
    });
    await using client = await connect(server);
    const expected = era === 'modern' ? { y: 1 } : { resultType: 'complete', y: 1 };
    expect(await client.request('vendor/x', { a: 1 })).toStrictEqual(expected);
    expect(server.requests('vendor/x')[0]?.params).toMatchObject({ a: 1 });
    expect((await client.request('tools/list')).tools).toEqual([]);
  });

  it('ping is content with a server that does not know it', async () => {
    const server = serverOf(era, {});
    await using client = await connect(server);
    server.script['server/discover'] = new RpcError(-32601, 'no');
    await client.ping();
  });

  // requirement: capabilities-respected, negotiated-capabilities-only, lifecycle-errors-handled
  it.each<[string, (client: McpClient) => Promise<unknown>]>([
    ['tools/call', (client) => client.callTool('t')],
    ['resources/read', (client) => client.readResource('a:b')],
    ['prompts/get', (client) => client.getPrompt('p')],
    [
      'completion/complete',
      (client) =>
        client.complete({ ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } }),
    ],
    ['logging/setLevel', (client) => client.setLogLevel('debug')],
  ])('%s needs its capability, and is not sent without', async (method, call) => {
    const server = serverOf(era, {}, {});
    await using client = await connect(server);
    await expect(call(client)).rejects.toMatchObject({
      code: 'capability_missing',
      details: expect.objectContaining({ method }),
    });
    expect(server.methods).not.toContain(method);
  });

  // requirement: resource-not-found-accept-legacy-code
  it.each([
    { error: new RpcError(-32002, 'Resource not found'), known: true },
    { error: new RpcError(-32602, 'Resource not found', { uri: 'a:b' }), known: true },
    { error: new RpcError(-32602, 'Invalid params'), known: false },
  ])('an unknown resource can be told: $error.code', async ({ error, known }) => {
    const server = serverOf(era, { 'resources/read': error });
    await using client = await connect(server);
    const caught = await client.readResource('a:b').catch((reason: unknown) => reason);
    expect(caught).toBeInstanceOf(RpcError);
    expect(isResourceNotFound(caught as RpcError)).toBe(known);
  });
});

describe.each(ERAS)('cancelling, %s', (era) => {
  it('settles the call at once and tells the server', async () => {
    const controller = new AbortController();
    const server = serverOf(era, { 'tools/call': SILENCE });
    await using client = await connect(server);
    const calling = client.callTool('slow', {}, { signal: controller.signal });
    const sent = await server.sees('tools/call');
    controller.abort(new Error('changed my mind'));
    await expect(calling).rejects.toMatchObject({ code: 'cancelled', cause: new Error('changed my mind') });
    const told = await server.sees('notifications/cancelled');
    expect(told.params?.['requestId']).toBe((sent as { id: unknown }).id);
  });

  it('before the call sends nothing', async () => {
    const server = serverOf(era, { 'tools/call': text('') });
    await using client = await connect(server);
    const calling = client.callTool('slow', {}, { signal: AbortSignal.abort() });
    await expect(calling).rejects.toMatchObject({ code: 'cancelled' });
    expect(server.requests('tools/call')).toHaveLength(0);
  });

  it('after the answer does nothing', async () => {
    const controller = new AbortController();
    const server = serverOf(era, { 'tools/call': text('ok') });
    await using client = await connect(server);
    await client.callTool('fast', {}, { signal: controller.signal });
    controller.abort();
    expect(server.methods).not.toContain('notifications/cancelled');
  });
});

describe.each(ERAS)('progress, %s', (era) => {
  it('reaches its call and no other, late and unknown tokens do no harm', async () => {
    const seen: { [call: string]: Progress[] } = { a: [], b: [] };
    const server = serverOf(era, {
      'tools/call': ({ params, connection, notify }) => {
        const token = (params['_meta'] as JsonObject)['progressToken'];
        const name = params['name'] as string;
        notify('notifications/progress', { progressToken: token, progress: 1, total: 2, message: name });
        connection.tell('notifications/progress', { progressToken: token, progress: 1.5 });
        connection.tell('notifications/progress', { progressToken: 'nobody', progress: 1 });
        connection.tell('notifications/progress', {});
        return text(name);
      },
    });
    await using client = await connect(server);
    const call = (name: string) => client.callTool(name, {}, { onProgress: (p) => seen[name]?.push(p) });
    await Promise.all([call('a'), call('b')]);
    expect(seen['a']).toEqual([{ progress: 1, total: 2, message: 'a' }, { progress: 1.5 }]);
    expect(seen['b']).toHaveLength(2);
    const token = metaOf(server.requests('tools/call')[0])['progressToken'] ?? 0;
    server.connection.tell('notifications/progress', { progressToken: token, progress: 100 });
    expect(seen['a']).toHaveLength(2);
  });

  it('a callback that throws costs a warning', async () => {
    const warnings: Fault[] = [];
    const server = serverOf(era, {
      'tools/call': ({ request, notify }) => {
        notify('notifications/progress', { progressToken: request.id, progress: 1 });
        return text('ok');
      },
    });
    await using client = await connect(server, { onWarning: (warning) => warnings.push(warning) });
    const onProgress = (): void => {
      throw new Error('boom');
    };
    await client.callTool('a', {}, { onProgress });
    expect(warnings.map(({ code }) => code)).toContain('handler_failed');
  });
});

describe.each(ERAS)('time budgets, %s', (era) => {
  async function call(options: McpClientOptions, callOptions = {}) {
    const clock = new FakeClock();
    const server = serverOf(era, { 'tools/call': SILENCE, 'resources/read': SILENCE });
    const client = await connect(server, { clock, ...options });
    const calling = client.callTool('slow', {}, callOptions);
    calling.catch(() => {});
    const sent = await server.sees('tools/call');
    return { clock, server, client, calling, id: (sent as { id: number }).id };
  }

  // requirement: timeout-for-every-request, timeout-cancels-request, timeout-sends-cancellation
  // requirement: timeout-per-request, tool-calls-time-out, lifecycle-errors-handled
  it.each([
    { title: 'tools/call: 300 s idle by default', options: {}, callOptions: {}, budget: 'idle', ms: 300_000 },
    {
      title: "the client's idle",
      options: { timeouts: { idleMs: 7 } },
      callOptions: {},
      budget: 'idle',
      ms: 7,
    },
    {
      title: "the call's idle",
      options: { timeouts: { idleMs: 7 } },
      callOptions: { idleMs: 9 },
      budget: 'idle',
      ms: 9,
    },
    {
      title: "the client's total",
      options: { timeouts: { totalMs: 7 } },
      callOptions: {},
      budget: 'total',
      ms: 7,
    },
    { title: "the call's total", options: {}, callOptions: { totalMs: 9 }, budget: 'total', ms: 9 },
  ])('$title', async ({ options, callOptions, budget, ms }) => {
    const { clock, calling, client, server, id } = await call(options, callOptions);
    clock.advance(ms - 1);
    expect(server.connection.pending).toHaveLength(1);
    clock.advance(1);
    await expect(calling).rejects.toMatchObject({
      code: 'timed_out',
      details: { budget, ms, method: 'tools/call' },
      message: expect.stringContaining(`timeouts.${budget}Ms`),
    });
    // 2026-07-28 basic/patterns/cancellation#timeouts
    expect((await server.sees('notifications/cancelled')).params?.['requestId']).toBe(id);
    await client.close();
    expect(clock.pending).toBe(0);
  });

  // requirement: timeout-for-every-request
  it('other requests: 60 s idle by default', async () => {
    const { clock, client, server } = await call({});
    const reading = client.readResource('a:b');
    await server.sees('resources/read');
    clock.advance(60_000);
    await expect(reading).rejects.toMatchObject({
      code: 'timed_out',
      details: { budget: 'idle', ms: 60_000 },
    });
    await client.close();
  });

  // requirement: timeout-maximum-despite-progress
  it('progress keeps a call alive, but not beyond the total', async () => {
    const { clock, calling, client, server, id } = await call({ timeouts: { idleMs: 100, totalMs: 250 } });
    for (let progress = 1; progress <= 3; progress += 1) {
      clock.advance(80);
      server.connection.tell('notifications/progress', { progressToken: id, progress });
    }
    expect(server.connection.pending).toHaveLength(1);
    clock.advance(10);
    await expect(calling).rejects.toMatchObject({ details: { budget: 'total' } });
    await client.close();
  });
});

describe.each(ERAS)('a server that ends, %s', (era) => {
  // requirement: stdio-unexpected-exit-restarted
  it('fails the calls under way by name and is started again for the next one', async () => {
    const server = serverOf(era, { 'tools/call': SILENCE });
    server.stderr = 'out of memory';
    await using client = await connect(server);
    const calls = [client.callTool('a'), client.callTool('b')];
    await server.sees('tools/call', 2);
    const exit = server.connection.exit();
    for (const call of calls) {
      await expect(call).rejects.toMatchObject({
        code: 'process_exited',
        message: expect.stringContaining('out of memory'),
      });
    }
    await exit;
    expect(server.connections).toHaveLength(1);
    server.script['tools/call'] = text('back');
    expect((await client.callTool('c')).content).toEqual([{ type: 'text', text: 'back' }]);
    expect(server.connections).toHaveLength(2);
  });

  it('is started once for all calls that wait', async () => {
    const server = serverOf(era, { 'tools/call': text('ok') });
    await using client = await connect(server);
    await server.connection.exit();
    await Promise.all([client.callTool('a'), client.callTool('b'), client.callTool('c')]);
    expect(server.connections).toHaveLength(2);
  });

  it('and cannot be started fails the call, and is tried again by the next', async () => {
    const server = serverOf(era, { 'tools/call': text('ok') });
    await using client = await connect(server);
    const { script } = server;
    const kept = { ...script };
    script['server/discover'] = EXIT;
    script['initialize'] = EXIT;
    await server.connection.exit();
    await expect(client.callTool('a')).rejects.toMatchObject({ code: 'process_exited' });
    Object.assign(script, kept);
    if (era === 'legacy') delete script['server/discover'];
    expect((await client.callTool('b')).content).toHaveLength(1);
  });

  it('is not waited for longer than a caller wants', async () => {
    const controller = new AbortController();
    const server = serverOf(era, { 'tools/call': text('ok') });
    await using client = await connect(server);
    server.script['server/discover'] = SILENCE;
    server.script['initialize'] = SILENCE;
    await server.connection.exit();
    const calling = client.callTool('a', {}, { signal: controller.signal });
    await server.until(() => server.connections.length === 2);
    controller.abort();
    await expect(calling).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a session that the server has forgotten', () => {
  const expired = new Fault('session_expired', 'HTTP 404');

  // requirement: legacy-session-404-reinitializes
  it('is replaced once, and the calls are sent again', async () => {
    const server = legacyServer({
      'tools/call': ({ connection }) => (connection === server.connections[0] ? expired : text('ok')),
    });
    server.transport = 'http';
    await using client = await connect(server);
    const results = await Promise.all([client.callTool('a'), client.callTool('b')]);
    expect(results).toHaveLength(2);
    expect(server.connections).toHaveLength(2);
    expect(server.connections[0]?.isOver).toBe(true);
    expect(server.requests('tools/call')).toHaveLength(4);
    expect(server.requests('server/discover')).toHaveLength(1);
  });

  it('does not cost the answers that still come in the old one', async () => {
    const gate = new Gate<Answer>();
    const server = legacyServer({
      'tools/call': ({ params, connection }) => {
        if (params['name'] === 'slow') return gate.promise;
        return connection === server.connections[0] ? expired : text('ok');
      },
    });
    server.transport = 'http';
    await using client = await connect(server);
    const slow = client.callTool('slow');
    await client.callTool('fast');
    gate.open(text('late'));
    expect((await slow).content).toEqual([{ type: 'text', text: 'late' }]);
    await server.until(() => server.connections[0]?.isOver);
  });

  it('is not replaced again and again for one call', async () => {
    const server = legacyServer({ 'tools/call': expired });
    server.transport = 'http';
    await using client = await connect(server);
    await expect(client.callTool('a')).rejects.toMatchObject({ code: 'session_expired' });
    expect(server.connections).toHaveLength(2);
  });
});

describe('a server that speaks another version by now', () => {
  const refused = new RpcError(-32022, 'Unsupported protocol version', { supported: ['2025-11-25'] }, 400);

  it('is met anew, and the call is sent again', async () => {
    const server = modernServer({ 'tools/call': text('new') });
    server.transport = 'http';
    await using client = await connect(server);
    expect(client.era).toBe('modern');
    Object.assign(server.script, {
      'server/discover': refused,
      initialize: initializeResult(),
      'tools/call': ({ params }: Asked) =>
        metaOf({ params })[META.PROTOCOL_VERSION] ? refused : text('legacy'),
    });
    expect((await client.callTool('a')).content).toEqual([{ type: 'text', text: 'legacy' }]);
    expect(client.era).toBe('legacy');
  });

  it('is asked twice at most', async () => {
    const server = modernServer({ 'tools/call': refused });
    await using client = await connect(server);
    await expect(client.callTool('a')).rejects.toMatchObject({ code: -32022 });
    expect(server.requests('tools/call')).toHaveLength(2);
  });
});

describe.each(ERAS)('closing, %s', (era) => {
  it('is idempotent, ends calls under way and refuses later ones', async () => {
    const clock = new FakeClock();
    const server = serverOf(era, { 'tools/call': SILENCE, 'tools/list': { tools: [] } });
    const client = await connect(server, { clock });
    const calling = client.callTool('a');
    await server.sees('tools/call');
    await Promise.all([client.close(), client.close()]);
    await client.close();
    await expect(calling).rejects.toMatchObject({ code: 'closed' });
    await expect(client.callTool('b')).rejects.toMatchObject({ code: 'closed' });
    await expect(client.listTools()).rejects.toMatchObject({ code: 'closed' });
    expect(() => client.subscribe({ tools: true })).toThrow(expect.objectContaining({ code: 'closed' }));
    await expect(client.notifyRootsChanged()).rejects.toMatchObject({ code: 'closed' });
    expect(server.connection.closeCalls).toBe(1);
    expect(client.serverInfo).toEqual({ name: 'scripted', version: '1' });
    expect(clock.pending).toBe(0);
  });

  it('ends what waits for a new session', async () => {
    const server = serverOf(era, {});
    const client = await connect(server);
    server.script['server/discover'] = SILENCE;
    server.script['initialize'] = SILENCE;
    await server.connection.exit();
    const calling = client.callTool('a');
    await server.until(() => server.connections.length === 2);
    await client.close();
    await expect(calling).rejects.toMatchObject({ code: 'closed' });
    expect(server.connections.every(({ isOver }) => isOver)).toBe(true);
  });
});

describe('log messages', () => {
  it('are asked for on every modern request, and reach onLog', async () => {
    const logs: unknown[] = [];
    const server = modernServer(
      {
        'tools/call': ({ notify }) => {
          notify('notifications/message', { level: 'error', logger: 'db', data: { x: 1 } });
          return text('');
        },
      },
      ALL,
    );
    await using client = await connect(server, { onLog: (entry) => logs.push(entry) });
    await client.callTool('a');
    await client.setLogLevel('debug');
    await client.callTool('b');
    const levels = server.requests('tools/call').map((sent) => metaOf(sent)[META.LOG_LEVEL]);
    expect(levels).toEqual(['info', 'debug']);
    expect(logs[0]).toEqual({ level: 'error', logger: 'db', data: { x: 1 } });
  });

  it('are not asked for without a handler or a level', async () => {
    const server = modernServer({ 'tools/call': text('') }, ALL);
    await using client = await connect(server);
    await client.callTool('a');
    expect(server.requests('tools/call')[0]?.params?.['_meta']).not.toHaveProperty(META.LOG_LEVEL);
  });

  it('are set at a legacy server when a level is given, again after a restart', async () => {
    const server = legacyServer({ 'logging/setLevel': {}, 'tools/call': text('') }, ALL);
    await using client = await connect(server, { logLevel: 'warning' });
    expect(server.requests('logging/setLevel').map(({ params }) => params)).toEqual([{ level: 'warning' }]);
    await server.connection.exit();
    await client.callTool('a');
    expect(server.requests('logging/setLevel')).toHaveLength(2);
  });

  it('a level that a legacy server does not take costs a warning', async () => {
    const warned = new Gate<Fault>();
    const server = legacyServer({}, ALL);
    await using _client = await connect(server, { logLevel: 'info', onWarning: (w) => warned.open(w) });
    expect((await warned.promise).code).toBe('capability_missing');
  });
});

describe('roots', () => {
  // requirement: roots-list-changed-sent
  it('that change are announced to a legacy server only', async () => {
    const legacy = legacyServer();
    await using first = await connect(legacy, { roots: [] });
    await first.notifyRootsChanged();
    expect(legacy.methods).toContain('notifications/roots/list_changed');
    const modern = modernServer();
    await using second = await connect(modern, { roots: [] });
    await second.notifyRootsChanged();
    expect(modern.methods).toEqual(['server/discover']);
  });

  // requirement: negotiated-capabilities-only
  it('that were not declared cannot change', async () => {
    const server = legacyServer();
    await using client = await connect(server);
    await expect(client.notifyRootsChanged()).rejects.toMatchObject({ code: 'invalid_argument' });
    expect(server.methods).not.toContain('notifications/roots/list_changed');
  });
});

describe('results that say they are something else', () => {
  // requirement: result-type-unknown-invalid, result-type-set-from-core-and-extensions
  it.each([
    { resultType: 'task', code: 'invalid_result' },
    { resultType: 7, code: 'invalid_result' },
  ])('resultType $resultType is refused by a modern client', async ({ resultType, code }) => {
    const server = modernServer({ 'tools/call': { resultType, content: [] } });
    await using client = await connect(server);
    await expect(client.callTool('a')).rejects.toMatchObject({ code });
  });

  // requirement: result-type-absent-is-complete
  it('no resultType is a complete result', async () => {
    const server = modernServer({ 'tools/call': { content: [] } });
    await using client = await connect(server);
    expect((await client.callTool('a')).content).toEqual([]);
  });

  it('a legacy server may say anything', async () => {
    const server = legacyServer({ 'tools/call': { resultType: 'input_required', content: [] } });
    await using client = await connect(server);
    expect((await client.callTool('a')).content).toEqual([]);
  });
});

describe('a server without a name', () => {
  it('is served all the same', async () => {
    const server = legacyServer({
      initialize: { ...initializeResult(), serverInfo: 'x' },
      'tools/call': text(''),
    });
    await using client = await connect(server);
    expect(client.serverInfo).toBeUndefined();
    await client.callTool('a');
  });
});
