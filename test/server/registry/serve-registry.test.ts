import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { McpClient, streamableHttpServer } from '../../../src/client/index.js';
import type { Fault, Revision } from '../../../src/protocol/index.js';
import type { RegistryLike, ServedRegistry, ServeRegistryOptions, Tool } from '../../../src/server/index.js';
import { serveRegistry, ToolRegistry, tool } from '../../../src/server/index.js';
import type { ServerLogEntry } from '../../../src/server/server-log.js';
import { Gate } from '../../support/gate.js';
import { probe } from '../../support/http-probe.js';
import { LoopbackClient } from '../../support/loopback-client.js';
import { RawHttpClient } from '../../support/raw-http.js';
import { waitFor } from '../../support/wait-for.js';

const string = { type: 'string' } as const;
const runCheck = tool({
  name: 'run.check',
  description: 'Runs a check.',
  parameters: {
    type: 'object',
    properties: { name: string, strict: { type: 'boolean', default: false } },
    required: ['name'],
  },
  sideEffecting: false,
  run: ({ name, strict = false }) => `${name}:${strict ? 'strict' : 'lax'}:ok`,
});
const deploy = tool({
  name: 'deploy',
  parameters: { type: 'object', properties: { target: string }, required: ['target'] },
  requiresApproval: true,
  caps: ['egress'],
  run: ({ target }) => `deployed to ${target}`,
});
const hidden = tool({ name: 'hidden', run: () => 'never' });

