import { afterEach, describe, expect, it } from 'vitest';
import { mcpTools } from '../../../src/adapters/index.js';
import { McpClient } from '../../../src/client/index.js';
import type { JsonObject } from '../../../src/protocol/index.js';
import { META, RpcError } from '../../../src/protocol/index.js';
import { toolContext } from '../../../src/server/index.js';
import { listedTool } from '../../support/listed-tools.js';
import type { Answer, ScriptedServer } from '../../support/scripted-server.js';
import { legacyServer, modernServer, SILENCE } from '../../support/scripted-server.js';

const clients: McpClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
const MIXED = { content: [{ type: 'text', text: 'see' }, image], structuredContent: { n: 1 } };

function serverAnswering(answer: Answer): ScriptedServer {
  return modernServer({ 'tools/list': { tools: [listedTool('look')] }, 'tools/call': answer });
}

async function lookAt<Form extends 'text' | 'whole' = 'text'>(server: ScriptedServer, results?: Form) {
  const client = await McpClient.connect(server.target, { listen: false });
  clients.push(client);
  const [tool] = await mcpTools(client, { prefix: 'p_', ...(results === undefined ? {} : { results }) });
  if (tool === undefined) throw new Error('There is no tool.');
  return tool;
}

describe('a run', () => {
  it('calls the tool under the name that its server knows, with the arguments as they are', async () => {
    const server = serverAnswering(MIXED);
    const tool = await lookAt(server);
    expect(await tool.run({ a: 2, b: [null] })).toBe('see\n[image content omitted]');
    expect(server.requests('tools/call')[0]?.params).toMatchObject({
      name: 'look',
      arguments: { a: 2, b: [null] },
    });
  });

  it('gives the whole result to who asked for it', async () => {
    const tool = await lookAt(serverAnswering(MIXED), 'whole');
    expect(await tool.run({}, toolContext())).toMatchObject(MIXED);
  });

  it('gives the whole result, without what belongs to the hop, to a server of ours', async () => {
    const meta = { [META.SERVER_INFO]: { name: 'upstream', version: '1' }, 'vendor/x': 1 };
    const tool = await lookAt(
      serverAnswering({ resultType: 'complete', ...MIXED, _meta: meta } as JsonObject),
    );
    const call = {} as never;
    expect(await tool.run({}, toolContext({ call }))).toEqual({ ...MIXED, _meta: { 'vendor/x': 1 } });
  });

  it('tells a failure of the tool as text', async () => {
    const failed = { content: [{ type: 'text', text: 'no such place' }], isError: true };
    expect(await (await lookAt(serverAnswering(failed))).run({})).toBe('ERROR: no such place');
  });

  it('rejects when the server answers with an error', async () => {
    const tool = await lookAt(serverAnswering(new RpcError(-32602, 'Unknown tool: look')));
    await expect(tool.run({}, toolContext())).rejects.toMatchObject({ name: 'RpcError', code: -32602 });
  });

  it('needs no `this`, so that a tool can be spread', async () => {
    const tool = await lookAt(serverAnswering(MIXED));
    const { run } = tool;
    expect(await run({})).toContain('see');
  });

  it('reports progress to its context', async () => {
    const server = modernServer({
      'tools/list': { tools: [listedTool('look')] },
      'tools/call': ({ params, notify }) => {
        const { progressToken } = params['_meta'] as JsonObject;
        notify('notifications/progress', { progressToken, progress: 1, total: 2, message: 'half' });
        notify('notifications/progress', { progressToken, progress: 1.5 });
        return MIXED;
      },
    });
    const seen: unknown[] = [];
    const context = { ...toolContext(), progress: (...words: unknown[]) => void seen.push(words) };
    await (await lookAt(server)).run({}, context);
    expect(seen).toEqual([
      [1, { total: 2, message: 'half' }],
      [1.5, {}],
    ]);
  });
});

describe('cancelling', () => {
  it('before the call keeps it from the server', async () => {
    const server = serverAnswering(MIXED);
    const tool = await lookAt(server);
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(tool.run({}, toolContext({ signal }))).rejects.toMatchObject({ code: 'cancelled' });
    expect(server.requests('tools/call')).toEqual([]);
  });

  it.each([
    ['modern', modernServer],
    ['legacy', legacyServer],
  ])('in mid-call is told to a %s server, and the session goes on', async (_era, serverOf) => {
    const server = serverOf({
      'tools/list': { tools: [listedTool('look')] },
      'tools/call': ({ params }) => ((params['arguments'] as JsonObject)['wait'] === true ? SILENCE : MIXED),
    });
    const tool = await lookAt(server);
    const stop = new AbortController();
    const running = tool.run({ wait: true }, toolContext({ signal: stop.signal }));
    await server.sees('tools/call');
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await server.sees('notifications/cancelled');
    expect(await tool.run({})).toContain('see');
  });
});
