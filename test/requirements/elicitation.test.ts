import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { McpClient } from '../../src/client/index.js';
import type { ClientCapabilities, JsonObject, Revision } from '../../src/protocol/index.js';
import { connectInMemory, type ElicitQuestion, McpServer } from '../../src/server/index.js';
import { ScriptedClient, textOf } from '../support/scripted-client.js';

const ALL: ClientCapabilities = { elicitation: { form: {}, url: {} } };
const form = { type: 'object', properties: { name: { type: 'string' } } } as const;

const serverThatAsks = (question: ElicitQuestion): McpServer =>
  new McpServer({ name: 'test', version: '1' }, { onLog: () => {} }).tool({
    name: 't',
    run: async (_args, context) => (await context.elicit({ key: 'k', ...question })).action,
  });

describe('an elicitation', () => {
  // requirement: elicitation-required-params, elicitation-form-params, elicitation-url-params
  it.each<[string, ElicitQuestion, JsonObject]>([
    [
      'by form',
      { message: 'Who?', requestedSchema: form },
      { mode: 'form', message: 'Who?', requestedSchema: form },
    ],
    ['by URL', { message: 'Pay', url: 'https://pay' }, { mode: 'url', message: 'Pay', url: 'https://pay' }],
  ])('%s has all that its mode requires', async (_name, question, params) => {
    const server = serverThatAsks(question);
    const modern = new ScriptedClient(server);
    const result = await modern.result('tools/call', { name: 't' }, { capabilities: ALL });
    expect(result['inputRequests']).toEqual({ k: { method: 'elicitation/create', params } });
    const legacy = new ScriptedClient(server, { answers: () => ({ action: 'decline' }) });
    await legacy.initialize('2025-11-25', ALL);
    expect(textOf(await legacy.result('tools/call', { name: 't' }))).toBe('decline');
    expect(legacy.questions).toMatchObject([{ method: 'elicitation/create', params }]);
  });

  // requirement: elicitation-url-valid
  it.each(['', 'pay', '//pay', 'http://', '/pay'])('by the URL %j is refused on this side', async (url) => {
    const server = serverThatAsks({ message: 'Pay', url });
    const modern = new ScriptedClient(server);
    const result = await modern.result('tools/call', { name: 't' }, { capabilities: ALL });
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toContain(`${JSON.stringify(url)} is no URL`);
    const legacy = new ScriptedClient(server);
    await legacy.initialize('2025-11-25', ALL);
    expect(await legacy.result('tools/call', { name: 't' })).toMatchObject({ isError: true });
    expect(legacy.questions).toEqual([]);
  });

  // requirement: elicitation-default-mode-is-form
  it.each<[Revision, ClientCapabilities]>([
    ['2025-06-18', {}],
    ['2025-11-25', {}],
  ])('without a mode, as in %s, goes to the handler of forms', async (revision) => {
    const asked: unknown[] = [];
    const server = serverThatAsks({ message: 'Who?', requestedSchema: form });
    await using client = await McpClient.connect(connectInMemory(server), {
      revision,
      onElicit: {
        form: ({ mode }) => {
          asked.push(mode);
          return { action: 'accept', content: { name: 'Ann' } };
        },
      },
    });
    expect((await client.callTool('t')).content).toMatchObject([{ text: 'accept' }]);
    expect(asked).toEqual([revision === '2025-06-18' ? undefined : 'form']);
  });
});

describe('the URL of an elicitation', () => {
  // requirement: elicitation-url-not-prefetched, elicitation-url-opened-with-consent
  // requirement: elicitation-url-handled-with-care
  it.each<Revision>(['2026-07-28', '2025-11-25'])(
    'is given to the handler, and never opened by the client, in %s',
    async (revision) => {
      let visits = 0;
      const page = createServer((socket) => {
        visits += 1;
        socket.destroy();
      });
      await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
      const { port } = page.address() as { port: number };
      const seen: string[] = [];
      const server = serverThatAsks({ message: 'Pay', url: `http://127.0.0.1:${port}/pay` });
      await using client = await McpClient.connect(connectInMemory(server), {
        revision,
        onElicit: {
          url: ({ url }) => {
            seen.push(url);
            return { action: 'accept' };
          },
        },
      });
      expect((await client.callTool('t')).content).toMatchObject([{ text: 'accept' }]);
      expect(seen).toEqual([`http://127.0.0.1:${port}/pay`]);
      await new Promise<void>((resolve) => page.close(() => resolve()));
      expect(visits).toBe(0);
    },
  );
});