const served: ServedRegistry[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(served.splice(0).map((spec) => spec.stop()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function serve(
  source: RegistryLike | Tool[] = [runCheck, deploy, hidden],
  options: Partial<ServeRegistryOptions> = {},
): Promise<ServedRegistry> {
  const spec = await serveRegistry(source, { name: 'engine', ...options });
  served.push(spec);
  return spec;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plainwire-test-'));
  folders.push(folder);
  return folder;
}

const connect = (spec: ServedRegistry, revision?: Revision) =>
  McpClient.connect(
    streamableHttpServer({ url: spec.url ?? '', headers: spec.authHeaders }),
    revision === undefined ? {} : { revision },
  );
const entryOf = (spec: ServedRegistry) =>
  JSON.parse(readFileSync(spec.configPath, 'utf8')).mcpServers[spec.name];

describe('a spec, before anything is served', () => {
  it('has all names', async () => {
    const spec = await serve();
    expect(spec.name).toBe('engine');
    expect(spec.toolNames).toEqual(['mcp__engine__deploy', 'mcp__engine__run_check']);
    expect(spec.mcpNames).toEqual({ deploy: 'mcp__engine__deploy', 'run.check': 'mcp__engine__run_check' });
    expect(spec.requiresApproval).toEqual(['mcp__engine__deploy']);
    expect(spec.autoApprove).toEqual(['mcp__engine__run_check']);
    expect(spec.caps).toEqual(['egress']);
    expect(spec.callsSeen).toBe(0);
  });

  it('has its address, and a config file that says it', async () => {
    const spec = await serve([], { timeoutMs: 1_000 });
    expect(spec.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(entryOf(spec)).toEqual({
      type: 'http',
      url: spec.url,
      headers: { ...spec.authHeaders },
      timeout: 31_000,
      alwaysLoad: true,
    });
    expect(entryOf(await serve()).timeout).toBe(2_147_483_647);
  });

  it('drops connections', async () => {
    const { port } = new LoopbackClient(await serve());
    using client = new RawHttpClient(port, 'GET / HTTP/1.1\r\n\r\n');
    await client.closed();
    expect(client.received).toBe('');
  });

  it('describes itself, frozen, without knowing any agent CLI', async () => {
    const spec = await serve();
    const { description } = spec;
    expect(description).toMatchObject({
      name: 'engine',
      transport: 'http',
      url: spec.url,
      toolNames: spec.toolNames,
      mcpNames: spec.mcpNames,
      suggestedTimeoutMs: 2_147_483_647,
      configPath: spec.configPath,
      authHeaders: { ...spec.authHeaders },
    });
    expect(description.tools.map(({ name, requiresApproval }) => [name, requiresApproval])).toEqual([
      ['deploy', true],
      ['run_check', false],
    ]);
    expect(Object.isFrozen(description)).toBe(true);
    expect(description.permissionPromptTool).toBeUndefined();
  });

  it('lets everything go when it is stopped without having been started', async () => {
    const spec = await serve();
    const { port } = new LoopbackClient(spec);
    await spec.close();
    expect(existsSync(dirname(spec.configPath))).toBe(false);
    await expect(probe({ port })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe.each(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const)(
  'served over %s',
  (revision) => {
    it('lists the tools with their schemas byte for byte, and their declarations twice', async () => {
      const spec = await serve();
      await spec.start();
      await using client = await connect(spec, revision);
      const tools = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['run_check', 'deploy']);
      for (const [index, original] of [runCheck, deploy].entries()) {
        expect(JSON.stringify(tools[index]?.inputSchema)).toBe(JSON.stringify(original.parameters));
      }
      expect(tools[0]?.description).toBe('Runs a check.');
      expect(tools[1]).toMatchObject({
        annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
        _meta: { plainwire: { sideEffecting: true, requiresApproval: true, caps: ['egress'] } },
      });
      expect(tools[0]?.annotations).toEqual({
        readOnlyHint: true,
        destructiveHint: false,
        openWorldHint: false,
      });
    });

    it('answers a bad call and an unknown tool with something to read, and goes on', async () => {
      const spec = await serve();
      await spec.start();
      await using client = await connect(spec, revision);
      const outcome = async (name: string, args = {}) => {
        const { content, isError = false } = await client.callTool(name, args);
        return [isError, (content[0] as { text: string }).text];
      };
      expect(await outcome('run_check', { name: 'lint' })).toEqual([false, 'lint:lax:ok']);
      expect(await outcome('run_check', { name: 'lint', verbose: true })).toEqual([
        true,
        "tool 'run.check' call rejected: unexpected argument(s) ['verbose']. Accepted arguments: ['name', 'strict']",
      ]);
      expect(await outcome('hidden')).toEqual([
        true,
        "there is no tool 'hidden'. Available tools: deploy, run_check",
      ]);
      expect(await outcome('run_check', { name: 'after' })).toEqual([false, 'after:lax:ok']);
      expect(spec.callsSeen).toBe(4);
    });
  },
);

describe('a bad request', () => {
  it.each([
    ['text', 'garbage'],
    ['a list', [1, 2]],
    ['a number', 7],
    ['null', null],
  ])('whose arguments are %s is refused, and runs nothing', async (_what, args) => {
    const spec = await serve();
    await spec.start();
    const answer = await new LoopbackClient(spec).answer('run_check', args);
    expect(answer.json()).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('arguments') },
    });
    expect(spec.callsSeen).toBe(0);
  });

  it('with 50 MB is refused by name, and the next one is served', async () => {
    const spec = await serve();
    await spec.start();
    await using client = await connect(spec);
    const error = await client
      .callTool('run_check', { name: 'x'.repeat(50_000_000) })
      .catch((fault) => fault);
    expect(error.message).toContain('The body is larger than limits.requestBodyBytes');
    expect(await new LoopbackClient(spec).outcome('run_check', { name: 'next' })).toMatchObject({
      text: 'next:lax:ok',
    });
    expect(spec.callsSeen).toBe(1);
  });

  it.each([
    [123, false],
    [200, true],
  ])(
    'for a tool whose result nests %i levels deep is answered with something to read',
    async (levels, isError) => {
      const nested = (left: number): object => (left === 0 ? {} : { below: nested(left - 1) });
      const deep = tool({
        name: 'deep',
        parameters: { type: 'object', properties: {} },
        run: () => ({ content: [{ type: 'text', text: 'deep' }], structuredContent: nested(levels) }),
      });
      const spec = await serve([deep]);
      await spec.start();
      const outcome = await new LoopbackClient(spec).outcome('deep');
      expect(outcome).toEqual({
        isError,
        text: isError ? expect.stringContaining("tool 'deep' failed") : 'deep',
      });
    },
  );

  it('is no reason to fail for 200 that come at once', async () => {
    const spec = await serve();
    await spec.start();
    const client = new LoopbackClient(spec);
    const names = Array.from({ length: 200 }, (_, index) => `n${index}`);
    const texts = await Promise.all(names.map((name) => client.outcome('run_check', { name })));
    expect(texts.map(({ text }) => text)).toEqual(names.map((name) => `${name}:lax:ok`));
    expect(spec.callsSeen).toBe(200);
  });

  it('with a wrong token runs nothing, and neither it nor the token is in the log', async () => {
    const log: ServerLogEntry[] = [];
    const spec = await serve(undefined, { onLog: (entry) => log.push(entry) });
    await spec.start();
    const token = (spec.authHeaders['Authorization'] ?? '').replace('Bearer ', '');
    const wrong = { Authorization: 'Bearer wr0ng-token' };
    expect(
      (await new LoopbackClient({ ...spec, url: spec.url, authHeaders: wrong }).answer('deploy')).status,
    ).toBe(401);
    await expect(
      McpClient.connect(streamableHttpServer({ url: spec.url ?? '', headers: wrong })),
    ).rejects.toMatchObject({ code: 'unauthorized', message: expect.not.stringContaining('wr0ng-token') });
    expect(spec.callsSeen).toBe(0);
    const everything = inspect([log, spec, spec.description], { depth: 9 });
    expect(everything).not.toContain(token);
    expect(everything).not.toContain('wr0ng-token');
    const written = JSON.stringify({ log, spec });
    expect(written).not.toContain(token);
    expect(JSON.parse(written)).toMatchObject({
      spec: { url: spec.url, authHeaders: { Authorization: '***' } },
    });
  });

  it('whose client goes away stops its tool, and harms no other', async () => {
    const gate = new Gate<string>();
    const signals: AbortSignal[] = [];
    const wait = tool({
      name: 'wait',
      parameters: { type: 'object', properties: {} },
      run: (_args, { signal }) => {
        signals.push(signal);
        return gate.promise;
      },
    });
    const spec = await serve([wait, runCheck]);
    await spec.start();
    const client = await connect(spec, '2026-07-28');
    const call = client.callTool('wait').catch(() => {});
    await waitFor('the tool runs', () => signals.length === 1);
    await client.close();
    await call;
    await waitFor('the tool is told', () => signals[0]?.aborted === true);
    expect(await new LoopbackClient(spec).outcome('run_check', { name: 'x' })).toMatchObject({
      text: 'x:lax:ok',
    });
    gate.open('nobody reads this');
  });
});

describe('start and stop', () => {
  it('may be repeated, and everything stays where it was', async () => {
    const spec = await serve();
    const before = [spec.url, spec.configPath, spec.authHeaders];
    for (const _round of [1, 2, 3]) {
      await Promise.all([spec.start(), spec.start()]);
      expect(entryOf(spec).url).toBe(spec.url);
      expect(await new LoopbackClient(spec).outcome('run_check', { name: 'x' })).toMatchObject({
        text: 'x:lax:ok',
      });
      await Promise.all([spec.stop(), spec.stop()]);
      expect(existsSync(dirname(spec.configPath))).toBe(false);
    }
    expect([spec.url, spec.configPath, spec.authHeaders]).toEqual(before);
    expect(spec.callsSeen).toBe(3);
  });

  it('is the end of a disposed one', async () => {
    let path = '';
    {
      await using spec = await serve();
      await spec.start();
      path = spec.configPath;
    }
    expect(existsSync(path)).toBe(false);
  });

  it('cannot take the port back from whoever has it now, and leaves no config that names it', async () => {
    const spec = await serve();
    await spec.start();
    await spec.stop();
    const { port } = new LoopbackClient(spec);
    const thief = createServer().listen(port, '127.0.0.1');
    await waitFor('the port is taken', () => thief.listening);
    await expect(spec.start()).rejects.toMatchObject({
      code: 'listen_failed',
      cause: { code: 'EADDRINUSE' },
      message: expect.stringContaining(spec.url ?? ''),
    });
    expect(existsSync(spec.configPath)).toBe(false);
    await new Promise((resolve) => thief.close(resolve));
    await spec.start();
    expect(existsSync(spec.configPath)).toBe(true);
  });
});

describe('a config path of the caller', () => {
  it('is kept, and is for this user alone', async () => {
    const path = join(newFolder(), 'mine.json');
    writeFileSync(path, 'old', { mode: 0o644 });
    const spec = await serve(undefined, { configPath: path });
    await spec.start();
    expect(spec.configPath).toBe(path);
    expect(entryOf(spec).url).toBe(spec.url);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    await spec.stop();
    expect(existsSync(path)).toBe(true);
  });

  it('that cannot be written is an error by name, and no port is kept', async () => {
    const path = join(newFolder(), 'no', 'such', 'folder', 'mcp.json');
    const fault: Fault = await serve(undefined, { configPath: path }).catch((error) => error);
    expect(fault).toMatchObject({ code: 'config_unwritable', details: { path } });
    expect(inspect(fault, { depth: 9 })).not.toContain('Bearer');
  });

  it('that turns unwritable is an error of start, which does not serve then', async () => {
    const folder = newFolder();
    const spec = await serve(undefined, { configPath: join(folder, 'mcp.json') });
    rmSync(folder, { recursive: true });
    await expect(spec.start()).rejects.toMatchObject({ code: 'config_unwritable' });
    await expect(probe({ port: new LoopbackClient(spec).port })).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });
});

describe('stdio', () => {
  const command = [process.execPath, '/srv/tools.js', '--flag'];

  it('has a config file that names the command, and nothing to listen with', async () => {
    const spec = await serve(undefined, { transport: 'stdio', command, env: { KEY: 's3cret' } });
    await spec.start();
    expect(entryOf(spec)).toEqual({
      type: 'stdio',
      command: process.execPath,
      args: ['/srv/tools.js', '--flag'],
      env: { KEY: 's3cret' },
      timeout: 2_147_483_647,
      alwaysLoad: true,
    });
    expect([spec.url, spec.authHeaders, spec.callsSeen]).toEqual([null, {}, 0]);
    expect(spec.toolNames).toHaveLength(2);
    expect(inspect(spec, { depth: 9 })).not.toContain('s3cret');
    expect(JSON.parse(JSON.stringify(spec))).toMatchObject({ env: { KEY: '***' }, authHeaders: {} });
    await spec.stop();
    expect(existsSync(spec.configPath)).toBe(false);
  });

  it('needs a command, and says why', async () => {
    await expect(serve(undefined, { transport: 'stdio' })).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(
        /needs `command`.*built anew in another process.*closures.*stdioCommand/,
      ),
    });
  });
});

describe('options', () => {
  it.each<[string, object, RegExp]>([
    ['a host', { host: '0.0.0.0' }, /no option `host`.*127\.0\.0\.1 only/],
    ['a token', { token: 'mine' }, /no option `token`/],
    ['a port', { port: 80 }, /no option `port`/],
    ['a name that cannot be part of a name', { name: 'a__b' }, /a__b/],
    ['no name', { name: undefined }, /name of a server/],
    ['a deadline of nothing', { timeoutMs: 0 }, /timeoutMs/],
    ['a deadline that is none', { timeoutMs: Number.NaN }, /timeoutMs/],
    ['another transport', { transport: 'carrier-pigeon' }, /'http' or 'stdio'/],
    ['a command over HTTP', { command: ['node'] }, /for transport: 'stdio'/],
    ['variables over HTTP', { env: {} }, /for transport: 'stdio'/],
    ['another auth', { auth: 's3cret-of-mine' }, /`auth` must be/],
    ['auth over stdio', { transport: 'stdio', command: ['x'], auth: 'none' }, /`auth` is for HTTP/],
    ['a command without a program', { transport: 'stdio', command: [] }, /the program and its arguments/],
    ['a command that is text', { transport: 'stdio', command: 'node x.js' }, /must be a list/],
    ['a variable that is no text', { transport: 'stdio', command: ['x'], env: { A: 1 } }, /must be strings/],
  ])('%s is refused', async (_what, options, message) => {
    const fault = await serve(undefined, options as never).catch((error) => error);
    expect(fault).toMatchObject({ code: 'invalid_argument', message: expect.stringMatching(message) });
    expect(fault.message).not.toContain('s3cret-of-mine');
  });

  it('auth none lets anybody on this machine call', async () => {
    const spec = await serve(undefined, { auth: 'none' });
    await spec.start();
    expect(spec.authHeaders).toEqual({});
    expect(entryOf(spec).headers).toEqual({});
    expect(await new LoopbackClient(spec).outcome('run_check', { name: 'x' })).toMatchObject({
      isError: false,
    });
  });

  it('tools whose names collide are refused', async () => {
    const other = tool({ name: 'run check', parameters: { type: 'object' }, run: () => {} });
    await expect(serve([runCheck, other])).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(serve([runCheck, runCheck])).rejects.toMatchObject({ code: 'invalid_argument' });
  });
});

describe('a run', () => {
  it('that is stopped runs no more tools', async () => {
    const stop = new AbortController();
    const spec = await serve(undefined, { context: { signal: stop.signal } });
    await spec.start();
    const client = new LoopbackClient(spec);
    expect(await client.outcome('run_check', { name: 'x' })).toMatchObject({ isError: false });
    stop.abort();
    expect(await client.outcome('run_check', { name: 'x' })).toEqual({
      isError: true,
      text: "the run was cancelled; 'run_check' was not run",
    });
  });

  it('has middleware around every call that is served', async () => {
    const seen: unknown[] = [];
    const registry = new ToolRegistry([runCheck]).use((call, next) => {
      seen.push([call.tool.name, call.arguments]);
      return next();
    });
    const spec = await serve(registry);
    await spec.start();
    await new LoopbackClient(spec).outcome('run_check', { name: 'x' });
    await new LoopbackClient(spec).outcome('run_check', { wrong: 1 });
    expect(seen).toEqual([
      ['run.check', { name: 'x' }],
      ['run.check', { wrong: 1 }],
    ]);
  });

  it('can ask the user in both eras', async () => {
    const ask = tool({
      name: 'ask',
      parameters: { type: 'object', properties: {} },
      run: async (_args, { call }) => {
        const answer = await call?.elicit({
          message: 'Who?',
          requestedSchema: { type: 'object', properties: { name: string }, required: ['name'] },
        });
        return `Hello, ${answer?.content?.['name']}`;
      },
    });
    const spec = await serve([ask]);
    await spec.start();
    for (const revision of ['2026-07-28', '2025-11-25'] as const) {
      const target = streamableHttpServer({ url: spec.url ?? '', headers: spec.authHeaders });
      await using client = await McpClient.connect(target, {
        revision,
        onElicit: () => ({ action: 'accept', content: { name: 'Ada' } }),
      });
      expect((await client.callTool('ask')).content).toEqual([{ type: 'text', text: 'Hello, Ada' }]);
      await using mute = await McpClient.connect(target, { revision });
      expect(await mute.callTool('ask')).toMatchObject({ isError: true });
    }
  });
});
