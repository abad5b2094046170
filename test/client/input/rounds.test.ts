import { describe, expect, it } from 'vitest';
import { ProgramEraCache } from '../../../src/client/connect/era-cache.js';
import type { AskContext, McpClientOptions } from '../../../src/client/index.js';
import { McpClient } from '../../../src/client/index.js';
import type { JsonObject, RequestMessage } from '../../../src/protocol/index.js';
import { RpcError } from '../../../src/protocol/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { Gate } from '../../support/gate.js';
import type { Answer, Asked, ScriptedServer } from '../../support/scripted-server.js';
import { modernServer, SILENCE } from '../../support/scripted-server.js';

const FORM = {
  method: 'elicitation/create',
  params: {
    message: 'Your name?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  },
};
const MAIL_FORM = {
  method: 'elicitation/create',
  params: {
    message: 'Your address?',
    requestedSchema: { type: 'object', properties: { mail: { type: 'string', format: 'email' } } },
  },
};
const URL_QUESTION = {
  method: 'elicitation/create',
  params: { mode: 'url', message: 'Pay', url: 'https://pay' },
};
const SAMPLE = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 10 } };
const ROOTS = { method: 'roots/list' };

const asks = (inputRequests: JsonObject, requestState?: string): JsonObject => ({
  resultType: 'input_required',
  inputRequests,
  ...(requestState === undefined ? {} : { requestState }),
});

const done = (value: string): JsonObject => ({
  resultType: 'complete',
  content: [{ type: 'text', text: value }],
});

/** Answers calls of tools one after the other. */
function serverWith(...answers: (Answer | ((asked: Asked) => Answer | Promise<Answer>))[]): ScriptedServer {
  let calls = 0;
  const next = (asked: Asked): Answer | Promise<Answer> => {
    const answer = answers[Math.min(calls, answers.length - 1)] ?? SILENCE;
    calls += 1;
    return typeof answer === 'function' ? answer(asked) : answer;
  };
  const methods = { 'tools/call': next, 'prompts/get': next, 'resources/read': next, 'tools/list': next };
  return modernServer(methods, { tools: {}, prompts: {}, resources: {} });
}

function connect(server: ScriptedServer, options: McpClientOptions = {}): Promise<McpClient> {
  return McpClient.connect(server.target, {
    cache: { eras: new ProgramEraCache() },
    listen: false,
    ...options,
  });
}

const retryOf = (server: ScriptedServer, round = 1): RequestMessage | undefined =>
  server.requests('tools/call')[round];

