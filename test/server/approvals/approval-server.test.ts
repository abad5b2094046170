import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { McpClientOptions } from '../../../src/client/index.js';
import { McpClient, streamableHttpServer } from '../../../src/client/index.js';
import type { JsonObject } from '../../../src/protocol/index.js';
import type {
  ApprovalServerOptions,
  AskFunction,
  Question,
  ServerLogEntry,
} from '../../../src/server/index.js';
import { ApprovalServer, elicitationAsker } from '../../../src/server/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { probe } from '../../support/http-probe.js';
import { LoopbackClient } from '../../support/loopback-client.js';
import { waitFor } from '../../support/wait-for.js';

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]();
});

const approve: AskFunction = () => ({ kind: 'approve' });
const write = (input: JsonObject = { file_path: '/x', content: 'hi' }) => ({
  tool_name: 'Write',
  input,
  tool_use_id: 'toolu_1',
});

function serving(options: Partial<ApprovalServerOptions> = {}) {
  const logged: ServerLogEntry[] = [];
  const approvals = new ApprovalServer({ asker: approve, onLog: (entry) => logged.push(entry), ...options });
  open.push(approvals);
  return { approvals, logged };
}

async function started(options: Partial<ApprovalServerOptions> = {}) {
  const { approvals, logged } = serving(options);
  await approvals.start();
  return { approvals, logged, client: new LoopbackClient(approvals) };
}

/** An asker that waits for ever, and what it was asked. */
function waiting() {
  const questions: Question[] = [];
  const asker: AskFunction = (question) => {
    questions.push(question);
    return new Promise(() => {});
  };
  return {
    asker,
    questions,
    isAsked: (count = 1) => waitFor('it is asked', () => questions.length >= count),
  };
}

async function connect(approvals: ApprovalServer, options: McpClientOptions = {}): Promise<McpClient> {
  const target = streamableHttpServer({ url: approvals.url, headers: approvals.authHeaders });
  const client = await McpClient.connect(target, options);
  open.push(client);
  return client;
}

const verdict = ({ content }: { content: readonly unknown[] }) =>
  JSON.parse((content[0] as { text: string }).text) as JsonObject;

describe('what an approval server hands out', () => {
  it('is there once it is started', async () => {
    const { approvals } = serving({ name: 'gate', timeoutMs: 30_000 });
    expect(approvals.toolName).toBe('mcp__gate__approve');
    for (const name of ['url', 'authHeaders', 'configPath', 'description'] as const) {
      expect(() => approvals[name]).toThrow(expect.objectContaining({ code: 'not_started' }));
    }
    await approvals.start();
    expect(approvals.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(approvals.authHeaders['Authorization']).toMatch(/^Bearer [\w-]{43}$/);
    expect(approvals.description).toMatchObject({
      name: 'gate',
      transport: 'http',
      tools: [],
      permissionPromptTool: 'mcp__gate__approve',
      suggestedTimeoutMs: 60_000,
    });
    expect(Object.isFrozen(approvals.description)).toBe(true);
  });

  it('has a config file for this user alone, which goes with it', async () => {
    const { approvals } = await started();
    const { configPath, url, authHeaders } = approvals;
    expect(statSync(configPath).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(configPath)).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(configPath, 'utf8'))).toEqual({
      mcpServers: {
        plainwire_approvals: {
          type: 'http',
          url,
          headers: { ...authHeaders },
          timeout: 2_147_483_647,
          alwaysLoad: true,
        },
      },
    });
    await approvals.stop();
    expect(() => statSync(dirname(configPath))).toThrow('ENOENT');
  });

  it('shows its credential to nobody who prints it', async () => {
    const { approvals } = await started();
    const token = approvals.authHeaders['Authorization'] ?? '';
    for (const shown of [approvals, approvals.description, approvals.authHeaders]) {
      expect(inspect(shown, { depth: 10, showHidden: true })).not.toContain(token.slice(7));
    }
  });

  it('stays the same when it is stopped and started again', async () => {
    const { approvals, client } = await started();
    const { url, configPath, authHeaders } = approvals;
    await approvals.start();
    await Promise.all([approvals.stop(), approvals.stop()]);
    expect(approvals.url).toBe(url);
    await approvals.start();
    expect(approvals).toMatchObject({ url, configPath, authHeaders });
    expect(readFileSync(configPath, 'utf8')).toContain(url);
    expect(await client.outcome('approve', write())).toMatchObject({ isError: false });
  });

  it('can be stopped without having been started', async () => {
    const { approvals } = serving();
    await approvals.stop();
    expect(approvals.decisions).toEqual([]);
  });
});

