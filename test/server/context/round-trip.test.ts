import { describe, expect, it } from 'vitest';
import type { ClientCapabilities, JsonObject, Revision } from '../../../src/protocol/index.js';
import type { SchemaValidator } from '../../../src/schema/index.js';
import { ajvValidator } from '../../../src/schema/index.js';
import type { CallContext, ServerOptions, ToolReturn } from '../../../src/server/index.js';
import { fetchHandler, McpServer } from '../../../src/server/index.js';
import { Gate } from '../../support/gate.js';
import { ScriptedClient, type ScriptedOptions, textOf } from '../../support/scripted-client.js';

const ALL: ClientCapabilities = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };
const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;

type Run = (context: CallContext, args: JsonObject) => ToolReturn | Promise<ToolReturn>;

function setUp(run: Run, options: ServerOptions = {}, scripted: ScriptedOptions = {}) {
  let runs = 0;
  const server = new McpServer({ name: 'test', version: '1' }, { onLog: () => {}, ...options }).tool({
    name: 't',
    inputSchema: { type: 'object' },
    run: (args, context) => {
      runs++;
      return run(context, args as JsonObject);
    },
  });
  const client = new ScriptedClient(server, scripted);
  const call = (more: JsonObject = {}, capabilities: ClientCapabilities = ALL) =>
    client.result('tools/call', { name: 't', ...more }, { capabilities });
  const fail = (more: JsonObject = {}, capabilities: ClientCapabilities = ALL) =>
    client.error('tools/call', { name: 't', ...more }, { capabilities });
  return { server, client, call, fail, runs: () => runs };
}

const askName = async (context: CallContext): Promise<string> => {
  const answer = await context.elicit({ key: 'user_name', message: 'Who?', requestedSchema: form });
  return answer.action === 'accept' ? `Hello, ${answer.content?.['name']}!` : answer.action;
};

const accept = (name: string): JsonObject => ({ action: 'accept', content: { name } });
const stateOf = (result: JsonObject): string => result['requestState'] as string;
const keysOf = (result: JsonObject): string[] => Object.keys(result['inputRequests'] as JsonObject);

