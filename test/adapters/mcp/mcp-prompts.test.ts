import { describe, expect, it } from 'vitest';
import { mcpPrompts } from '../../../src/adapters/index.js';
import { McpClient } from '../../../src/client/index.js';
import type { Fault, JsonObject } from '../../../src/protocol/index.js';
import { RpcError } from '../../../src/protocol/index.js';
import type { Script } from '../../support/scripted-server.js';
import { modernServer, SILENCE } from '../../support/scripted-server.js';

const says = (role: string, text: string) => ({ role, content: { type: 'text', text } });
const image = { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } };

const PROMPTS: JsonObject[] = [
  { name: 'triage', description: 'Static triage prompt.' },
  { name: 'review', arguments: [{ name: 'diff', required: true }, { name: 'tone' }] },
  { name: 'broken' },
  { name: 'optional', arguments: [{ name: 'city' }, { name: 'street', required: false }] },
  { name: '__proto__' },
];
const RENDERED: Record<string, JsonObject> = {
  triage: { messages: [says('user', 'You triage incidents. Be terse.')] },
  optional: {
    description: 'From the answer.',
    messages: [says('user', 'Where?'), image, says('assistant', 'Here.')],
  },
};

async function promptsOf(script: Script = {}, signal?: AbortSignal) {
  const server = modernServer(
    {
      'prompts/list': { prompts: PROMPTS },
      'prompts/get': ({ params }) =>
        RENDERED[String(params['name'])] ?? new RpcError(-32603, `no ${String(params['name'])} today`),
      ...script,
    },
    { prompts: {} },
  );
  const client = await McpClient.connect(server.target);
  const warnings: Fault[] = [];
  const prompts = mcpPrompts(client, {
    onWarning: (warning) => void warnings.push(warning),
    ...(signal === undefined ? {} : { signal }),
  });
  return { server, client, warnings, prompts };
}

describe('prompts', () => {
  it('without required arguments are rendered, in the order of the server', async () => {
    const { prompts, client } = await promptsOf();
    expect([...(await prompts)]).toEqual([
      [
        'triage',
        {
          name: 'triage',
          description: 'Static triage prompt.',
          version: 'mcp:1',
          template: 'You triage incidents. Be terse.',
          messages: [says('user', 'You triage incidents. Be terse.')],
        },
      ],
      [
        'optional',
        expect.objectContaining({
          description: 'From the answer.',
          template: 'Where?\n[image content omitted]\nHere.',
        }),
      ],
    ]);
    await client.close();
  });

  it('that are left out are warned about, with the way out', async () => {
    const { prompts, client, warnings, server } = await promptsOf();
    await prompts;
    expect(warnings.map(({ code, message, details }) => [code, message, details['prompt']])).toEqual([
      ['left_out', expect.stringMatching(/'review'.*\(diff\).*client\.getPrompt\('review'/), 'review'],
      ['left_out', expect.stringMatching(/'broken'.*no broken today/), 'broken'],
      ['left_out', expect.stringMatching(/'__proto__'/), '__proto__'],
    ]);
    const asked = server
      .requests('prompts/get')
      .map(({ params }) => [params?.['name'], params?.['arguments']]);
    expect(asked).toEqual([
      ['triage', undefined],
      ['broken', undefined],
      ['optional', {}],
      ['__proto__', undefined],
    ]);
    await client.close();
  });

  it('are fetched each time', async () => {
    const { prompts, client, server } = await promptsOf();
    await prompts;
    await mcpPrompts(client, { onWarning: () => {} });
    expect(server.requests('prompts/list')).toHaveLength(2);
    await client.close();
  });

  it('of a server without any are none', async () => {
    const server = modernServer({}, { tools: {} });
    const client = await McpClient.connect(server.target);
    expect((await mcpPrompts(client)).size).toBe(0);
    await client.close();
  });

  it('are not rendered any further after an abort', async () => {
    const stop = new AbortController();
    const { prompts, client, warnings, server } = await promptsOf(
      { 'prompts/get': () => SILENCE },
      stop.signal,
    );
    const rejected = expect(prompts).rejects.toMatchObject({ code: 'cancelled' });
    await server.sees('prompts/get');
    stop.abort();
    await rejected;
    expect(warnings.map(({ details }) => details['prompt'])).toEqual(['review']);
    await client.close();
  });

  it('are not taken for none when the client is closed on the way', async () => {
    const { prompts, client, server } = await promptsOf({ 'prompts/get': () => SILENCE });
    const rejected = expect(prompts).rejects.toMatchObject({ code: 'closed' });
    await server.sees('prompts/get');
    await client.close();
    await rejected;
  });
});