describe('the tool', () => {
  it.each(['2026-07-28', '2025-11-25', '2025-06-18'] as const)('answers clients of %s', async (revision) => {
    const { approvals } = await started({ autoAllow: ['Read'] });
    const client = await connect(approvals, { revision });
    const [tool, ...others] = await client.listTools();
    expect(others).toEqual([]);
    expect(tool).toMatchObject({ name: 'approve', inputSchema: { required: ['tool_name', 'input'] } });
    expect(tool).not.toHaveProperty('outputSchema');
    const result = await client.callTool('approve', write());
    expect(result.content).toEqual([
      { type: 'text', text: '{"behavior":"allow","updatedInput":{"file_path":"/x","content":"hi"}}' },
    ]);
    expect(result).not.toHaveProperty('structuredContent');
    expect(result.isError ?? false).toBe(false);
  });

  it.each([
    ['no arguments', {}],
    ['a tool that is no text', { tool_name: { $ne: null }, input: {} }],
    ['arguments that are a list', { tool_name: 'Write', input: [1, 2] }],
    ['arguments that are text', { tool_name: 'Write', input: '\u0000garbage' }],
    ['only what nobody knows', { __proto__x: 1, behavior: 'allow', updatedInput: {} }],
  ])('denies %s in the same form', async (_name, args) => {
    const { approvals, client } = await started();
    const { text, isError } = await client.outcome('approve', args);
    expect(isError).toBe(false);
    expect(JSON.parse(text)).toEqual({ behavior: 'deny', message: expect.stringMatching(/cannot be read/) });
    expect(approvals.decisions).toMatchObject([{ allowed: false, source: 'error', asked: false }]);
    expect(approvals.promptsSeen).toBe(1);
  });

  it('is the only one', async () => {
    const { approvals, client } = await started();
    const answer = (await client.answer('allow', write())).json() as JsonObject;
    expect(answer).toMatchObject({ error: { code: -32602 } });
    expect(approvals.promptsSeen).toBe(0);
  });

  it('approves nothing that is too large to be read', async () => {
    const { approvals, client, logged } = await started();
    const { status, text } = await client.answer('approve', write({ content: 'x'.repeat(50 * 1024 * 1024) }));
    expect(status).toBe(413);
    expect(text).not.toContain('allow');
    expect(approvals.promptsSeen).toBe(0);
    expect(JSON.stringify(logged)).not.toContain('xxx');
    expect(await client.outcome('approve', write())).toMatchObject({ isError: false });
  });

  it.each([
    ['no token', { Authorization: undefined }, 401],
    ['another token', { Authorization: `Bearer ${'A'.repeat(43)}` }, 401],
    ['another host', { host: 'evil.example' }, 403],
    ['a page of a browser', { origin: 'http://localhost:3000' }, 403],
  ])('answers nobody with %s', async (_name, headers, status) => {
    const { approvals, client, logged } = await started();
    const answer = await client.answer('approve', write(), { headers });
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('behavior');
    expect(approvals.promptsSeen).toBe(0);
    const token = approvals.authHeaders['Authorization']?.slice(7) ?? 'none';
    expect(answer.text + JSON.stringify(logged)).not.toContain(token);
  });

  it('answers nobody without a token in the legacy way either', async () => {
    const { approvals } = await started();
    const body = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}';
    const port = Number(new URL(approvals.url).port);
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    expect((await probe({ port, headers, body })).status).toBe(401);
  });
});

