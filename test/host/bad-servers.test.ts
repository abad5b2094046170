// Whatever one server does, the reason stands on that server or that tool, and everything else works.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/protocol/index.js';
import { Fault, RpcError } from '../../src/protocol/index.js';
import { startHost, textResult, toolServer, wireTool } from '../support/host-servers.js';
import type { Script } from '../support/scripted-server.js';
import { EXIT } from '../support/scripted-server.js';

/** A host with this server, `bad`, and one that has nothing wrong with it. */
async function beside(script: Script, limits = {}) {
  const bad = toolServer(['t'], script);
  const { host } = await startHost({ bad, good: toolServer(['t']) }, { limits });
  const state = host.state('bad');
  const offered = host.tools().flatMap(({ name }) => (name.startsWith('mcp_bad_') ? [name] : []));
  return {
    host,
    bad,
    state,
    offered,
    [Symbol.asyncDispose]: async () => {
      expect(host.state('good').phase).toBe('ready');
      expect(await host.call('mcp_good_t')).toEqual(textResult('t {}'));
      await host.close();
    },
  };
}

const list = (...tools: readonly unknown[]): Script => ({ 'tools/list': { tools: tools as JsonObject[] } });

function deep(levels: number): JsonObject {
  let schema: JsonObject = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = { type: 'object', properties: { x: schema } };
  return schema;
}

const wide = (count: number): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'string' }])),
});

describe('a server that lists', () => {
  it('5,000 tools: all are offered', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => wireTool(`t${at}`));
    await using seen = await beside(list(...many));
    expect(seen.state).toMatchObject({ phase: 'ready', counts: { tools: 5_000 }, problems: [] });
    expect(seen.offered).toHaveLength(5_000);
    expect(await seen.host.call('mcp_bad_t4999')).toEqual(textResult('t4999 {}'));
  });

  it('more tools than limits.listItems: none are offered, and the limit is named', async () => {
    await using seen = await beside(list(wireTool('a'), wireTool('b')), { listItems: 1 });
    expect(seen.state).toMatchObject({
      phase: 'ready',
      problems: [expect.stringMatching(/tools\/list.*limits\.listItems \(1\)/)],
    });
    expect(seen.offered).toEqual([]);
  });

  it('a cursor twice: what came before is kept', async () => {
    let pages = 0;
    await using seen = await beside({
      'tools/list': () => {
        pages += 1;
        return { tools: [wireTool(`t${pages}`)], nextCursor: 'again' };
      },
    });
    expect(seen.offered).toEqual(['mcp_bad_t1']);
    expect(pages).toBe(2);
  });

  it.each([
    ['without a name', { inputSchema: { type: 'object' } }, /name: expected/],
    ['with an empty name', wireTool(''), /a tool has no name/],
    ['without a schema', { name: 'odd' }, /"odd": inputSchema: expected/],
    [
      'with a schema of another type',
      wireTool('odd', { inputSchema: { type: 'array' } }),
      /"odd".*type "object"/,
    ],
    ['that is no object', 'odd', /expected/],
    ['twice', wireTool('fine'), /"fine" is in the list already/],
    ['with a schema too deep', wireTool('odd', { inputSchema: deep(200) }), /"odd".*limits\.schemaDepth/],
    ['with a schema too wide', wireTool('odd', { inputSchema: wide(20_000) }), /"odd".*limits\.schemaNodes/],
    [
      'with a schema too big',
      wireTool('odd', { inputSchema: { type: 'object', description: 'x'.repeat(2_000_000) } }),
      /"odd".*limits\.schemaBytes/,
    ],
  ])('a tool %s: it is left out', async (_what, tool, reason) => {
    await using seen = await beside(list(wireTool('fine'), tool));
    expect(seen.offered).toEqual(['mcp_bad_fine']);
    expect(seen.state).toMatchObject({ phase: 'ready', problems: [expect.stringMatching(reason)] });
  });

  it('a recursive schema: the tool is offered, its schema unchanged', async () => {
    const inputSchema = {
      type: 'object',
      properties: { next: { $ref: '#' }, node: { $ref: '#/$defs/node' } },
      $defs: { node: { type: 'object', properties: { child: { $ref: '#/$defs/node' } } } },
    };
    await using seen = await beside(list(wireTool('tree', { inputSchema })));
    expect(seen.host.tools()[0]?.parameters).toEqual(inputSchema);
    expect(seen.state.problems).toEqual([]);
  });

  it('another list while it is walked: the walk begins anew', async () => {
    let walks = 0;
    await using seen = await beside({
      'tools/list': ({ params }) => {
        if (params['cursor'] === undefined) {
          walks += 1;
          return { tools: [wireTool(`first${walks}`)], nextCursor: `page of ${walks}` };
        }
        if (walks === 1) throw new RpcError(-32602, 'That list is no more');
        return { tools: [wireTool('second')] };
      },
    });
    expect(seen.offered).toEqual(['mcp_bad_first2', 'mcp_bad_second']);
  });

  it('nothing, for it dies: it has failed', async () => {
    await using seen = await beside({ 'tools/list': EXIT });
    expect(seen.state).toMatchObject({
      phase: 'failed',
      reason: expect.stringMatching(/exited with code 1/),
    });
  });

  it('no JSON: it is ready without tools', async () => {
    await using seen = await beside({ 'tools/list': () => new Fault('invalid_json', 'That was HTML.') });
    expect(seen.state).toMatchObject({ phase: 'ready', problems: ['tools/list: That was HTML.'] });
  });
});

describe('a server that answers a call', () => {
  it('with 40 MB: they arrive', async () => {
    const text = 'x'.repeat(40_000_000);
    await using seen = await beside({ 'tools/call': textResult(text) });
    const heard: number[] = [];
    seen.host.onEvent((event) => heard.push(JSON.stringify(event).length));
    const { content } = await seen.host.call('mcp_bad_t');
    expect(content).toEqual([{ type: 'text', text }]);
    expect(Math.max(...heard)).toBeLessThan(20_000);
  });

  it('with more than it may: that call fails, with the limit', async () => {
    const tooBig = new Fault('limit_exceeded', 'Beyond limits.lineBytes.', { limit: 'lineBytes' });
    await using seen = await beside({ 'tools/call': tooBig });
    await expect(seen.host.call('mcp_bad_t')).rejects.toMatchObject({
      code: 'limit_exceeded',
      limit: 'lineBytes',
    });
    expect(seen.host.state('bad').phase).toBe('ready');
  });

  it('never, for it dies between list and call: the call says why', async () => {
    await using seen = await beside({});
    seen.bad.stderr = 'segmentation fault';
    await seen.bad.connection.exit();
    await expect(seen.host.call('mcp_bad_t')).rejects.toThrow(/segmentation fault/);
    expect(seen.host.state('bad')).toMatchObject({ phase: 'failed', stderr: 'segmentation fault' });
  });

  it('with what is no result: that call fails', async () => {
    await using seen = await beside({ 'tools/call': { content: 'none' } });
    await expect(seen.host.call('mcp_bad_t')).rejects.toMatchObject({ code: 'invalid_result' });
  });
});
