import { describe, expect, it } from 'vitest';
import type { McpClientOptions } from '../../../src/client/index.js';
import { McpClient } from '../../../src/client/index.js';
import { requiredUrls } from '../../../src/client/input/required-urls.js';
import type { Fault, JsonObject } from '../../../src/protocol/index.js';
import { RpcError } from '../../../src/protocol/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import type { Answer } from '../../support/scripted-server.js';
import { legacyServer, modernServer } from '../../support/scripted-server.js';
import { nextTurn } from '../../support/turn.js';
import { waitFor } from '../../support/wait-for.js';

const entry = (id: string): JsonObject => ({
  mode: 'url',
  message: `Sign in to ${id}`,
  url: `https://example.com/${id}`,
  elicitationId: id,
});
const required = (...ids: string[]) =>
  new RpcError(-32042, 'Please sign in', { elicitations: ids.map(entry) });
const OK: JsonObject = { content: [{ type: 'text', text: 'ok' }] };

async function connected(answers: Answer[], options: McpClientOptions = {}, make = legacyServer) {
  const clock = new FakeClock();
  const warnings: Fault[] = [];
  const server = make({ 'tools/call': () => answers.shift() ?? OK });
  const client = await McpClient.connect(server.target, {
    clock,
    listen: false,
    onWarning: (warning) => warnings.push(warning),
    ...options,
  });
  const complete = (elicitationId: string) =>
    server.connection.tell('notifications/elicitation/complete', { elicitationId });
  return { server, client, clock, warnings, complete };
}

/** A handler that says this to each, and remembers what it was asked. */
function urlHandler(...actions: ('accept' | 'decline' | 'cancel')[]) {
  const asked: string[] = [];
  const url = async (params: { url: string }) => {
    asked.push(params.url);
    return { action: actions.shift() ?? 'accept' } as const;
  };
  return { asked, options: { onElicit: { url } } satisfies McpClientOptions };
}

describe('a call that needs interactions by URL first', () => {
  it('is sent again, once the user consented and the server told their end', async () => {
    const { asked, options } = urlHandler();
    const { server, client, clock, complete } = await connected([required('a', 'b')], options);
    const calling = client.callTool('x', { y: 1 });
    await waitFor('the user is asked', () => asked.length === 2);
    expect(asked).toEqual(['https://example.com/a', 'https://example.com/b']);
    complete('b');
    await nextTurn();
    expect(server.requests('tools/call')).toHaveLength(1);
    complete('a');
    expect(await calling).toMatchObject(OK);
    const [first, second] = server.requests('tools/call');
    expect(second?.params?.['arguments']).toEqual({ y: 1 });
    expect(second?.id).not.toBe(first?.id);
    await client.close();
    expect(clock.pending).toBe(0);
  });

  it('is sent again after a while, when the server does not tell', async () => {
    const { asked, options } = urlHandler();
    const { client, clock } = await connected([required('a')], options);
    const calling = client.callTool('x', {}, { idleMs: 7000 });
    await waitFor('the user is asked', () => asked.length === 1);
    await clock.timerWithin(7000);
    clock.advance(7000);
    expect(await calling).toMatchObject(OK);
    await client.close();
  });

  it('is sent again once only', async () => {
    const { asked, options } = urlHandler();
    const { server, client, complete } = await connected([required('a'), required('b')], options);
    const calling = expect(client.callTool('x')).rejects.toMatchObject({
      code: -32042,
      data: { elicitations: [{ elicitationId: 'b' }] },
    });
    await waitFor('the user is asked', () => asked.length === 1);
    await nextTurn();
    complete('a');
    await calling;
    expect(asked).toHaveLength(1);
    expect(server.requests('tools/call')).toHaveLength(2);
    await client.close();
  });

  it.each(['decline', 'cancel'] as const)('fails as the server said after %s', async (action) => {
    const { asked, options } = urlHandler(action);
    const { server, client } = await connected([required('a', 'b')], options);
    await expect(client.callTool('x')).rejects.toMatchObject({ code: -32042 });
    expect(asked).toHaveLength(1);
    expect(server.requests('tools/call')).toHaveLength(1);
    await client.close();
  });

  it('fails as the server said, with a warning, when the handler throws', async () => {
    const url = async (): Promise<never> => {
      throw new Error('no browser');
    };
    const { client, warnings } = await connected([required('a')], { onElicit: { url } });
    await expect(client.callTool('x')).rejects.toMatchObject({ code: -32042 });
    expect(warnings).toMatchObject([{ code: 'handler_failed' }]);
    await client.close();
  });

  it('can be given up while the user is there', async () => {
    const { asked, options } = urlHandler();
    const { server, client, clock } = await connected([required('a')], options);
    const aborter = new AbortController();
    const calling = expect(client.callTool('x', {}, { signal: aborter.signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
    await waitFor('the user is asked', () => asked.length === 1);
    await nextTurn();
    aborter.abort();
    await calling;
    expect(server.requests('tools/call')).toHaveLength(1);
    await client.close();
    expect(clock.pending).toBe(0);
  });

  it.each<[string, McpClientOptions, typeof legacyServer]>([
    ['without a handler', {}, legacyServer],
    [
      'with a handler for forms only',
      { onElicit: { form: async () => ({ action: 'cancel' }) } },
      legacyServer,
    ],
    ['of a modern server', urlHandler().options, modernServer],
  ])('is for its caller to deal with %s', async (_what, options, make) => {
    const { server, client } = await connected([required('a')], options, make);
    await expect(client.callTool('x')).rejects.toMatchObject({ code: -32042 });
    expect(server.requests('tools/call')).toHaveLength(1);
    await client.close();
  });
});

describe('the interactions in an error', () => {
  it.each([
    ['another code', new RpcError(-32041, 'x', { elicitations: [entry('a')] })],
    ['none', required()],
    ['no list', new RpcError(-32042, 'x', { elicitations: 'a' })],
    ['no data', new RpcError(-32042, 'x')],
    ['no error of a server', new Error('x')],
  ])('%s', (_what, error) => {
    expect(requiredUrls(error)).toBeUndefined();
  });
});