describe('one question', () => {
  // requirement: input-asked-by-result, input-required-not-empty, elicitation-form-params
  // requirement: input-not-taken-for-granted
  it('goes out in place of the result', async () => {
    const { call } = setUp(askName);
    const result = await call();
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        user_name: {
          method: 'elicitation/create',
          params: { mode: 'form', message: 'Who?', requestedSchema: form },
        },
      },
      requestState: expect.any(String),
    });
    expect(result).not.toHaveProperty('ttlMs');
    expect(result).not.toHaveProperty('content');
  });

  // requirement: state-by-explicit-handle
  it('is answered on the retry, and the handler runs again', async () => {
    const { call, runs } = setUp(askName);
    const requestState = stateOf(await call());
    const result = await call({ requestState, inputResponses: { user_name: accept('Ann') } });
    expect(textOf(result)).toBe('Hello, Ann!');
    expect(result['resultType']).toBe('complete');
    expect(runs()).toBe(2);
  });

  it('is answered without requestState as well', async () => {
    const { call } = setUp(askName);
    await call();
    expect(textOf(await call({ inputResponses: { user_name: accept('Ann') } }))).toBe('Hello, Ann!');
  });

  // requirement: elicitation-decline-handled, elicitation-may-not-succeed
  it.each([['decline'], ['cancel']])('may be answered by %s', async (action) => {
    const { call } = setUp(askName);
    expect(textOf(await call({ inputResponses: { user_name: { action } } }))).toBe(action);
  });

  // requirement: input-responses-validated, input-responses-missing-asked-again
  // requirement: elicitation-answers-validated-by-server
  it.each<[string, unknown]>([
    ['a wrong key', { other: accept('Ann') }],
    ['a key that every object has', { constructor: accept('Ann') }],
    ['a number in place of answers', 7],
    ['null in place of answers', null],
    ['text in place of answers', 'x'],
    ['an array in place of answers', []],
    ['null as the answer', { user_name: null }],
    ['a number as the answer', { user_name: 7 }],
    ['an answer without action', { user_name: { content: { name: 'Ann' } } }],
    ['an unknown action', { user_name: { action: 'maybe' } }],
    ['content that does not match', { user_name: { action: 'accept', content: { name: 7 } } }],
    ['no content', { user_name: { action: 'accept' } }],
    ['content that is no object', { user_name: { action: 'accept', content: 'Ann' } }],
  ])('is asked again after %s', async (_name, inputResponses) => {
    const { call } = setUp(askName);
    const result = await call({ inputResponses: inputResponses as JsonObject });
    expect(result['resultType']).toBe('input_required');
    expect(keysOf(result)).toEqual(['user_name']);
  });

  // requirement: elicitation-answers-validated-by-server
  it('is asked again after content in the wrong format', async () => {
    const mail = { type: 'object', properties: { mail: { type: 'string', format: 'email' } } } as const;
    const { call } = setUp(async (context) => {
      const { content } = await context.elicit({ key: 'm', message: '', requestedSchema: mail });
      return String(content?.['mail']);
    });
    const answer = (address: string) =>
      call({ inputResponses: { m: { action: 'accept', content: { mail: address } } } });
    expect(keysOf(await answer('nobody'))).toEqual(['m']);
    expect(textOf(await answer('ann@example.com'))).toBe('ann@example.com');
  });

  // requirement: input-responses-unknown-ignored
  it('does not mind answers to what was not asked', async () => {
    const { call } = setUp(askName);
    const inputResponses = {
      user_name: accept('Ann'),
      other: { action: 'accept' },
      more: null,
    } as JsonObject;
    expect(textOf(await call({ inputResponses }))).toBe('Hello, Ann!');
  });

  it('is sent even if the handler swallows the rejection', async () => {
    const { call } = setUp(async (context) => {
      try {
        return await askName(context);
      } catch {
        return 'I go on without';
      }
    });
    expect((await call())['resultType']).toBe('input_required');
    expect(textOf(await call({ inputResponses: { user_name: accept('Ann') } }))).toBe('Hello, Ann!');
  });

  it('is sent even if nobody waits for the answer', async () => {
    const { call } = setUp((context) => {
      void askName(context).catch(() => {});
      return 'done';
    });
    expect((await call())['resultType']).toBe('input_required');
  });

  it('is sent even if the handler throws something else, or nothing', async () => {
    const { call } = setUp(async (context) => {
      await askName(context).catch(() => {
        throw undefined;
      });
      return 'x';
    });
    expect((await call())['resultType']).toBe('input_required');
  });

  it('that nobody looks at, because another one unwinds the handler, is no unhandled rejection', async () => {
    const { call } = setUp(async (context) => {
      const first = context.roots({ key: 'a' });
      const second = context.roots({ key: 'b' });
      await first;
      await second;
      return 'x';
    });
    // An unhandled rejection fails the whole run of the tests.
    expect(keysOf(await call())).toEqual(['a', 'b']);
  });

  // requirement: input-request-keys-unique
  it('has a key made of its kind and number when it is given none', async () => {
    const { call } = setUp(async (context) => {
      const question = { message: 'm', requestedSchema: form };
      await Promise.all([context.elicit(question), context.elicit(question), context.roots()]);
      return 'done';
    });
    expect(keysOf(await call())).toEqual(['elicitation-1', 'elicitation-2', 'roots-1']);
  });
});

