import { describe, expect, it } from 'vitest';
import { ProgramEraCache } from '../../../src/client/connect/era-cache.js';
import type { AskContext, McpClientOptions } from '../../../src/client/index.js';
import { McpClient } from '../../../src/client/index.js';
import type { Fault, JsonObject } from '../../../src/protocol/index.js';
import { RpcError } from '../../../src/protocol/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { Gate } from '../../support/gate.js';
import type { ScriptedServer } from '../../support/scripted-server.js';
import { legacyServer, modernServer, SILENCE } from '../../support/scripted-server.js';

const FORM = {
  message: 'Your name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string', default: 'Ada' } } },
};
const SAMPLE = { messages: [], maxTokens: 10 };

async function connected(options: McpClientOptions = {}) {
  const warnings: Fault[] = [];
  const server = legacyServer({ 'tools/call': SILENCE });
  const client = await connect(server, { onWarning: (warning) => warnings.push(warning), ...options });
  return { server, client, warnings };
}

function connect(server: ScriptedServer, options: McpClientOptions): Promise<McpClient> {
  return McpClient.connect(server.target, { cache: { eras: new ProgramEraCache() }, ...options });
}

describe('a legacy server that asks without end', () => {
  it('is refused what is more than may be at work at once', async () => {
    const gate = new Gate<{ action: 'cancel' }>();
    const { server, client, warnings } = await connected({
      onElicit: () => gate.promise,
      limits: { inFlightRequests: 2 },
    });
    const first = [1, 2].map(() => server.connection.ask('elicitation/create', FORM));
    const more = [3, 4].map(() => server.connection.ask('elicitation/create', FORM));
    for (const answer of await Promise.all(more)) expect(answer).toMatchObject({ error: { code: -32603 } });
    expect(warnings).toMatchObject([{ code: 'limit_exceeded', limit: 'inFlightRequests' }]);
    gate.open({ action: 'cancel' });
    for (const answer of await Promise.all(first)) expect(answer).toMatchObject({ kind: 'success' });
    expect(await server.connection.ask('ping')).toMatchObject({ kind: 'success' });
    await client.close();
  });

  it('gets no more answers than it takes', async () => {
    const { server, client, warnings } = await connected({ limits: { inFlightRequests: 2 } });
    const gate = new Gate();
    let replies = 0;
    server.connection.reply = () => {
      replies += 1;
      return gate.promise;
    };
    for (let count = 0; count < 5; count++) void server.connection.ask('ping');
    expect(replies).toBe(2);
    expect(warnings).toMatchObject([{ code: 'limit_exceeded', limit: 'inFlightRequests' }]);
    gate.open();
    await gate.promise;
    await client.close();
  });
});

describe('a legacy server that asks', () => {
  // requirement: ping-answered, elicitation-defaults-prefilled
  it.each<{ method: string; params?: JsonObject; options: McpClientOptions; result: JsonObject }>([
    { method: 'ping', options: {}, result: {} },
    {
      method: 'elicitation/create',
      params: FORM,
      options: { onElicit: () => ({ action: 'accept', content: {} }) },
      result: { action: 'accept', content: { name: 'Ada' } },
    },
    {
      method: 'elicitation/create',
      params: { mode: 'url', message: 'Pay', url: 'https://pay', elicitationId: '1' },
      options: { onElicit: () => ({ action: 'decline' }) },
      result: { action: 'decline' },
    },
    {
      method: 'sampling/createMessage',
      params: SAMPLE,
      options: { onSample: () => ({ role: 'assistant', content: { type: 'text', text: '42' }, model: 'm' }) },
      result: { role: 'assistant', content: { type: 'text', text: '42' }, model: 'm' },
    },
    {
      method: 'roots/list',
      options: { roots: async () => [{ uri: 'file:///a', name: 'A' }] },
      result: { roots: [{ uri: 'file:///a', name: 'A' }] },
    },
  ])('$method gets its answer', async ({ method, params, options, result }) => {
    const { server, client } = await connected(options);
    expect(await server.connection.ask(method, params)).toMatchObject({ kind: 'success', result });
    await client.close();
  });

  // requirement: roots-standard-errors, elicitation-undeclared-mode-rejected, sampling-rejected-error
  it.each<{ title: string; method: string; params?: JsonObject; options?: McpClientOptions; code: number }>([
    { title: 'elicitation without a handler', method: 'elicitation/create', params: FORM, code: -32601 },
    { title: 'sampling without a handler', method: 'sampling/createMessage', params: SAMPLE, code: -32601 },
    { title: 'roots without any', method: 'roots/list', code: -32601 },
    { title: 'something unknown', method: 'vendor/ask', code: -32601 },
    {
      title: 'a mode that was not declared',
      method: 'elicitation/create',
      params: { mode: 'url', message: 'Pay', url: 'https://pay', elicitationId: '1' },
      options: { onElicit: { form: () => ({ action: 'accept' }) } },
      code: -32602,
    },
    {
      title: 'wrong params',
      method: 'elicitation/create',
      params: {},
      options: { onElicit: () => ({ action: 'accept' }) },
      code: -32602,
    },
    {
      title: 'tools that were not declared',
      method: 'sampling/createMessage',
      params: { ...SAMPLE, tools: [] },
      options: { onSample: () => 'rejected' },
      code: -32602,
    },
    {
      title: 'a sampling request that the user rejects',
      method: 'sampling/createMessage',
      params: SAMPLE,
      options: { onSample: () => 'rejected' },
      code: -1,
    },
    {
      title: 'a handler that throws an error to send',
      method: 'roots/list',
      options: {
        roots: () => {
          throw new RpcError(-32000, 'not now');
        },
      },
      code: -32000,
    },
  ])('$title: $code', async ({ method, params, options, code }) => {
    const { server, client } = await connected(options);
    expect(await server.connection.ask(method, params)).toMatchObject({ kind: 'error', error: { code } });
    await client.close();
  });

  it('learns nothing of why a handler failed; the application does', async () => {
    const { server, client, warnings } = await connected({
      onElicit: () => Promise.reject(new Error('password is hunter2')),
    });
    expect(await server.connection.ask('elicitation/create', FORM)).toMatchObject({
      error: { code: -32603, message: 'Internal error' },
    });
    expect(warnings).toMatchObject([{ code: 'handler_failed', cause: new Error('password is hunter2') }]);
    await client.close();
  });

  it('does not make the call under way look idle', async () => {
    const clock = new FakeClock();
    const answer = new Gate();
    const asked = new Gate();
    const { server, client } = await connected({
      clock,
      onElicit: async () => {
        asked.open();
        await answer.promise;
        return { action: 'cancel' };
      },
    });
    const calling = client.callTool('x', {}, { idleMs: 1000 });
    calling.catch(() => {});
    await server.sees('tools/call');
    const asking = server.connection.ask('elicitation/create', FORM);
    await asked.promise;
    clock.advance(86_400_000);
    answer.open();
    await asking;
    clock.advance(999);
    expect(server.connection.pending).toHaveLength(1);
    clock.advance(1);
    await expect(calling).rejects.toMatchObject({ code: 'timed_out' });
    await client.close();
  });

  // requirement: legacy-cancelled-request-stopped
  it('may take the question back, and gets no answer then', async () => {
    let seen: AskContext | undefined;
    const asked = new Gate();
    const { server, client } = await connected({
      onElicit: (_params, context) => {
        seen = context;
        asked.open();
        return new Promise(() => {});
      },
    });
    void server.connection.ask('elicitation/create', FORM);
    await asked.promise;
    server.connection.tell('notifications/cancelled', { requestId: server.connection.questionId });
    expect(seen?.signal.aborted).toBe(true);
    expect(await server.connection.ask('ping')).toMatchObject({ kind: 'success' });
    expect(server.received.filter(({ kind }) => kind === 'success' || kind === 'error')).toHaveLength(1);
    await client.close();
  });

  it.each(['exit', 'close'] as const)('is not asked for any more after %s', async (end) => {
    let seen: AskContext | undefined;
    const asked = new Gate();
    const { server, client } = await connected({
      onElicit: (_params, context) => {
        seen = context;
        asked.open();
        return new Promise(() => {});
      },
    });
    void server.connection.ask('elicitation/create', FORM);
    await asked.promise;
    if (end === 'exit') await server.connection.exit();
    else await client.close();
    expect(seen?.signal.aborted).toBe(true);
    await client.close();
  });
});