describe('a round of input', () => {
  // requirement: input-gathered-before-retry, request-state-echoed, retry-has-new-id
  it("is answered by all handlers at once, under the server's keys, with a new id", async () => {
    const started: string[] = [];
    const both = new Gate();
    const meet = async (name: string): Promise<void> => {
      started.push(name);
      if (started.length === 2) both.open();
      await both.promise;
    };
    const server = serverWith(asks({ user: FORM, llm: SAMPLE, where: ROOTS }, 'opaque ✓'), done('hi'));
    await using client = await connect(server, {
      onElicit: async () => {
        await meet('elicit');
        return { action: 'accept', content: { name: 'Ada' } };
      },
      onSample: async () => {
        await meet('sample');
        return { role: 'assistant', content: { type: 'text', text: '42' }, model: 'm' };
      },
      roots: [{ uri: 'file:///work' }],
    });
    const result = await client.callTool('greet', { polite: true });
    expect(result.content).toEqual([{ type: 'text', text: 'hi' }]);
    const [first, second] = server.requests('tools/call');
    expect(second?.id).not.toBe(first?.id);
    expect(second?.params).toMatchObject({
      name: 'greet',
      arguments: { polite: true },
      requestState: 'opaque ✓',
      inputResponses: {
        user: { action: 'accept', content: { name: 'Ada' } },
        llm: { role: 'assistant', content: { type: 'text', text: '42' }, model: 'm' },
        where: { roots: [{ uri: 'file:///work' }] },
      },
    });
    expect(first?.params).not.toHaveProperty('inputResponses');
  });

  // requirement: request-state-echoed, request-state-not-invented, request-state-opaque
  it.each([
    { title: 'requestState only', first: { resultType: 'input_required', requestState: '' }, state: '' },
    { title: 'inputRequests only', first: asks({ a: ROOTS }), state: undefined },
  ])('$title: state goes back exactly as it came, or not at all', async ({ first, state }) => {
    const server = serverWith(first, done('ok'));
    await using client = await connect(server, { roots: [] });
    await client.callTool('x');
    const params = retryOf(server)?.params;
    expect(params?.['requestState']).toBe(state);
    expect(params !== undefined && 'requestState' in params).toBe(state !== undefined);
    expect(params !== undefined && 'inputResponses' in params).toBe(state === undefined);
  });

  it('takes only the latest state and answers along', async () => {
    const server = serverWith(
      asks({ a: ROOTS }, 's1'),
      asks({ b: ROOTS }, 's2'),
      asks({ c: ROOTS }),
      done('ok'),
    );
    await using client = await connect(server, { roots: [] });
    await client.callTool('x');
    const sent = server
      .requests('tools/call')
      .slice(1)
      .map(({ params }) => ({
        state: params?.['requestState'],
        keys: Object.keys(params?.['inputResponses'] ?? {}),
      }));
    expect(sent).toEqual([
      { state: 's1', keys: ['a'] },
      { state: 's2', keys: ['b'] },
      { state: undefined, keys: ['c'] },
    ]);
  });

  // requirement: input-stays-with-its-request
  it('does not mix with that of another call', async () => {
    const server = modernServer({
      'tools/call': ({ params }) =>
        params['requestState'] === undefined
          ? asks({ a: ROOTS }, `state of ${String(params['name'])}`)
          : done(String(params['requestState'])),
    });
    await using client = await connect(server, { roots: [] });
    const results = await Promise.all([client.callTool('one'), client.callTool('two')]);
    expect(results.map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'state of one' }],
      [{ type: 'text', text: 'state of two' }],
    ]);
  });

  it('keys and fields called __proto__ are keys and fields like any other', async () => {
    const questions = JSON.parse(`{"__proto__": ${JSON.stringify(FORM)}}`) as JsonObject;
    const server = serverWith(asks(questions), done('ok'));
    await using client = await connect(server, { onElicit: () => ({ action: 'decline' }) });
    await client.callTool('x');
    const responses = retryOf(server)?.params?.['inputResponses'];
    expect(JSON.stringify(responses)).toBe('{"__proto__":{"action":"decline"}}');
  });

  it.each(['getPrompt', 'readResource'] as const)('may come to %s as well', async (name) => {
    const last = name === 'getPrompt' ? { messages: [] } : { contents: [] };
    const server = serverWith(asks({ a: ROOTS }), last);
    await using client = await connect(server, { roots: [] });
    await client[name]('x:y');
    expect(server.methods.filter((method) => method !== 'server/discover')).toHaveLength(2);
  });

  // requirement: elicitation-names-asking-server
  it('tells the handler who asks', async () => {
    let seen: AskContext | undefined;
    const server = serverWith(asks({ a: FORM }), done('ok'));
    await using client = await connect(server, {
      onElicit: (_params, context) => {
        seen = context;
        return { action: 'decline' };
      },
    });
    await client.callTool('x');
    expect(seen?.serverInfo).toEqual({ name: 'scripted', version: '1' });
    expect(seen?.server).toContain('scripted');
  });
});