describe('200 questions at once', () => {
  it('are asked up to the limit, and the rest is denied; nothing is approved', async () => {
    const { asker, questions, isAsked } = waiting();
    const { approvals, client } = await started({ asker });
    const streams = Array.from({ length: 200 }, (_, id) => client.answer('approve', write(), { id }));
    await isAsked(100);
    await waitFor('the rest is answered', () => approvals.decisions.length === 100);
    expect(approvals.pending).toBe(100);
    expect(approvals.decisions.every(({ allowed, source }) => !allowed && source === 'error')).toBe(true);
    await approvals.stop();
    const answers = await Promise.all(streams);
    for (const answer of answers) {
      const { result } = answer.json() as { result: { content: readonly unknown[] } };
      expect(verdict(result)).toEqual({ behavior: 'deny', message: expect.stringMatching(/denied|closing/) });
    }
    expect(questions).toHaveLength(100);
    expect(approvals.pending).toBe(0);
    expect(approvals.promptsSeen).toBe(200);
  });

  it('are all answered when somebody does', async () => {
    const { approvals, client } = await started();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, id) => client.answer('approve', write(), { id })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(approvals.decisions.filter(({ allowed }) => allowed)).toHaveLength(200);
  });
});

describe('waiting for somebody', () => {
  it('becomes a stream after 5 s, and shows life every 20 s', async () => {
    const clock = new FakeClock();
    const { asker, isAsked } = waiting();
    const { approvals, client } = await started({ asker, clock });
    const opened = client.call('approve', write(), { token: 'p' });
    await isAsked();
    clock.advance(5_000);
    const stream = await opened;
    expect(stream.headers['content-type']).toBe('text/event-stream');
    for (let minute = 0; minute < 6; minute += 1) clock.advance(60_000);
    await stream.message(18);
    const values = stream.messages.map(
      (message) => (message as unknown as { params: { progress: number } }).params.progress,
    );
    expect(values.every((value, index) => index === 0 || value > (values[index - 1] ?? value))).toBe(true);
    await approvals.stop();
    const last = stream.messages.at(-1) as { result: { content: readonly unknown[] } };
    expect(verdict(last.result)).toMatchObject({ behavior: 'deny' });
  });

  it('ends with a deny at the deadline, before the caller gives up', async () => {
    const clock = new FakeClock();
    const { asker, isAsked } = waiting();
    const { approvals, client } = await started({ asker, clock, timeoutMs: 4_000 });
    const answer = client.outcome('approve', write());
    await isAsked();
    clock.advance(4_000);
    expect(JSON.parse((await answer).text)).toEqual({
      behavior: 'deny',
      message: expect.stringContaining('within 4s'),
    });
    expect(approvals.decisions).toMatchObject([{ source: 'timeout', asked: true }]);
  });

  it('is withdrawn at once when a modern caller closes its stream', async () => {
    const clock = new FakeClock();
    const { asker, questions, isAsked } = waiting();
    const { approvals, client } = await started({ asker, clock });
    const opened = client.call('approve', write());
    await isAsked();
    clock.advance(5_000);
    (await opened).drop();
    await waitFor('the asker is told', () => questions[0]?.signal.aborted === true);
    await waitFor('it is on the record', () => approvals.decisions.length === 1);
    expect(approvals.decisions).toMatchObject([{ allowed: false, source: 'withdrawn', asked: true }]);
    expect(approvals.pending).toBe(0);
  });

  it('is withdrawn 10 s after a legacy caller lost its stream, which cannot be resumed', async () => {
    const clock = new FakeClock();
    const { asker, questions, isAsked } = waiting();
    const { approvals, client } = await started({ asker, clock });
    const session = await client.session();
    const opened = session.call('tools/call', 7, { name: 'approve', arguments: write() });
    await isAsked();
    clock.advance(5_000);
    const stream = await opened;
    expect(stream.events.every(({ id }) => id === undefined)).toBe(true);
    const timers = clock.pending;
    stream.drop();
    await waitFor('the loss is noticed', () => clock.pending > timers);
    clock.advance(9_999);
    expect(questions[0]?.signal.aborted).toBe(false);
    clock.advance(1);
    await waitFor('it is on the record', () => approvals.decisions.length === 1);
    expect(approvals.decisions).toMatchObject([{ allowed: false, source: 'withdrawn', asked: true }]);
  });

  it('is withdrawn when a legacy caller cancels', async () => {
    const { asker, questions, isAsked } = waiting();
    const { approvals, client } = await started({ asker });
    const session = await client.session();
    const opened = session.call('tools/call', 7, { name: 'approve', arguments: write() });
    opened.catch(() => {});
    await isAsked();
    await session.notify('notifications/cancelled', { requestId: 7 });
    await waitFor('the asker is told', () => questions[0]?.signal.aborted === true);
    await waitFor('it is on the record', () => approvals.decisions.length === 1);
    expect(approvals.decisions).toMatchObject([{ source: 'withdrawn' }]);
  });

  it('ends with the run', async () => {
    const run = new AbortController();
    const { asker, isAsked } = waiting();
    const { approvals, client } = await started({
      asker,
      context: { signal: run.signal },
      autoAllow: ['Read'],
    });
    const answer = client.outcome('approve', write());
    await isAsked();
    run.abort();
    expect((await answer).text).toContain('The run was stopped');
    expect((await client.outcome('approve', { tool_name: 'Read', input: {} })).text).toContain(
      'The run was stopped',
    );
    await approvals.stop();
    await approvals.start();
    expect((await client.outcome('approve', write())).text).toContain('The run was stopped');
  });
});

