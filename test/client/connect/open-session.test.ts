import { describe, expect, it } from 'vitest';
import { ProgramEraCache } from '../../../src/client/connect/era-cache.js';
import type { McpClientOptions } from '../../../src/client/index.js';
import { McpClient } from '../../../src/client/index.js';
import { Fault, META, RpcError } from '../../../src/protocol/index.js';
import { streamableHttpServer } from '../../../src/transport/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { Gate } from '../../support/gate.js';
import type { Answer, Script } from '../../support/scripted-server.js';
import {
  discoverResult,
  EXIT,
  initializeResult,
  legacyServer,
  modernServer,
  ScriptedServer,
  SILENCE,
} from '../../support/scripted-server.js';

const HANDSHAKE = ['server/discover', 'initialize', 'notifications/initialized'];

function connect(server: ScriptedServer, options: McpClientOptions = {}): Promise<McpClient> {
  return McpClient.connect(server.target, { cache: { eras: new ProgramEraCache() }, ...options });
}

/** Over HTTP, with connections opened by the script. */
function connectHttp(server: ScriptedServer, options: McpClientOptions = {}): Promise<McpClient> {
  return McpClient.connect(streamableHttpServer({ url: 'http://127.0.0.1:9/mcp' }), {
    cache: { eras: new ProgramEraCache() },
    openConnection: (target, connectionOptions) => {
      server.transport = target.kind === 'sse' ? 'sse' : 'http';
      return server.open(connectionOptions);
    },
    ...options,
  });
}

const versionRefused = (supported: string[]): RpcError =>
  new RpcError(-32022, 'Unsupported protocol version', { supported, requested: '2026-07-28' }, 400);

describe('a modern server', () => {
  // requirement: stdio-probe-first, meta-required-fields-sent, meta-client-info-sent
  it('is recognised by its DiscoverResult, and nothing else is sent', async () => {
    const server = modernServer({}, { tools: { listChanged: true } });
    await using client = await connect(server, { clientInfo: { name: 'me', version: '3' } });
    expect(client.era).toBe('modern');
    expect(client.revision).toBe('2026-07-28');
    expect(client.serverInfo).toEqual({ name: 'scripted', version: '1' });
    expect(client.capabilities).toEqual({ tools: { listChanged: true } });
    expect(server.methods).toEqual(['server/discover']);
    expect(server.connection.outcome).toEqual({ revision: '2026-07-28', era: 'modern' });
    expect(server.requests('server/discover')[0]?.params).toEqual({
      _meta: {
        [META.PROTOCOL_VERSION]: '2026-07-28',
        [META.CLIENT_INFO]: { name: 'me', version: '3' },
        [META.CLIENT_CAPABILITIES]: {},
      },
    });
  });

  // requirement: unsupported-version-retried
  it('that refuses the version but names it is probed once more', async () => {
    let probes = 0;
    const server = new ScriptedServer({
      'server/discover': () => {
        probes += 1;
        return probes === 1 ? versionRefused(['2026-07-28']) : discoverResult();
      },
    });
    await using client = await connect(server);
    expect(client.era).toBe('modern');
    expect(server.methods).toEqual(['server/discover', 'server/discover']);
  });

  // requirement: unsupported-version-retried
  it.each<{ title: string; answer: Answer }>([
    { title: '-32022 with unknown versions only', answer: versionRefused(['2999-01-01']) },
    { title: '-32022 without a list', answer: new RpcError(-32022, 'no') },
    { title: '-32020', answer: new RpcError(-32020, 'Header mismatch') },
    { title: '-32021', answer: new RpcError(-32021, 'needs roots', { requiredCapabilities: { roots: {} } }) },
    { title: 'unknown versions in a result', answer: discoverResult({}, ['2999-01-01']) },
  ])('is not sent initialize after $title', async ({ answer }) => {
    const server = new ScriptedServer({ 'server/discover': answer, initialize: initializeResult() });
    await expect(connect(server)).rejects.toMatchObject({ code: 'negotiation_failed' });
    expect(server.methods).toEqual(['server/discover']);
    expect(server.connection.isOver).toBe(true);
  });
});