describe('several questions', () => {
  const askAll = async (context: CallContext): Promise<string> => {
    const [who, capital, roots] = await Promise.all([
      context.elicit({ key: 'who', message: 'Who?', requestedSchema: form }),
      context.sample({
        key: 'capital',
        messages: [{ role: 'user', content: { type: 'text', text: 'Capital of France?' } }],
        maxTokens: 100,
      }),
      context.roots({ key: 'roots' }),
    ]);
    return JSON.stringify([who.content, capital.content, roots]);
  };
  const sampled = { role: 'assistant', content: { type: 'text', text: 'Paris' }, model: 'm' };
  const listed = { roots: [{ uri: 'file:///home' }] };

  // requirement: input-request-kinds
  it('of one tick go out together', async () => {
    const { call } = setUp(askAll);
    const result = await call();
    expect(result['inputRequests']).toEqual({
      who: expect.objectContaining({ method: 'elicitation/create' }),
      capital: {
        method: 'sampling/createMessage',
        params: {
          messages: [{ role: 'user', content: { type: 'text', text: 'Capital of France?' } }],
          maxTokens: 100,
        },
      },
      roots: { method: 'roots/list' },
    });
  });

  // requirement: input-responses-missing-asked-again
  it('that are answered in part are asked for in the rest, and keep the answers', async () => {
    const { call } = setUp(askAll);
    const first = await call({ inputResponses: { who: accept('Ann') } });
    expect(keysOf(first)).toEqual(['capital', 'roots']);
    const second = await call({
      requestState: stateOf(first),
      inputResponses: { capital: sampled, roots: listed },
    });
    expect(JSON.parse(textOf(second) as string)).toEqual([{ name: 'Ann' }, sampled.content, listed.roots]);
  });

  /** Takes many turns to compile a schema, as one that is loaded first does. */
  const slowValidator: SchemaValidator = {
    compile: async (schema) => {
      for (let turn = 0; turn < 100; turn++) await null;
      return ajvValidator().compile(schema);
    },
  };

  // requirement: input-responses-missing-asked-again
  it.each<[string, JsonObject, JsonObject]>([
    ['a good answer', accept('Ann'), { capital: sampled, roots: listed }],
    ['a bad answer', accept(7 as never), { who: accept('Ann'), capital: sampled, roots: listed }],
  ])('wait for the check of %s before the rest is asked for', async (_name, who, rest) => {
    const { call } = setUp(askAll, { validator: slowValidator });
    const first = await call({ inputResponses: { who } });
    expect(keysOf(first).sort()).toEqual(Object.keys(rest).sort());
    const second = await call({ requestState: stateOf(first), inputResponses: rest });
    expect(JSON.parse(textOf(second) as string)).toEqual([{ name: 'Ann' }, sampled.content, listed.roots]);
  });

  it('wait for the check of an answer that the handler does not wait for', async () => {
    const { call } = setUp(
      (context) => {
        void context.elicit({ key: 'who', message: 'Who?', requestedSchema: form });
        return 'done';
      },
      { validator: slowValidator },
    );
    const bad = await call({ inputResponses: { who: { action: 'accept', content: {} } } });
    expect(keysOf(bad)).toEqual(['who']);
    expect(textOf(await call({ inputResponses: { who: accept('Ann') } }))).toBe('done');
  });

  it.each<[string, JsonObject]>([
    ['a sample without content', { capital: { role: 'assistant', model: 'm' } }],
    ['roots that are no list', { roots: { roots: 'file:///' } }],
  ])('unusable answers are asked for again: %s', async (_name, inputResponses) => {
    const { call } = setUp(askAll);
    expect(keysOf(await call({ inputResponses }))).toContain(Object.keys(inputResponses)[0]);
  });

  it('one after the other are rounds with different state', async () => {
    const { call } = setUp(async (context) => {
      const one = await context.elicit({ key: 'step1', message: '1', requestedSchema: form });
      const two = await context.elicit({ key: 'step2', message: '2', requestedSchema: form });
      return `${one.content?.['name']} ${two.content?.['name']}`;
    });
    const first = await call();
    const second = await call({ requestState: stateOf(first), inputResponses: { step1: accept('a') } });
    expect(keysOf(second)).toEqual(['step2']);
    expect(stateOf(second)).not.toBe(stateOf(first));
    const third = await call({ requestState: stateOf(second), inputResponses: { step2: accept('b') } });
    expect(textOf(third)).toBe('a b');
  });

  it('an answer that is sealed cannot be replaced later', async () => {
    const { call } = setUp(async (context) => {
      const one = await context.elicit({ key: 'step1', message: '1', requestedSchema: form });
      await context.elicit({ key: 'step2', message: '2', requestedSchema: form });
      return String(one.content?.['name']);
    });
    const second = await call({ inputResponses: { step1: accept('a') } });
    const inputResponses = { step1: accept('z'), step2: accept('b') };
    expect(textOf(await call({ requestState: stateOf(second), inputResponses }))).toBe('a');
  });

  // requirement: input-request-keys-unique
  it.each<[string, (context: CallContext) => Promise<unknown>, (context: CallContext) => Promise<unknown>]>([
    [
      'kinds',
      (context) => context.roots({ key: 'k' }),
      (context) => context.elicit({ key: 'k', message: '', requestedSchema: form }),
    ],
    [
      'content',
      (context) => context.elicit({ key: 'k', message: 'Who?', requestedSchema: form }),
      (context) => context.elicit({ key: 'k', message: 'Why?', requestedSchema: form }),
    ],
  ])('of different %s cannot have one key', async (_name, first, second) => {
    let refusal: unknown;
    const { call } = setUp(async (context) => {
      const asked = [first(context), second(context)];
      await Promise.allSettled(asked);
      await asked[1]?.catch((error: unknown) => {
        refusal = error;
      });
      return 'x';
    });
    // The first question is pending, so it is sent; the second one was never recorded.
    const inputRequests = (await call())['inputRequests'] as JsonObject;
    expect(Object.keys(inputRequests)).toEqual(['k']);
    expect(JSON.stringify(inputRequests)).not.toContain('Why?');
    expect(refusal).toMatchObject({ code: 'invalid_argument' });
  });

  it('that are the same may have one key', async () => {
    const { call } = setUp(async (context) => {
      const names = await Promise.all([askName(context), askName(context)]);
      return names.join(' ');
    });
    expect(keysOf(await call())).toEqual(['user_name']);
    const inputResponses = { user_name: accept('Ann') };
    expect(textOf(await call({ inputResponses }))).toBe('Hello, Ann! Hello, Ann!');
  });
});