describe('a modern server that asks', () => {
  // requirement: stdio-client-sends-no-responses
  it('gets no answer, because a client must not write one; the application is told', async () => {
    const warnings: Fault[] = [];
    const server = modernServer();
    await using _client = await connect(server, {
      roots: [],
      onWarning: (warning) => warnings.push(warning),
    });
    void server.connection.ask('roots/list');
    expect(warnings).toMatchObject([{ code: 'invalid_message' }]);
    expect(server.received.map(({ kind }) => kind)).toEqual(['request']);
  });
});

describe('the end of a URL elicitation', () => {
  const question = (elicitationId: string) => ({
    mode: 'url',
    message: 'Pay',
    url: 'https://pay',
    elicitationId,
  });
  const COMPLETE = 'notifications/elicitation/complete';

  // requirement: elicitation-complete-unknown-ignored
  it('is told once, and only of what the user consented to', async () => {
    const done: string[] = [];
    const { server, client } = await connected({
      onElicit: ({ message }) => ({ action: message === 'Pay' ? 'accept' : 'decline' }),
      onElicitComplete: (id) => done.push(id),
    });
    await server.connection.ask('elicitation/create', question('e1'));
    await server.connection.ask('elicitation/create', { ...question('e2'), message: 'No' });
    for (const elicitationId of ['e1', 'e1', 'e2', 'unknown'])
      server.connection.tell(COMPLETE, { elicitationId });
    server.connection.tell(COMPLETE, {});
    expect(done).toEqual(['e1']);
    await client.close();
  });

  it('may come before the answer is out', async () => {
    const done: string[] = [];
    const answer = new Gate<{ action: 'accept' }>();
    const asked = new Gate();
    const { server, client } = await connected({
      onElicit: () => {
        asked.open();
        return answer.promise;
      },
      onElicitComplete: (id) => done.push(id),
    });
    const asking = server.connection.ask('elicitation/create', question('e1'));
    await asked.promise;
    server.connection.tell(COMPLETE, { elicitationId: 'e1' });
    answer.open({ action: 'accept' });
    await asking;
    expect(done).toEqual(['e1']);
    await client.close();
  });

  it('is told of what an error of the server named', async () => {
    const done: string[] = [];
    const { server, client } = await connected({ onElicitComplete: (id) => done.push(id) });
    const elicitations = [question('e1'), question('e2')];
    server.script['tools/call'] = new RpcError(-32042, 'Please sign in', { elicitations });
    await expect(client.callTool('x')).rejects.toMatchObject({ code: -32042 });
    for (const elicitationId of ['e2', 'e3', 'e1']) server.connection.tell(COMPLETE, { elicitationId });
    expect(done).toEqual(['e2', 'e1']);
    await client.close();
  });
});
