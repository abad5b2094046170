import { expect, it } from 'vitest';
import type { PeerSession } from '../peer-session.js';
import type { Setting } from '../settings.js';

const TOOLS = ['echo', 'add', 'fail', 'count', 'hang', 'ask', 'sample', 'roots', 'log', 'touch'];

/** Who the server is, and what can be listed, read and completed. */
export function offersContract(setting: Setting, session: () => PeerSession): void {
  const client = () => session().client;

  it('is told who the server is', () => {
    const isSdk1 = setting.sdk === 'sdk1';
    const { revision, era, serverInfo, instructions, capabilities } = client();
    expect({ revision, era, serverInfo, instructions }).toEqual({
      revision: setting.revision,
      era: setting.isModern ? 'modern' : 'legacy',
      serverInfo: { name: `${setting.sdk}-peer`, version: isSdk1 ? '1.0.0' : '2.0.0' },
      instructions: isSdk1 ? 'A peer on SDK 1.x.' : 'A peer on SDK 2.x.',
    });
    expect(capabilities).toEqual({
      completions: {},
      logging: {},
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      tools: { listChanged: true },
    });
  });

  it('lists tools', async () => {
    const tools = await client().listTools();
    const names = tools.map(({ name }) => name).filter((name) => !name.startsWith('grown-'));
    expect(names).toEqual([...TOOLS, ...(setting.sdk === 'sdk2' ? ['region'] : []), 'grow']);
    expect(tools.find(({ name }) => name === 'add')).toMatchObject({
      description: 'Adds two numbers',
      inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
      outputSchema: { type: 'object', properties: { sum: { type: 'number' } } },
    });
    expect(client().quarantined('tools')).toEqual([]);
  });

  it('lists resources, templates and prompts', async () => {
    expect(await client().listResources()).toEqual([
      { uri: 'memo://hello', name: 'hello', mimeType: 'text/plain' },
    ]);
    expect(await client().listResourceTemplates()).toEqual([
      { uriTemplate: 'memo://note/{name}', name: 'note', mimeType: 'text/plain' },
    ]);
    expect(await client().listPrompts()).toEqual([
      { name: 'greet', description: 'Greets', arguments: [{ name: 'name', required: true }] },
    ]);
  });

  it.each([
    ['memo://hello', { uri: 'memo://hello', mimeType: 'text/plain', text: 'hello from a resource' }],
    ['memo://note/x', { uri: 'memo://note/x', text: 'note x' }],
  ])('reads %s', async (uri, contents) => {
    expect((await client().readResource(uri)).contents).toEqual([contents]);
  });

  it('is told that a resource does not exist', async () => {
    await expect(client().readResource('memo://missing')).rejects.toMatchObject({
      name: 'RpcError',
      code: -32602,
    });
  });

  it('gets a prompt', async () => {
    const { messages } = await client().getPrompt('greet', { name: 'Ada' });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Greet Ada' } }]);
  });

  it.each([
    { type: 'ref/prompt', name: 'greet' } as const,
    { type: 'ref/resource', uri: 'memo://note/{name}' } as const,
  ])('completes an argument of a $type', async (ref) => {
    const { completion } = await client().complete({ ref, argument: { name: 'name', value: 'A' } });
    expect(completion).toEqual({ values: ['Ada', 'Alan'], total: 2, hasMore: false });
  });
}
