import { describe, expect, it } from 'vitest';
import { mcpTools } from '../../../src/adapters/index.js';
import type { JsonObject } from '../../../src/protocol/index.js';
import { ToolRegistry, toolContext } from '../../../src/server/index.js';
import { ListedTools, listedTool } from '../../support/listed-tools.js';

const SCHEMA = {
  $defs: { node: { type: 'object' } },
  type: 'object',
  properties: { b: { $ref: '#/$defs/node' }, a: { type: ['string', 'null'], 'x-odd': 1 } },
  required: ['b'],
};

function nested(levels: number): JsonObject {
  let schema: JsonObject = { type: 'object' };
  for (let level = 1; level < levels; level += 1) schema = { type: 'object', additionalProperties: schema };
  return schema;
}

describe('adapted tools', () => {
  it('carry the prefix in both names, and the schema as the very object that came', async () => {
    const [tool] = await mcpTools(new ListedTools([listedTool('look', { inputSchema: SCHEMA })]), {
      prefix: 'demo_',
    });
    expect(tool).toMatchObject({
      name: 'demo_look',
      description: 'Does look.',
      requiresApproval: false,
      sideEffecting: true,
      caps: [],
      schema: { name: 'demo_look', description: 'Does look.' },
    });
    expect(tool?.parameters).toBe(SCHEMA);
    expect(tool?.schema.parameters).toBe(SCHEMA);
    expect(tool?.listed.name).toBe('look');
  });

  it.each([
    ['nothing is said', undefined, true, true],
    ['read-only is claimed', { readOnlyHint: true }, false, true],
    ['read-only is claimed by a trusted server', { readOnlyHint: true }, true, false],
    ['a trusted server says the opposite', { readOnlyHint: false }, true, true],
    ['a trusted server calls it harmless only', { destructiveHint: false }, true, true],
  ])('have side effects or not when %s', async (_name, annotations, trustAnnotations, sideEffecting) => {
    const listed = listedTool('look', annotations === undefined ? {} : { annotations });
    const [tool] = await mcpTools(new ListedTools([listed]), { trustAnnotations });
    expect(tool?.sideEffecting).toBe(sideEffecting);
    expect(tool?.annotations).toBe(annotations);
  });

  it('keep everything else that the server said, for whoever serves them again', async () => {
    const more = {
      title: 'Look',
      outputSchema: { type: 'object' },
      icons: [],
      _meta: { 'v/x': 1 },
      odd: true,
    };
    const [tool] = await mcpTools(new ListedTools([listedTool('look', more)]));
    expect(tool?.listing).toMatchObject(more);
    expect(Object.keys(tool?.listing ?? {})).not.toContain('inputSchema');
  });

  it('have the capabilities that the caller knows of', async () => {
    const [tool] = await mcpTools(new ListedTools([listedTool('look')]), { caps: ['egress'] });
    expect(tool?.caps).toEqual(['egress']);
  });

  it('go into a registry', async () => {
    const tools = await mcpTools(new ListedTools([listedTool('a'), listedTool('b')]), { prefix: 'x_' });
    const registry = new ToolRegistry(tools);
    expect(await registry.call('x_b', {}, toolContext())).toBe('b ran');
  });

  it.each([
    [{ prefix: 1 }, /`prefix`/],
    [{ results: 'json' }, /`results`/],
    [{ trustAnnotations: 'false' }, /`trustAnnotations` must be true or false/],
    [{ trustAnnotations: null }, /`trustAnnotations` must be true or false/],
  ])('are not made with %j', async (options, message) => {
    await expect(mcpTools(new ListedTools([]), options as never)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(message),
    });
  });
});

describe('a bad tool', () => {
  it.each([
    [listedTool(''), /no name/],
    [listedTool('bare', { inputSchema: {} }), /"bare".*type "object"/],
    [listedTool('list', { inputSchema: { type: 'array' } }), /"list".*type "object"/],
    [listedTool('deep', { inputSchema: nested(65) }), /"deep".*limits\.schemaDepth/],
    [
      listedTool('huge', { inputSchema: { type: 'object', description: 'x'.repeat(1024 * 1024) } }),
      /"huge".*limits\.schemaBytes/,
    ],
  ])('is left out with the reason: %.60j', async (bad, reason) => {
    const tools = await mcpTools(new ListedTools([listedTool('a'), bad, listedTool('b')]));
    expect(tools.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(tools.quarantined).toEqual([{ item: bad, reason: expect.stringMatching(reason) }]);
  });

  it('is one with a schema as large as the caller says', async () => {
    const client = new ListedTools([listedTool('deep', { inputSchema: nested(65) })]);
    expect(await mcpTools(client, { limits: { schemaDepth: 65 } })).toHaveLength(1);
    expect(await mcpTools(client, { limits: { schemaDepth: 64 } })).toHaveLength(0);
  });

  it('that the client has left out is told of, too', async () => {
    const left = { item: { inputSchema: {} }, reason: '/name must be a string' };
    const tools = await mcpTools(new ListedTools([listedTool('a')], [left]));
    expect(tools.quarantined).toEqual([left]);
    expect(Object.keys(tools)).toEqual(['0']);
  });
});

it('a list of 5,000 tools is fetched once, and each tool looked at as often as in a list of 50', async () => {
  const readsPerTool = async (count: number) => {
    let reads = 0;
    const counted = (tool: object) =>
      new Proxy(tool, {
        get(target, key) {
          reads += 1;
          return Reflect.get(target, key);
        },
        ownKeys(target) {
          reads += 1;
          return Reflect.ownKeys(target);
        },
      });
    const client = new ListedTools(Array.from({ length: count }, (_, i) => counted(listedTool(`tool_${i}`))));
    expect(await mcpTools(client)).toHaveLength(count);
    expect(client.lists).toBe(1);
    return reads / count;
  };
  expect(await readsPerTool(5_000)).toBe(await readsPerTool(50));
});