describe('a legacy server', () => {
  // requirement: stdio-fallback-any-error, error-legacy-range-means-nothing
  it.each<{ title: string; answer: Answer }>([
    ...[-32601, -32602, -32600, -32603, -32002, -32000, 0].map((code) => ({
      title: `error ${code}`,
      answer: new RpcError(code, 'what?'),
    })),
    { title: 'an empty result', answer: {} },
    { title: '-32022 with legacy versions only', answer: versionRefused(['2025-11-25', '2025-06-18']) },
    { title: 'a result with legacy versions only', answer: discoverResult({}, ['2025-11-25']) },
    { title: 'an unreadable answer', answer: new Fault('invalid_json', 'not JSON') },
  ])('is found out by $title, on the same connection', async ({ answer }) => {
    const server = legacyServer({ 'server/discover': answer });
    await using client = await connect(server);
    expect(client.era).toBe('legacy');
    expect(client.revision).toBe('2025-11-25');
    expect(server.methods).toEqual(HANDSHAKE);
    expect(server.connections).toHaveLength(1);
    expect(server.connection.outcome).toEqual({ revision: '2025-11-25', era: 'legacy' });
  });

  it('that ends on the probe is started again, and not probed again', async () => {
    const server = legacyServer({ 'server/discover': EXIT });
    await using client = await connect(server);
    expect(client.era).toBe('legacy');
    expect(server.connections).toHaveLength(2);
    expect(server.methods).toEqual(HANDSHAKE);
  });

  it('that ends on the probe and on initialize is an error with what it wrote', async () => {
    const server = legacyServer({ 'server/discover': EXIT, initialize: EXIT });
    server.stderr = 'no such module';
    await expect(connect(server)).rejects.toMatchObject({
      code: 'process_exited',
      message: expect.stringContaining('no such module'),
    });
    expect(server.connections.every(({ isOver }) => isOver)).toBe(true);
  });

  // requirement: initialize-first, initialized-sent, client-waits-for-initialize-answer
  it('is asked for nothing but its handshake when the client is pinned to the era', async () => {
    const server = legacyServer();
    await using client = await connect(server, { era: 'legacy' });
    expect(client.era).toBe('legacy');
    expect(server.methods).toEqual(HANDSHAKE.slice(1));
  });

  // requirement: initialize-sent-with-version-and-capabilities, initialize-supported-version
  // requirement: initialize-latest-version, elicitation-capability-declared, roots-capability-declared
  it('gets capabilities and name in initialize', async () => {
    const server = legacyServer();
    await using _client = await connect(server, {
      era: 'legacy',
      clientInfo: { name: 'me', version: '3' },
      roots: [],
      onElicit: () => ({ action: 'cancel' }),
    });
    expect(server.requests('initialize')[0]?.params).toEqual({
      protocolVersion: '2025-11-25',
      capabilities: { roots: { listChanged: true }, elicitation: { form: {}, url: {} } },
      clientInfo: { name: 'me', version: '3' },
    });
  });
});