describe('asking the calling client', () => {
  it.each(['2026-07-28', '2025-11-25'] as const)(
    'puts a form to the user of a client of %s',
    async (revision) => {
      const { approvals } = await started({ asker: elicitationAsker });
      const messages: string[] = [];
      const client = await connect(approvals, {
        revision,
        clientInfo: { name: 'editor', version: '1' },
        onElicit: ({ message }: { message: string }) => {
          messages.push(message);
          return messages.length === 1
            ? { action: 'accept', content: { decision: 'approve' } }
            : { action: 'accept', content: { decision: 'reject', reason: 'not that file' } };
        },
      });
      expect(verdict(await client.callTool('approve', write()))).toMatchObject({ behavior: 'allow' });
      expect(messages[0]).toContain('run Write');
      expect(messages[0]).toContain('"file_path": "/x"');
      expect(verdict(await client.callTool('approve', write()))).toEqual({
        behavior: 'deny',
        message: 'not that file',
      });
      expect(approvals.promptsSeen).toBe(2);
      expect(approvals.decisions).toMatchObject([
        { allowed: true, source: 'asker', asked: true, actor: 'editor' },
        { allowed: false, source: 'asker', asked: true, reason: 'not that file' },
      ]);
      expect(approvals.pending).toBe(0);
    },
  );

  it.each(['2026-07-28', '2025-11-25'] as const)(
    'takes the arguments that the user of a client of %s put in their place',
    async (revision) => {
      const { approvals } = await started({ asker: elicitationAsker });
      const content = { decision: 'approve', change: 'file_path=/y' };
      const client = await connect(approvals, { revision, onElicit: () => ({ action: 'accept', content }) });
      expect(verdict(await client.callTool('approve', write()))).toMatchObject({
        behavior: 'allow',
        updatedInput: { file_path: '/y' },
      });
      expect(approvals.decisions).toMatchObject([
        { arguments: { file_path: '/x' }, modified: { file_path: '/y' }, source: 'asker' },
      ]);
    },
  );

  it('denies when the change that the user typed cannot be read', async () => {
    const { approvals } = await started({ asker: elicitationAsker });
    const content = { decision: 'approve', change: 'to /y, please' };
    const client = await connect(approvals, { onElicit: () => ({ action: 'accept', content }) });
    expect(verdict(await client.callTool('approve', write()))).toEqual({
      behavior: 'deny',
      message: expect.stringContaining('The change of the arguments cannot be read'),
    });
    expect(approvals.decisions).toMatchObject([{ allowed: false, source: 'error', asked: true }]);
  });

  it.each([
    ['declines', { action: 'decline' }, 'The reviewer refused this call.'],
    ['dismisses it', { action: 'cancel' }, 'The question was dismissed without an answer.'],
    [
      'rejects without a reason',
      { action: 'accept', content: { decision: 'reject' } },
      'The reviewer refused this call.',
    ],
  ] as const)('denies when the user %s', async (_name, answer, message) => {
    const { approvals } = await started({ asker: elicitationAsker });
    const client = await connect(approvals, { onElicit: () => answer });
    expect(verdict(await client.callTool('approve', write()))).toEqual({ behavior: 'deny', message });
  });

  it.each(['2026-07-28', '2025-11-25'] as const)(
    'denies when a client of %s has not declared it',
    async (revision) => {
      const { approvals } = await started({ asker: elicitationAsker });
      const client = await connect(approvals, { revision });
      expect(verdict(await client.callTool('approve', write()))).toEqual({
        behavior: 'deny',
        message: expect.stringContaining('has not declared elicitation'),
      });
      expect(approvals.decisions).toMatchObject([{ source: 'error', asked: true }]);
    },
  );
});