describe('capabilities', () => {
  // requirement: missing-client-capability-error, input-request-needs-capability
  // requirement: server-uses-declared-capabilities-only, elicitation-only-supported-modes
  // requirement: sampling-tools-need-capability, roots-capability-checked
  it.each<[string, (context: CallContext) => Promise<unknown>, ClientCapabilities, JsonObject]>([
    ['elicitation', askName, {}, { elicitation: { form: {} } }],
    ['a form, where only URLs are', askName, { elicitation: { url: {} } }, { elicitation: { form: {} } }],
    [
      'a URL, where only forms are implied',
      (context) => context.elicit({ message: 'm', url: 'https://a.example' }),
      { elicitation: {} },
      { elicitation: { url: {} } },
    ],
    ['sampling', (context) => context.sample({ messages: [], maxTokens: 1 }), {}, { sampling: {} }],
    [
      'sampling with tools',
      (context) => context.sample({ messages: [], maxTokens: 1, tools: [] }),
      { sampling: {} },
      { sampling: { tools: {} } },
    ],
    ['roots', (context) => context.roots(), { sampling: {} }, { roots: {} }],
  ])('without %s the call is refused with -32021', async (_name, ask, declared, requiredCapabilities) => {
    const { fail } = setUp(async (context) => String(await ask(context)));
    expect(await fail({}, declared)).toMatchObject({
      code: -32021,
      data: { requiredCapabilities },
      httpStatus: 400,
    });
  });

  it('an empty elicitation capability means forms', async () => {
    const { call } = setUp(askName);
    expect((await call({}, { elicitation: {} }))['resultType']).toBe('input_required');
  });

  it('a handler may look first, and ask only what may be asked', async () => {
    const { call } = setUp(async (context) => {
      if (context.clientCapabilities.elicitation !== undefined) await askName(context);
      if (context.clientCapabilities.sampling !== undefined) {
        await context.sample({ key: 's', messages: [], maxTokens: 1 });
      }
      return 'x';
    });
    const result = await call({}, { sampling: {} });
    expect(result['inputRequests']).toEqual({
      s: expect.objectContaining({ method: 'sampling/createMessage' }),
    });
  });

  it('a handler may do without', async () => {
    const { call } = setUp((context) => askName(context).catch(() => 'anonymous'));
    expect(textOf(await call({}, {}))).toBe('anonymous');
  });

  it('a question that may not be asked refuses the call, whatever else is asked', async () => {
    const { fail } = setUp(async (context) => {
      await Promise.all([context.roots(), context.elicit({ message: 'm', requestedSchema: form })]);
      return 'x';
    });
    expect((await fail({}, { elicitation: {} })).code).toBe(-32021);
  });
});