describe('rounds', () => {
  it.each([
    { rounds: 3, fails: false },
    { rounds: 2, fails: true },
  ])('are capped: 3 rounds with a limit of $rounds fails $fails', async ({ rounds, fails }) => {
    const server = serverWith(asks({ a: ROOTS }), asks({ a: ROOTS }), asks({ a: ROOTS }), done('ok'));
    await using client = await connect(server, { roots: [], limits: { inputRounds: rounds } });
    const calling = client.callTool('x');
    if (fails)
      await expect(calling).rejects.toMatchObject({ code: 'input_rounds_exceeded', limit: 'inputRounds' });
    else await calling;
    expect(server.requests('tools/call')).toHaveLength(fails ? 3 : 4);
  });

  it('end when the caller aborts between them', async () => {
    const controller = new AbortController();
    let seen: AbortSignal | undefined;
    const server = serverWith(asks({ a: FORM }), done('never'));
    await using client = await connect(server, {
      onElicit: (_params, { signal }) => {
        seen = signal;
        controller.abort();
        return new Promise(() => {});
      },
    });
    const calling = client.callTool('x', {}, { signal: controller.signal });
    await expect(calling).rejects.toMatchObject({ code: 'cancelled' });
    expect(seen?.aborted).toBe(true);
    expect(server.requests('tools/call')).toHaveLength(1);
  });

  it('end when the client is closed while the user is asked', async () => {
    const clock = new FakeClock();
    const asked = new Gate();
    const server = serverWith(asks({ a: FORM }), done('never'));
    const client = await connect(server, {
      clock,
      onElicit: () => {
        asked.open();
        return new Promise(() => {});
      },
    });
    const calling = client.callTool('x');
    await asked.promise;
    const outcome = expect(calling).rejects.toMatchObject({ code: 'closed' });
    await client.close();
    await outcome;
    expect(clock.pending).toBe(0);
  });

  // requirement: elicitation-decline-any-time
  it('wait for the user without running out of idle time', async () => {
    const clock = new FakeClock();
    const answer = new Gate();
    const asked = new Gate();
    const server = serverWith(asks({ a: FORM }), done('ok'));
    const client = await connect(server, {
      clock,
      onElicit: async () => {
        asked.open();
        await answer.promise;
        return { action: 'cancel' };
      },
    });
    const calling = client.callTool('x');
    await asked.promise;
    clock.advance(86_400_000);
    answer.open();
    expect((await calling).content).toEqual([{ type: 'text', text: 'ok' }]);
    await client.close();
  });

  it('keep within a total that the caller gave', async () => {
    const clock = new FakeClock();
    const asked = new Gate();
    const server = serverWith(asks({ a: FORM }), done('ok'));
    const client = await connect(server, {
      clock,
      onElicit: () => {
        asked.open();
        return new Promise(() => {});
      },
    });
    const calling = client.callTool('x', {}, { totalMs: 1000 });
    await asked.promise;
    clock.advance(1000);
    await expect(calling).rejects.toMatchObject({ code: 'timed_out', details: { budget: 'total' } });
    await client.close();
  });

  it('go on in a new process when the old one ended meanwhile', async () => {
    const server = serverWith(asks({ a: FORM }, 's'), done('ok'));
    await using client = await connect(server, {
      onElicit: async () => {
        await server.connection.exit();
        return { action: 'decline' };
      },
    });
    expect((await client.callTool('x')).content).toHaveLength(1);
    expect(server.connections).toHaveLength(2);
    expect(retryOf(server)?.params?.['requestState']).toBe('s');
  });
});

describe('what a server may not ask', () => {
  // requirement: sampling-tools-declared, elicitation-default-mode-is-form
  it.each<{ title: string; first: JsonObject; options?: McpClientOptions }>([
    { title: 'a form without a handler', first: asks({ a: FORM }) },
    {
      title: 'a form with a handler for URLs only',
      first: asks({ a: FORM }),
      options: { onElicit: { url: () => ({ action: 'accept' }) } },
    },
    {
      title: 'a URL with a handler for forms only',
      first: asks({ a: URL_QUESTION }),
      options: { onElicit: { form: () => ({ action: 'accept' }) } },
    },
    { title: 'sampling without a handler', first: asks({ a: SAMPLE }) },
    { title: 'roots without any', first: asks({ a: ROOTS }) },
    { title: 'an unknown question', first: asks({ a: { method: 'vendor/ask' } }), options: { roots: [] } },
    { title: 'a property of Object', first: asks({ a: { method: 'constructor' } }), options: { roots: [] } },
    {
      title: 'a form without a schema',
      first: asks({ a: { method: 'elicitation/create', params: { message: 'x' } } }),
      options: { onElicit: () => ({ action: 'accept' }) },
    },
    { title: 'a question that is none', first: asks({ a: 7 }), options: { roots: [] } },
    { title: 'nothing at all', first: { resultType: 'input_required' } },
    { title: 'a state that is no string', first: { resultType: 'input_required', requestState: 7 } },
    {
      title: 'tools in sampling that were not declared',
      first: asks({ a: { ...SAMPLE, params: { ...SAMPLE.params, tools: [] } } }),
      options: { onSample: () => 'rejected' },
    },
  ])('$title fails the call at once, by name', async ({ first, options }) => {
    const server = serverWith(first, done('never'));
    await using client = await connect(server, options);
    await expect(client.callTool('x')).rejects.toMatchObject({ code: 'input_required_unexpected' });
    expect(server.requests('tools/call')).toHaveLength(1);
  });

  it('anything in answer to a request that may not be answered so', async () => {
    const server = serverWith(asks({ a: ROOTS }));
    await using client = await connect(server, { roots: [] });
    await expect(client.listTools()).rejects.toMatchObject({ code: 'input_required_unexpected' });
  });
});