describe('a silent server', () => {
  async function silentThen(script: Script, options: McpClientOptions = {}) {
    const clock = new FakeClock();
    const server = new ScriptedServer({ 'server/discover': SILENCE, ...script });
    const opening = connect(server, { clock, ...options });
    await server.sees('server/discover');
    await clock.timerWithin(5000);
    clock.advance(4999);
    expect(server.methods).toEqual(['server/discover']);
    clock.advance(1);
    return { clock, server, opening };
  }

  it('is sent initialize as well after its time is up', async () => {
    const { server, opening, clock } = await silentThen({ initialize: initializeResult() });
    const client = await opening;
    expect(client.era).toBe('legacy');
    expect(server.methods).toEqual(HANDSHAKE);
    expect(server.connections).toHaveLength(1);
    await client.close();
    expect(clock.pending).toBe(0);
  });

  it('is modern after all when its DiscoverResult comes before the answer to initialize', async () => {
    const late = new Gate<Answer>();
    const { server, opening } = await silentThen({
      'server/discover': () => late.promise,
      initialize: SILENCE,
    });
    await server.sees('initialize');
    late.open(discoverResult());
    await using client = await opening;
    expect(client.era).toBe('modern');
    expect(server.methods).not.toContain('notifications/initialized');
    expect(server.methods).not.toContain('notifications/cancelled');
  });

  it('is legacy when the answer to initialize comes first', async () => {
    const late = new Gate<Answer>();
    const { opening } = await silentThen({
      'server/discover': () => late.promise,
      initialize: initializeResult(),
    });
    await using client = await opening;
    late.open(discoverResult());
    expect(client.era).toBe('legacy');
  });

  it('is legacy when the probe gets a late error', async () => {
    const late = new Gate<Answer>();
    const shaken = new Gate<Answer>();
    const { server, opening } = await silentThen({
      'server/discover': () => late.promise,
      initialize: () => shaken.promise,
    });
    await server.sees('initialize');
    late.open(new RpcError(-32601, 'what?'));
    shaken.open(initializeResult());
    await using client = await opening;
    expect(client.era).toBe('legacy');
  });

  it('is waited for when it refuses initialize, because the probe may still be answered', async () => {
    const late = new Gate<Answer>();
    const { server, opening } = await silentThen({
      'server/discover': () => late.promise,
      initialize: new RpcError(-32601, 'Method not found'),
    });
    await server.sees('initialize');
    late.open(discoverResult());
    await using client = await opening;
    expect(client.era).toBe('modern');
  });

  it('that stays silent costs connectMs, says so, and leaves nothing behind', async () => {
    const { clock, server, opening } = await silentThen({ initialize: SILENCE });
    server.stderr = 'still compiling';
    await server.sees('initialize');
    clock.advance(55_000);
    await expect(opening).rejects.toMatchObject({
      code: 'timed_out',
      details: { budget: 'connect' },
      message: expect.stringMatching(/connectMs.*still compiling/),
    });
    // The probe may be cancelled, initialize must not be.
    const cancelled = server.received.flatMap((message) =>
      message.kind === 'notification' ? [message.params?.['requestId']] : [],
    );
    expect(cancelled).toEqual([server.requests('server/discover')[0]?.id]);
    expect(server.connection.isOver).toBe(true);
    expect(clock.pending).toBe(0);
  });

  // requirement: stdio-modern-only-probes
  it('is never sent initialize by a client that is pinned to the modern era', async () => {
    const clock = new FakeClock();
    const server = new ScriptedServer({ 'server/discover': SILENCE });
    const opening = connect(server, { clock, era: 'modern' });
    await server.sees('server/discover');
    clock.advance(60_000);
    await expect(opening).rejects.toMatchObject({ code: 'timed_out' });
    expect(server.methods).not.toContain('initialize');
  });
});

describe('the version of the handshake', () => {
  // requirement: initialize-unsupported-answer-disconnects, lifecycle-errors-handled
  it.each([
    { offered: '2025-06-18', fails: false },
    { offered: '2024-11-05', fails: false },
    { offered: '2026-07-28', fails: true },
    { offered: '1999-01-01', fails: true },
  ])('offered as $offered: fails $fails', async ({ offered, fails }) => {
    const server = legacyServer({}, {}, offered);
    const opening = connect(server, { era: 'legacy' });
    if (!fails) {
      await using client = await opening;
      expect(client.revision).toBe(offered);
      return;
    }
    await expect(opening).rejects.toMatchObject({
      code: 'negotiation_failed',
      details: { theirs: [offered] },
    });
    expect(server.connection.isOver).toBe(true);
    expect(server.methods).not.toContain('notifications/initialized');
  });

  it('is asked for again when a refusal names one that we know', async () => {
    const server = legacyServer({
      initialize: ({ params }) =>
        params['protocolVersion'] === '2024-11-05'
          ? initializeResult({}, '2024-11-05')
          : new RpcError(-32602, 'Unsupported protocol version', { supported: ['2024-11-05'] }),
    });
    await using client = await connect(server, { era: 'legacy' });
    expect(client.revision).toBe('2024-11-05');
    expect(server.requests('initialize')).toHaveLength(2);
  });

  it('is exact for a client that is pinned to a revision', async () => {
    const server = legacyServer({}, {}, '2025-11-25');
    await expect(connect(server, { revision: '2025-06-18' })).rejects.toMatchObject({
      code: 'negotiation_failed',
    });
    expect(server.requests('initialize')[0]?.params?.['protocolVersion']).toBe('2025-06-18');
  });

  it('is missing in nonsense', async () => {
    const server = legacyServer({ initialize: { hello: 'world' } });
    await expect(connect(server, { era: 'legacy' })).rejects.toMatchObject({ code: 'invalid_result' });
  });

  it("refused for good is told with the server's words", async () => {
    const server = legacyServer({ initialize: new RpcError(-32601, 'only 2026 here') });
    await expect(connect(server, { era: 'legacy' })).rejects.toMatchObject({
      code: 'negotiation_failed',
      message: expect.stringContaining('-32601 only 2026 here'),
      cause: expect.any(RpcError),
    });
  });
});