describe('requestState', () => {
  const inputResponses = { user_name: accept('Ann') };

  // requirement: request-state-tampered-rejected, request-state-untrusted
  // requirement: input-protocol-error-is-rpc-error
  it.each<[string, (state: string) => string]>([
    ['appended to', (state) => `${state}-TAMPERED`],
    ['cut', (state) => state.slice(0, -1)],
    [
      'changed in the middle',
      (state) => `${state.slice(0, 20)}${state[20] === 'A' ? 'B' : 'A'}${state.slice(21)}`,
    ],
    ['emptied', () => ''],
    ['replaced', () => 'not ours'],
    ['replaced by short text', () => 'AAAA'],
  ])('that was %s is -32602', async (_name, tamper) => {
    const { call, fail, runs } = setUp(askName);
    const requestState = tamper(stateOf(await call()));
    expect(await fail({ requestState, inputResponses })).toMatchObject({ code: -32602 });
    expect(runs()).toBe(1);
  });

  it('that is no text is -32602', async () => {
    const { fail } = setUp(askName);
    expect((await fail({ requestState: 7 as never, inputResponses })).code).toBe(-32602);
  });

  it('does not show what is in it', async () => {
    const { call } = setUp(async (context) => {
      await context.elicit({ key: 'a', message: '', requestedSchema: form });
      await context.elicit({ key: 'b', message: '', requestedSchema: form });
      return 'x';
    });
    const state = stateOf(await call({ inputResponses: { a: accept('Rumpelstilzchen') } }));
    expect(Buffer.from(state, 'base64url').toString('latin1')).not.toContain('Rumpel');
  });

  // requirement: request-state-bound
  it('expires', async () => {
    let now = 1_000_000;
    const { call, fail } = setUp(askName, { requestState: { ttlMs: 5000, now: () => now } });
    const requestState = stateOf(await call());
    now += 5000;
    expect(textOf(await call({ requestState, inputResponses }))).toBe('Hello, Ann!');
    now += 1;
    expect(await fail({ requestState, inputResponses })).toMatchObject({
      code: -32602,
      message: expect.stringContaining('expired'),
    });
  });

  // requirement: request-state-bound
  it('is good for the same request only', async () => {
    const { server, call, fail } = setUp(askName);
    server.tool({ name: 'u', inputSchema: { type: 'object' }, run: (_args, context) => askName(context) });
    const requestState = stateOf(await call({ arguments: { a: 1, b: [{ c: 2, d: 3 }] } }));
    expect(
      (await fail({ requestState, inputResponses, arguments: { a: 2, b: [{ c: 2, d: 3 }] } })).code,
    ).toBe(-32602);
    expect((await fail({ requestState, inputResponses, name: 'u', arguments: { a: 1 } })).code).toBe(-32602);
    const reordered = { b: [{ d: 3, c: 2 }], a: 1 };
    expect(textOf(await call({ requestState, inputResponses, arguments: reordered }))).toBe('Hello, Ann!');
  });

  // requirement: request-state-bound, elicitation-bound-to-client-and-user
  it('is good for the same caller only', async () => {
    const ann = setUp(askName, {}, { auth: { principal: 'ann' } });
    const requestState = stateOf(await ann.call());
    const asOther = (principal?: string) =>
      new ScriptedClient(ann.server, principal === undefined ? {} : { auth: { principal } }).error(
        'tools/call',
        { name: 't', requestState, inputResponses },
        { capabilities: ALL },
      );
    expect((await asOther('bob')).code).toBe(-32602);
    expect((await asOther()).code).toBe(-32602);
    expect(textOf(await ann.call({ requestState, inputResponses }))).toBe('Hello, Ann!');
  });

  it('of another server object is refused, unless they share a key', async () => {
    const key = 'k'.repeat(32);
    const requestState = stateOf(await setUp(askName, { requestState: { key } }).call());
    const twin = setUp(askName, { requestState: { key: new TextEncoder().encode(key) } });
    expect(textOf(await twin.call({ requestState, inputResponses }))).toBe('Hello, Ann!');
    expect((await setUp(askName).fail({ requestState, inputResponses })).code).toBe(-32602);
  });

  it('over HTTP warns once that other instances cannot read it, where there may be some', async () => {
    const warnings: string[] = [];
    const onLog = ({ message }: { message: string }) => warnings.push(message);
    const { call, server } = setUp(askName, { onLog }, { transport: 'http' });
    await call();
    expect(warnings).toEqual([]);
    fetchHandler(server);
    await call();
    await call();
    expect(warnings).toEqual([expect.stringContaining('requestState.key')]);
    const keyed = setUp(askName, { onLog, requestState: { key: 'k'.repeat(32) } }, { transport: 'http' });
    fetchHandler(keyed.server);
    await keyed.call();
    expect(warnings).toHaveLength(1);
  });
});

describe('prompts and resources may ask too', () => {
  const server = new McpServer({ name: 'test', version: '1' })
    .prompt({ name: 'p', get: (_args, context) => askName(context) })
    .resource({ uri: 'test://r', name: 'r', read: (_request, context) => askName(context) });

  it.each<[string, JsonObject, string]>([
    ['prompts/get', { name: 'p' }, 'messages'],
    ['resources/read', { uri: 'test://r' }, 'contents'],
  ])('%s', async (method, params, member) => {
    const client = new ScriptedClient(server);
    const first = await client.result(method, params, { capabilities: ALL });
    expect(first['resultType']).toBe('input_required');
    expect(first).not.toHaveProperty('ttlMs');
    const retry = { ...params, requestState: stateOf(first), inputResponses: { user_name: accept('Ann') } };
    const second = await client.result(method, retry, { capabilities: ALL });
    expect(JSON.stringify(second[member])).toContain('Hello, Ann!');
  });
});