describe('starting', () => {
  it('says where it cannot listen when somebody took the port', async () => {
    const { approvals } = await started();
    const port = Number(new URL(approvals.url).port);
    await approvals.stop();
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(port, '127.0.0.1', resolve);
    });
    await expect(approvals.start()).rejects.toMatchObject({
      code: 'listen_failed',
      message: expect.stringContaining(`127.0.0.1:${port}`),
      cause: { code: 'EADDRINUSE' },
    });
    expect(() => statSync(approvals.configPath)).toThrow('ENOENT');
    await new Promise((resolve) => {
      other.close(resolve);
    });
    await approvals.start();
    expect(statSync(approvals.configPath).isFile()).toBe(true);
  });

  it('fails when its config file cannot be written, and serves nothing then', async () => {
    const { approvals } = serving({ configPath: '/nowhere/at/all/mcp.json' });
    const error = await approvals.start().then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(error).toMatchObject({ code: 'config_unwritable', details: { path: '/nowhere/at/all/mcp.json' } });
    const token = approvals.authHeaders['Authorization']?.slice(7) ?? 'none';
    expect(inspect(error, { depth: 10 })).not.toContain(token);
    await expect(new LoopbackClient(approvals).answer('approve', write())).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  it('keeps a config file at a path that was given', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plainwire-test-'));
    const configPath = join(folder, 'approvals.json');
    const { approvals } = await started({ configPath });
    expect(approvals.configPath).toBe(configPath);
    await approvals.stop();
    expect(statSync(configPath).mode & 0o777).toBe(0o600);
    await rm(folder, { recursive: true });
  });
});

describe('who listens', () => {
  it('is told of each decision, without its arguments, and can change nothing', async () => {
    const events: unknown[] = [];
    const { approvals, client, logged } = await started({
      context: {
        emit: (event) => {
          events.push(event);
          throw new Error('the bus is down');
        },
      },
    });
    const end = approvals.onDecision((event) => events.push(event));
    expect((await client.outcome('approve', write({ content: 'a secret' }))).text).toContain('allow');
    expect(events).toMatchObject([
      { type: 'approval.decided', tool: 'Write', toolUseId: 'toolu_1' },
      { type: 'approval.decided' },
    ]);
    expect(JSON.stringify(events)).not.toContain('a secret');
    expect(logged).toMatchObject([
      { level: 'warning', message: expect.stringContaining('The decision stands') },
    ]);
    end();
    await client.outcome('approve', write());
    expect(events).toHaveLength(3);
  });
});