describe('what a server does before it has answered initialize', () => {
  it('is tolerated: log messages, vendor notifications and pings', async () => {
    const logs: unknown[] = [];
    const server = legacyServer({
      initialize: async ({ connection }) => {
        connection.tell('notifications/message', { level: 'info', data: 'starting' });
        connection.tell('vendor/hello');
        expect(await connection.ask('ping')).toMatchObject({ kind: 'success', result: {} });
        return initializeResult();
      },
    });
    await using client = await connect(server, { onLog: ({ data }) => logs.push(data) });
    expect(client.era).toBe('legacy');
    expect(logs).toEqual(['starting']);
  });
});

describe('over HTTP', () => {
  it.each<{ title: string; fault: Fault }>([
    { title: '401', fault: new Fault('unauthorized', 'no', { details: { challenge: {} } }) },
    { title: '403', fault: new Fault('forbidden', 'no') },
    { title: 'no connection', fault: new Fault('connect_failed', 'no route') },
    { title: 'a bad certificate', fault: new Fault('tls_failed', 'self signed') },
  ])('$title ends the opening as it is', async ({ fault }) => {
    const server = new ScriptedServer({ 'server/discover': fault, initialize: initializeResult() });
    await expect(connectHttp(server)).rejects.toBe(fault);
    expect(server.methods).toEqual(['server/discover']);
  });

  it.each([400, 404, 405, 422, 500])(
    'status %i without a modern error leads to the handshake',
    async (status) => {
      const server = legacyServer({
        'server/discover': new Fault('http_status', `HTTP ${status}`, { details: { status, body: 'nope' } }),
      });
      await using client = await connectHttp(server);
      expect(client.era).toBe('legacy');
      expect(server.connections).toHaveLength(1);
    },
  );

  const httpStatus = (status: number, body = ''): Fault =>
    new Fault('http_status', `HTTP ${status}`, { details: { status, body } });

  it.each([400, 404, 405])('status %i on initialize leads on to HTTP+SSE', async (status) => {
    const server = new ScriptedServer({
      'server/discover': httpStatus(status),
      initialize: ({ connection }) =>
        connection.transport === 'sse' ? initializeResult({}, '2024-11-05') : httpStatus(status),
    });
    await using client = await connectHttp(server);
    expect(client.revision).toBe('2024-11-05');
    expect(server.connections.map(({ transport, isOver }) => ({ transport, isOver }))).toEqual([
      { transport: 'http', isOver: true },
      { transport: 'sse', isOver: false },
    ]);
  });

  it('status 500 on initialize does not', async () => {
    const server = new ScriptedServer({ 'server/discover': httpStatus(500), initialize: httpStatus(500) });
    await expect(connectHttp(server)).rejects.toMatchObject({ code: 'http_status' });
    expect(server.connections).toHaveLength(1);
  });

  it('reports the first failure when HTTP+SSE does not work either', async () => {
    const server = new ScriptedServer({
      'server/discover': httpStatus(404),
      initialize: ({ connection }) =>
        connection.transport === 'sse' ? new Fault('connection_lost', 'no endpoint event') : httpStatus(404),
    });
    await expect(connectHttp(server)).rejects.toMatchObject({
      code: 'http_status',
      message: expect.stringContaining('no endpoint event'),
      details: { status: 404 },
    });
    expect(server.connections.every(({ isOver }) => isOver)).toBe(true);
  });
});

