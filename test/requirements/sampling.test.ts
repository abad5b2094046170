import { describe, expect, it } from 'vitest';
import { McpClient, type McpClientOptions } from '../../src/client/index.js';
import type { JsonObject } from '../../src/protocol/index.js';
import { McpServer, type SampleQuestion } from '../../src/server/index.js';
import { ScriptedClient, textOf } from '../support/scripted-client.js';
import { legacyServer, modernServer } from '../support/scripted-server.js';

const text = (value: string) => ({ type: 'text', text: value });
const say = (role: string, ...content: object[]) => ({ role, content });
const use = { type: 'tool_use', id: 'a', name: 't', input: {} };
const result = { type: 'tool_result', toolUseId: 'a', content: [] };
const answer = { role: 'assistant', content: text('42'), model: 'm' };

const asking = (params: JsonObject): JsonObject => ({
  resultType: 'input_required',
  inputRequests: { a: { method: 'sampling/createMessage', params } },
});

const SAMPLER: McpClientOptions = {
  listen: false,
  onSample: () => answer as never,
  sampling: { tools: true },
};

describe('a client', () => {
  // requirement: sampling-capability-declared
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const)(
    'declares sampling in the handshake of %s',
    async (revision) => {
      const server = legacyServer({}, {}, revision);
      await using _client = await McpClient.connect(server.target, { ...SAMPLER, revision });
      expect(server.requests('initialize')[0]?.params?.['capabilities']).toMatchObject({ sampling: {} });
    },
  );

  const REFUSED: [string, object[]][] = [
    ['no role', [{ content: text('hi') }]],
    ['another role', [say('system', text('hi'))]],
    ['no content', [{ role: 'user' }]],
  ];

  // requirement: sampling-message-role, sampling-content-validated
  it.each(REFUSED)('refuses a message with %s, in both eras', async (_name, messages) => {
    const params = { messages, maxTokens: 1 } as unknown as JsonObject;
    const modern = modernServer({ 'tools/call': asking(params) });
    await using client = await McpClient.connect(modern.target, SAMPLER);
    await expect(client.callTool('x')).rejects.toMatchObject({ code: 'input_required_unexpected' });
    const legacy = legacyServer();
    await using _other = await McpClient.connect(legacy.target, SAMPLER);
    const refusal = await legacy.connection.ask('sampling/createMessage', params);
    expect(refusal).toMatchObject({ error: { code: -32602 } });
  });

  // requirement: sampling-tool-results-error
  it.each<[string, object[], string]>([
    ['missing', [say('assistant', use), say('user', text('hi'))], 'Tool result missing in request'],
    ['mixed', [say('assistant', use), say('user', result, text('hi'))], 'Tool results mixed'],
  ])('answers tool results that are %s with -32602', async (_name, messages, words) => {
    const legacy = legacyServer();
    await using _client = await McpClient.connect(legacy.target, SAMPLER);
    const params = { messages, maxTokens: 1 } as unknown as JsonObject;
    expect(await legacy.connection.ask('sampling/createMessage', params)).toMatchObject({
      error: { code: -32602, message: expect.stringContaining(words) },
    });
  });

  // requirement: sampling-messages-not-retained
  it('keeps nothing of the messages of one request for the next', async () => {
    const seen: unknown[] = [];
    const server = modernServer({
      'tools/call': ({ params }) =>
        params['inputResponses'] === undefined
          ? asking({ messages: [say('user', text(String(params['name'])))], maxTokens: 1 } as never)
          : { content: [] },
    });
    await using client = await McpClient.connect(server.target, {
      ...SAMPLER,
      onSample: ({ messages }) => {
        seen.push(messages);
        return answer as never;
      },
    });
    await client.callTool('one');
    await client.callTool('two');
    expect(seen).toEqual([[say('user', text('one'))], [say('user', text('two'))]]);
  });
});

describe('a server', () => {
  const run = async (messages: object[], response: JsonObject = answer) => {
    const server = new McpServer({ name: 'test', version: '1' }, { onLog: () => {} }).tool({
      name: 't',
      run: async (_args, context) => {
        const question = { key: 'k', messages, maxTokens: 1 } as unknown as SampleQuestion;
        return (await context.sample(question)).model;
      },
    });
    const client = new ScriptedClient(server);
    const capabilities = { sampling: { tools: {} } };
    const inputResponses = { k: response };
    return client.result('tools/call', { name: 't', inputResponses }, { capabilities });
  };

  // requirement: sampling-tool-uses-answered, sampling-tool-results-alone
  it.each<[string, object[]]>([
    ['a use without its result', [say('assistant', use), say('user', text('hi'))]],
    ['a use at the end', [say('assistant', use)]],
    ['results beside text', [say('assistant', use), say('user', result, text('hi'))]],
    ['a role of its own', [say('system', text('hi'))]],
  ])('does not ask with %s', async (_name, messages) => {
    const outcome = await run(messages);
    expect(outcome).toMatchObject({ resultType: 'complete', isError: true });
    expect(textOf(outcome)).toContain('context.sample cannot be asked');
  });

  it('asks with uses that have their results', async () => {
    expect(textOf(await run([say('assistant', use), say('user', result)]))).toBe('m');
  });

  // requirement: sampling-content-validated, sampling-message-role
  it.each<[string, JsonObject]>([
    ['no role', { content: text('x'), model: 'm' }],
    ['no content', { role: 'assistant', model: 'm' }],
  ])('does not take an answer with %s', async (_name, response) => {
    expect((await run([say('user', text('hi'))], response))['resultType']).toBe('input_required');
  });
});