describe('a question that gets no answer', () => {
  // requirement: elicitation-answers-validated-by-client, roots-uris-validated, root-is-file-uri
  it.each<{ title: string; question: JsonObject; options: McpClientOptions; code: string }>([
    {
      title: 'a handler that throws',
      question: FORM,
      options: { onElicit: () => Promise.reject(new Error('boom')) },
      code: 'handler_failed',
    },
    {
      title: 'a handler that answers with nonsense',
      question: FORM,
      options: { onElicit: () => ({ action: 'maybe' }) as never },
      code: 'handler_failed',
    },
    {
      title: 'an answer that does not fit the form',
      question: FORM,
      options: { onElicit: () => ({ action: 'accept', content: { name: 7 } }) },
      code: 'handler_failed',
    },
    {
      title: 'an answer in the wrong format',
      question: MAIL_FORM,
      options: { onElicit: () => ({ action: 'accept', content: { mail: 'nobody' } }) },
      code: 'handler_failed',
    },
    {
      title: 'a user who refuses',
      question: SAMPLE,
      options: { onSample: () => 'rejected' },
      code: 'input_rejected',
    },
    {
      title: 'a root that is no file',
      question: ROOTS,
      options: { roots: () => [{ uri: 'https://x' }] },
      code: 'handler_failed',
    },
  ])('$title fails the call', async ({ question, options, code }) => {
    const server = serverWith(asks({ a: question }), done('never'));
    await using client = await connect(server, options);
    await expect(client.callTool('x')).rejects.toMatchObject({ code });
    expect(server.requests('tools/call')).toHaveLength(1);
  });

  it('stops the other questions of the round', async () => {
    let other: AbortSignal | undefined;
    const server = serverWith(asks({ a: FORM, b: SAMPLE }), done('never'));
    await using client = await connect(server, {
      onElicit: (_params, { signal }) => {
        other = signal;
        return new Promise(() => {});
      },
      onSample: () => Promise.reject(new Error('boom')),
    });
    await expect(client.callTool('x')).rejects.toMatchObject({ code: 'handler_failed' });
    expect(other?.aborted).toBe(true);
  });
});

describe('URL elicitation', () => {
  it('is decided by its handler alone, and sends no content', async () => {
    const opened: string[] = [];
    const server = serverWith(asks({ a: URL_QUESTION }), done('ok'));
    await using client = await connect(server, {
      onElicit: {
        url: ({ url }) => {
          opened.push(url);
          return { action: 'accept', content: { secret: 'no' } };
        },
      },
    });
    await client.callTool('x');
    expect(opened).toEqual(['https://pay']);
    expect(retryOf(server)?.params?.['inputResponses']).toEqual({ a: { action: 'accept' } });
  });
});

describe('what is declared', () => {
  const form = () => ({ action: 'cancel' }) as const;
  // requirement: elicitation-capability-per-request, elicitation-some-mode, sampling-capability-per-request
  // requirement: sampling-tools-declared, roots-capability-per-request
  it.each<{ title: string; options: McpClientOptions; capabilities: JsonObject }>([
    { title: 'nothing', options: {}, capabilities: {} },
    {
      title: 'both modes',
      options: { onElicit: form },
      capabilities: { elicitation: { form: {}, url: {} } },
    },
    { title: 'forms', options: { onElicit: { form } }, capabilities: { elicitation: { form: {} } } },
    { title: 'URLs', options: { onElicit: { url: form } }, capabilities: { elicitation: { url: {} } } },
    { title: 'sampling', options: { onSample: () => 'rejected' }, capabilities: { sampling: {} } },
    {
      title: 'sampling with tools and context',
      options: { onSample: () => 'rejected', sampling: { tools: true, context: true } },
      capabilities: { sampling: { tools: {}, context: {} } },
    },
    { title: 'roots', options: { roots: [] }, capabilities: { roots: {} } },
    {
      title: 'extensions',
      options: { capabilities: { extensions: { 'com.example/x': {} } } },
      capabilities: { extensions: { 'com.example/x': {} } },
    },
  ])('is what there are handlers for: $title', async ({ options, capabilities }) => {
    const server = serverWith(done('ok'));
    await using client = await connect(server, options);
    await client.callTool('x');
    for (const { params } of [...server.requests('server/discover'), ...server.requests('tools/call')]) {
      const meta = params?.['_meta'] as JsonObject;
      expect(meta['io.modelcontextprotocol/clientCapabilities']).toEqual(capabilities);
    }
  });
});

it('an error of the server between rounds is the outcome of the call', async () => {
  const server = serverWith(asks({ a: ROOTS }), new RpcError(-32602, 'requestState does not verify'));
  await using client = await connect(server, { roots: [] });
  await expect(client.callTool('x')).rejects.toMatchObject({ code: -32602 });
});