describe('a remembered verdict', () => {
  // requirement: era-cached
  it('spares a legacy server the next probe', async () => {
    const eras = new ProgramEraCache();
    const server = legacyServer();
    await (await connect(server, { cache: { eras } })).close();
    await (await connect(server, { cache: { eras } })).close();
    expect(server.methods).toEqual([...HANDSHAKE, ...HANDSHAKE.slice(1)]);
  });

  it.each<McpClientOptions>([{ era: 'legacy' }, { revision: '2025-06-18' }])(
    'is not made of what a client with the pin %o did',
    async (pin) => {
      const eras = new ProgramEraCache();
      const server = legacyServer({
        initialize: ({ params }) => initializeResult({}, String(params['protocolVersion'])),
      });
      await (await connect(server, { cache: { eras }, ...pin })).close();
      await (await connect(server, { cache: { eras } })).close();
      expect(server.requests('server/discover')).toHaveLength(1);
    },
  );

  // requirement: era-cached
  it('is found out anew when it holds no more', async () => {
    const eras = new ProgramEraCache();
    const server = legacyServer();
    await (await connect(server, { cache: { eras } })).close();
    server.script['initialize'] = new RpcError(-32601, 'Method not found');
    server.script['server/discover'] = discoverResult();
    await using client = await connect(server, { cache: { eras } });
    expect(client.era).toBe('modern');
    expect(server.connections).toHaveLength(2);
  });

  it('is found out anew on a fresh process when the server ended', async () => {
    const eras = new ProgramEraCache();
    const server = legacyServer();
    await (await connect(server, { cache: { eras } })).close();
    server.script['initialize'] = EXIT;
    server.script['server/discover'] = discoverResult();
    await using client = await connect(server, { cache: { eras } });
    expect(client.era).toBe('modern');
    expect(server.connections).toHaveLength(3);
  });

  it('gives a modern server more time, and falls back all the same', async () => {
    const eras = new ProgramEraCache();
    const clock = new FakeClock();
    const server = modernServer();
    await (await connect(server, { cache: { eras } })).close();
    server.script['server/discover'] = SILENCE;
    server.script['initialize'] = initializeResult();
    const opening = connect(server, { cache: { eras }, clock });
    await server.sees('server/discover', 2);
    clock.advance(29_999);
    expect(server.methods).not.toContain('initialize');
    clock.advance(1);
    await using client = await opening;
    expect(client.era).toBe('legacy');
  });

  it('leads straight to HTTP+SSE', async () => {
    const eras = new ProgramEraCache();
    const gone = new Fault('http_status', 'HTTP 404', { details: { status: 404, body: '' } });
    const server = new ScriptedServer({
      'server/discover': gone,
      initialize: ({ connection }) =>
        connection.transport === 'sse' ? initializeResult({}, '2024-11-05') : gone,
    });
    await (await connectHttp(server, { cache: { eras } })).close();
    await (await connectHttp(server, { cache: { eras } })).close();
    expect(server.connections.map(({ transport }) => transport)).toEqual(['http', 'sse', 'sse']);
  });
});

describe('giving up', () => {
  it('by signal takes down what was started', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const server = new ScriptedServer({ 'server/discover': SILENCE });
    const opening = connect(server, { clock, signal: controller.signal });
    await server.sees('server/discover');
    controller.abort(new Error('enough'));
    await expect(opening).rejects.toMatchObject({ code: 'cancelled', cause: new Error('enough') });
    expect(server.connection.isOver).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it('before it began starts nothing', async () => {
    const server = modernServer();
    await expect(connect(server, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(server.received).toEqual([]);
  });

  it('a connection that cannot be opened fails as it does', async () => {
    const fault = new Fault('spawn_failed', 'no such command');
    await expect(
      McpClient.connect(modernServer().target, { openConnection: () => Promise.reject(fault) }),
    ).rejects.toBe(fault);
  });
});

describe('options that cannot be', () => {
  // requirement: root-is-file-uri
  it.each<{ options: McpClientOptions }>([
    { options: { timeouts: { connectMs: -1 } } },
    { options: { timeouts: { idleMs: Number.NaN } } },
    { options: { cache: { listTtlMs: { tools: -1 } } } },
    { options: { revision: '2026-07-28', era: 'legacy' } },
    { options: { roots: [{ uri: 'https://example.com' }] } },
  ])('$options are refused before anything is started', async ({ options }) => {
    const server = modernServer();
    await expect(connect(server, options)).rejects.toMatchObject({ code: 'invalid_argument' });
    expect(server.connections).toHaveLength(0);
  });
});