describe('legacy clients', () => {
  const answers = (method: string): JsonObject | Error => {
    if (method === 'elicitation/create') return accept('Ann');
    if (method === 'sampling/createMessage') return new Error('User rejected sampling request');
    return { roots: [{ uri: 'file:///home' }] };
  };

  it('are asked by a request on the stream', async () => {
    const { client } = setUp(askName, {}, { answers });
    await client.initialize('2025-11-25', { elicitation: {} });
    expect(textOf(await client.result('tools/call', { name: 't' }))).toBe('Hello, Ann!');
    expect(client.questions).toEqual([
      { method: 'elicitation/create', params: { mode: 'form', message: 'Who?', requestedSchema: form } },
    ]);
  });

  // requirement: negotiated-version-respected
  it('of 2025-06-18 get no mode', async () => {
    const { client } = setUp(askName, {}, { answers });
    await client.initialize('2025-06-18', { elicitation: {} });
    await client.result('tools/call', { name: 't' });
    expect(client.questions[0]?.params).toEqual({ message: 'Who?', requestedSchema: form });
  });

  // requirement: elicitation-url-params-with-id
  it('get an id with a URL', async () => {
    const { client } = setUp(
      async (context) => (await context.elicit({ message: 'm', url: 'https://a.example' })).action,
      {},
      { answers: () => ({ action: 'accept' }) },
    );
    await client.initialize('2025-11-25', { elicitation: { url: {} } });
    expect(textOf(await client.result('tools/call', { name: 't' }))).toBe('accept');
    expect(client.questions[0]?.params).toMatchObject({ mode: 'url', elicitationId: expect.any(String) });
  });

  // requirement: negotiated-capabilities-only, elicitation-only-supported-modes
  it('that did not declare it are not asked, and the call says why', async () => {
    const { client } = setUp(askName, {}, { answers });
    await client.initialize();
    const result = await client.result('tools/call', { name: 't' });
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toMatch(/capability.*elicitation/);
    expect(client.questions).toEqual([]);
  });

  // requirement: negotiated-version-respected
  it.each<[string, Revision, Run]>([
    ['by form', '2025-03-26', askName],
    ['to visit a URL', '2025-06-18', async (c) => (await c.elicit({ message: '', url: 'a:b' })).action],
    [
      'to let its model use tools',
      '2025-06-18',
      async (c) => (await c.sample({ messages: [], maxTokens: 1, tools: [] })).model,
    ],
  ])('are not asked %s in %s, whatever they declare', async (_name, revision, run) => {
    const { client } = setUp(run, {}, { answers });
    await client.initialize(revision, ALL);
    expect(await client.result('tools/call', { name: 't' })).toMatchObject({ isError: true });
    expect(client.questions).toEqual([]);
  });

  // requirement: elicitation-decline-handled, elicitation-may-not-succeed
  it('that refuse make the tool fail, not the session', async () => {
    const { client } = setUp(
      async (context) => String(await context.sample({ messages: [], maxTokens: 1 })),
      {},
      { answers },
    );
    await client.initialize('2025-11-25', { sampling: {} });
    const result = await client.result('tools/call', { name: 't' });
    expect(textOf(result)).toMatch(/User rejected sampling request \(-1\)/);
  });

  // requirement: elicitation-answers-validated-by-server
  it('that answer nonsense make the tool fail', async () => {
    const { client } = setUp(askName, {}, { answers: () => ({ action: 'accept', content: { name: 7 } }) });
    await client.initialize('2025-11-25', { elicitation: {} });
    expect(textOf(await client.result('tools/call', { name: 't' }))).toMatch(/"name" must be a string/);
  });

  it('are asked for roots', async () => {
    const { client } = setUp(async (context) => JSON.stringify(await context.roots()), {}, { answers });
    await client.initialize('2024-11-05', { roots: {} });
    expect(textOf(await client.result('tools/call', { name: 't' }))).toBe('[{"uri":"file:///home"}]');
  });
});

describe('a handler that takes long after it asked', () => {
  it('is waited for, and then the question goes out', async () => {
    const gate = new Gate();
    const { call } = setUp(async (context) => {
      void askName(context).catch(() => {});
      await gate.promise;
      return 'late';
    });
    const result = call();
    gate.open();
    expect((await result)['resultType']).toBe('input_required');
  });
});
