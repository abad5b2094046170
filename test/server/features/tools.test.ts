import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/protocol/index.js';
import { RpcError } from '../../../src/protocol/index.js';
import { McpServer, type ServerOptions, type ToolDefinition } from '../../../src/server/index.js';
import { ScriptedClient, textOf } from '../../support/scripted-client.js';

const quiet: ServerOptions = { onLog: () => {} };
const numbers = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
};

function serverWith(
  tool: Partial<ToolDefinition> & { run: ToolDefinition['run'] },
  options = quiet,
): McpServer {
  return new McpServer({ name: 'test', version: '1' }, options).tool({ name: 't', ...tool });
}

const call = (server: McpServer, args?: JsonObject | null, name = 't') =>
  new ScriptedClient(server).result('tools/call', {
    name,
    ...(args === undefined ? {} : { arguments: args as JsonObject }),
  });

describe('what a tool may return', () => {
  const block = { type: 'text', text: 'x' } as const;
  // requirement: tool-structured-content-as-text
  it.each<[string, Awaited<ReturnType<ToolDefinition['run']>>, JsonObject]>([
    ['text', 'x', { content: [block] }],
    ['nothing', undefined, { content: [] }],
    ['blocks', [block], { content: [block] }],
    ['a result', { content: [block], isError: false, _meta: { a: 1 } }, { content: [block], isError: false }],
    [
      'structured content',
      { structuredContent: [1] },
      { content: [{ type: 'text', text: '[1]' }], structuredContent: [1] },
    ],
    ['null as structured content', { structuredContent: null }, { structuredContent: null }],
    ['an error without content', { isError: true }, { content: [], isError: true }],
    [
      'content beside structured content',
      { content: [block], structuredContent: 1 },
      { content: [block], structuredContent: 1 },
    ],
  ])('%s', async (_name, value, expected) => {
    expect(await call(serverWith({ run: () => value }))).toMatchObject({
      resultType: 'complete',
      ...expected,
    });
  });

  it.each([[1], [{ text: 'x' }], [{ content: 'x' }]])(
    'refuses %j as a fault of the server',
    async (value) => {
      const logged: unknown[] = [];
      const server = serverWith(
        { run: () => value as never },
        { onLog: (entry) => logged.push(entry.error) },
      );
      expect(await new ScriptedClient(server).error('tools/call', { name: 't' })).toEqual({
        code: -32603,
        message: 'Internal error',
      });
      expect(logged).toMatchObject([{ code: 'handler_failed' }]);
    },
  );

  it('does not touch an object with content', async () => {
    const result = { content: [block] };
    await call(serverWith({ run: () => result }));
    expect(result).toEqual({ content: [block] });
  });
});

describe('arguments', () => {
  const add = { inputSchema: numbers, run: ({ a, b }: JsonObject) => String(Number(a) + Number(b)) };

  it('are checked, and reach the tool as they came', async () => {
    expect(textOf(await call(serverWith(add), { a: 1, b: 2 }))).toBe('3');
  });

  // requirement: tool-inputs-validated
  it('that do not fit are a result that names tool, argument and expectation', async () => {
    expect(await call(serverWith(add), { a: 'x' })).toMatchObject({
      isError: true,
      content: [
        {
          text: 'Invalid arguments for tool "t": the arguments must have the property "b"; "a" must be a number, not a string.',
        },
      ],
    });
  });

  it('may be left out, and are {} then', async () => {
    expect(textOf(await call(serverWith({ run: (args) => JSON.stringify(args) })))).toBe('{}');
  });

  it('must not be null', async () => {
    const client = new ScriptedClient(serverWith({ run: () => 'x' }));
    expect(await client.error('tools/call', { name: 't', arguments: null })).toEqual({
      code: -32602,
      message: 'Invalid params: arguments must be an object',
    });
  });

  it('are refused by a tool without parameters', async () => {
    expect(await call(serverWith({ run: () => 'x' }), { a: 1 })).toMatchObject({ isError: true });
  });

  // requirement: tool-inputs-validated
  it('are not given to the tool when they do not fit', async () => {
    let runs = 0;
    await call(serverWith({ inputSchema: numbers, run: () => String(++runs) }), {});
    expect(runs).toBe(0);
  });
});

describe('types', () => {
  it('of the arguments are those that the tool writes down', async () => {
    const server = new McpServer({ name: 'test', version: '1' }).tool({
      name: 't',
      inputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } as const,
      run: ({ a }: { a: number }) => a.toFixed(1),
    });
    expect(textOf(await call(server, { a: 2 }))).toBe('2.0');
    // @ts-expect-error without an annotation nothing is known of an argument
    serverWith({ run: ({ a }) => a.toFixed(1) });
  });
});

describe('failures', () => {
  it.each<[string, unknown, string]>([
    ['an error', new Error('no such city'), 'no such city'],
    ['text', 'no such city', 'no such city'],
    ['nothing', undefined, 'The tool failed without saying why.'],
    ['an error without text', new Error(''), 'The tool failed without saying why.'],
  ])('%s that is thrown becomes a result', async (_name, thrown, text) => {
    const result = await call(
      serverWith({
        run: () => {
          throw thrown;
        },
      }),
    );
    expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
  });

  it('an RpcError that is thrown becomes a JSON-RPC error', async () => {
    const server = serverWith({
      run: async () => {
        throw new RpcError(4711, 'out of order', { until: 'noon' });
      },
    });
    expect(await new ScriptedClient(server).error('tools/call', { name: 't' })).toEqual({
      code: 4711,
      message: 'out of order',
      data: { until: 'noon' },
    });
  });

  it('an argument in the wrong format is one that the model can repair', async () => {
    const inputSchema = { type: 'object', properties: { mail: { type: 'string', format: 'email' } } };
    const client = new ScriptedClient(serverWith({ inputSchema, run: () => 'x' }));
    const result = await client.result('tools/call', { name: 't', arguments: { mail: 'nobody' } });
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toContain('must be in the format "email"');
  });

  it('an unknown tool is named', async () => {
    const client = new ScriptedClient(serverWith({ run: () => 'x' }));
    expect(await client.error('tools/call', { name: 'other' })).toEqual({
      code: -32602,
      message: 'Unknown tool: other',
    });
  });

  it.each(['constructor', '__proto__'])('%s is no tool', async (name) => {
    const client = new ScriptedClient(serverWith({ run: () => 'x' }));
    expect((await client.error('tools/call', { name })).code).toBe(-32602);
  });

  // requirement: schema-unknown-dialect-is-error
  it.each(['inputSchema', 'outputSchema'])(
    'an %s that cannot be used is named, with its dialect, and the tool does not run',
    async (member) => {
      const schema = { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' };
      let runs = 0;
      const run = () => {
        runs++;
        return { structuredContent: {} };
      };
      const client = new ScriptedClient(serverWith({ [member]: schema, run }));
      const error = await client.error('tools/call', { name: 't' });
      expect(error.code).toBe(-32603);
      expect(error.message).toMatch(new RegExp(`"t", ${member}: .*draft-04`));
      expect(runs).toBe(0);
    },
  );

  it('the session goes on after a tool that threw', async () => {
    const server = serverWith({
      run: () => {
        throw new Error('x');
      },
    }).tool({ name: 'fine', run: () => 'ok' });
    const client = new ScriptedClient(server);
    await client.result('tools/call', { name: 't' });
    expect(textOf(await client.result('tools/call', { name: 'fine' }))).toBe('ok');
  });
});

describe('output schema', () => {
  const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
  const outcome = async (run: ToolDefinition['run'], schema: JsonObject = outputSchema) => {
    const logged: unknown[] = [];
    const server = serverWith({ outputSchema: schema, run }, { onLog: ({ error }) => logged.push(error) });
    const { response } = await new ScriptedClient(server).call('tools/call', { name: 't' });
    return { response, logged };
  };

  // requirement: tool-structured-content-as-text, tool-output-conforms
  it('is met', async () => {
    const { response } = await outcome(() => ({ structuredContent: { n: 1 } }));
    expect(response).toMatchObject({
      result: { structuredContent: { n: 1 }, content: [{ type: 'text', text: '{"n":1}' }] },
    });
  });

  // requirement: tool-output-conforms
  it.each<[string, ToolDefinition['run'], RegExp]>([
    ['does not match', () => ({ structuredContent: { n: 'x' } }), /"n" must be a number/],
    ['is missing', () => 'text only', /no structuredContent/],
  ])('structured content that %s is a fault of the server', async (_name, run, text) => {
    const { response, logged } = await outcome(run);
    expect(response).toMatchObject({ kind: 'error', error: { code: -32603, message: 'Internal error' } });
    expect(logged).toMatchObject([{ code: 'output_invalid', message: expect.stringMatching(text) }]);
  });

  it('does not concern errors', async () => {
    const { response } = await outcome(() => ({ isError: true, content: [{ type: 'text', text: 'no' }] }));
    expect(response).toMatchObject({ result: { isError: true, content: [{ text: 'no' }] } });
  });

  it('may describe any JSON value in the modern era', async () => {
    const { response } = await outcome(() => ({ structuredContent: ['a'] }), { type: 'array' });
    expect(response).toMatchObject({ result: { structuredContent: ['a'] } });
  });

  it('that describes no object is not shown to legacy clients, nor is its content', async () => {
    const server = serverWith({ outputSchema: { type: 'array' }, run: () => ({ structuredContent: ['a'] }) });
    const client = new ScriptedClient(server);
    await client.initialize();
    expect((await client.result('tools/list'))['tools']).toEqual([
      { name: 't', inputSchema: { type: 'object', additionalProperties: false } },
    ]);
    const result = await client.result('tools/call', { name: 't' });
    expect(result).toEqual({ content: [{ type: 'text', text: '["a"]' }] });
  });

  it('of an object is shown to legacy clients', async () => {
    const client = new ScriptedClient(
      serverWith({ outputSchema, run: () => ({ structuredContent: { n: 1 } }) }),
    );
    await client.initialize();
    expect(await client.result('tools/list')).toMatchObject({ tools: [{ outputSchema }] });
    expect(await client.result('tools/call', { name: 't' })).toMatchObject({ structuredContent: { n: 1 } });
  });
});

describe('the list', () => {
  it('holds the objects that were registered, unchanged', async () => {
    const inputSchema = JSON.parse(
      '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","$defs":{"z":{"$anchor":"x"}},"a":1,"A":2}',
    ) as JsonObject;
    const definition = {
      name: 't',
      title: 'T',
      description: 'd',
      inputSchema,
      annotations: { readOnlyHint: true },
      icons: [{ src: 'data:image/png;base64,AA==' }],
      _meta: { 'vendor/x': 1 },
      'x-unknown': { kept: true },
      run: () => 'x',
    };
    const server = new McpServer({ name: 'test', version: '1' }).tool(definition);
    const result = await new ScriptedClient(server).result('tools/list');
    const [tool] = result['tools'] as JsonObject[];
    const { run: _run, ...expected } = definition;
    expect(JSON.stringify(tool)).toBe(JSON.stringify(expected));
    expect(tool?.['inputSchema']).toBe(inputSchema);
    expect(server.tools()).toEqual([expected]);
  });

  it('is a method that does not exist while there are no tools', async () => {
    const client = new ScriptedClient(new McpServer({ name: 'test', version: '1' }));
    expect(await client.error('tools/list')).toMatchObject({ code: -32601, httpStatus: 404 });
  });

  it('stays, empty, after the last tool was removed', async () => {
    const server = serverWith({ run: () => 'x' });
    expect(server.removeTool('t')).toBe(true);
    expect(server.removeTool('t')).toBe(false);
    expect(await new ScriptedClient(server).result('tools/list')).toMatchObject({ tools: [] });
  });
});

describe('definitions that are refused', () => {
  // requirement: tool-input-schema-object
  it.each<[string, object, RegExp]>([
    ['no name', { name: '' }, /name/],
    ['no function', { run: undefined }, /run/],
    ['a schema for no object', { inputSchema: { type: 'string' } }, /type "object"/],
    ['null as a schema', { inputSchema: null }, /type "object"/],
    ['an output schema that is no object', { outputSchema: true }, /outputSchema/],
    [
      'a bad x-mcp-header',
      { inputSchema: { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'A' } } } },
      /x-mcp-header/,
    ],
  ])('%s', (_name, change, text) => {
    const server = new McpServer({ name: 'test', version: '1' });
    expect(() => server.tool({ name: 't', run: () => 'x', ...change } as ToolDefinition)).toThrow(text);
    expect(server.tools()).toEqual([]);
  });

  // requirement: tool-name-unique
  it('a name that is taken', () => {
    expect(() => serverWith({ run: () => 'x' }).tool({ name: 't', run: () => 'y' })).toThrow(/already/);
  });

  // requirement: tool-name-characters
  it('a name that some clients refuse is only warned about', () => {
    const warnings: string[] = [];
    serverWith({ name: 'a b', run: () => 'x' }, { onLog: ({ message }) => warnings.push(message) });
    expect(warnings).toEqual([expect.stringContaining("'a b'")]);
  });
});

describe('around a call', () => {
  // requirement: tool-calls-rate-limited
  it('beforeCall sees the call and may refuse it', async () => {
    const seen: unknown[] = [];
    const server = serverWith(
      { run: () => 'x', inputSchema: { type: 'object' } },
      {
        ...quiet,
        beforeCall: (toolCall) => {
          seen.push(toolCall);
          if (seen.length > 1) throw new RpcError(429, 'Too many calls');
        },
      },
    );
    const client = new ScriptedClient(server, { auth: { principal: 'ann' }, headers: { a: 'b' } });
    await client.result('tools/call', { name: 't', arguments: { q: 1 } });
    expect(seen).toEqual([
      {
        tool: 't',
        arguments: { q: 1 },
        auth: { principal: 'ann' },
        headers: { a: 'b' },
        clientInfo: { name: 'scripted', version: '1' },
        sessionId: undefined,
      },
    ]);
    expect(await client.error('tools/call', { name: 't' })).toEqual({ code: 429, message: 'Too many calls' });
  });

  const needy = { requires: { sampling: {} }, run: () => 'x' };

  // requirement: missing-client-capability-error
  it('a tool that requires a capability is refused without it', async () => {
    const client = new ScriptedClient(serverWith(needy));
    expect(await client.error('tools/call', { name: 't' })).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { sampling: {} } },
      httpStatus: 400,
    });
    const capabilities = { sampling: {} };
    expect(textOf(await client.result('tools/call', { name: 't' }, { capabilities }))).toBe('x');
  });

  it('in the legacy era, which has no such code, by -32602', async () => {
    const client = new ScriptedClient(serverWith(needy));
    await client.initialize();
    expect(await client.error('tools/call', { name: 't' })).toMatchObject({
      code: -32602,
      data: { requiredCapabilities: { sampling: {} } },
    });
  });

  it('mirrored parameters are known to carriers', () => {
    const region = { type: 'string', 'x-mcp-header': 'Region' };
    const inputSchema = { type: 'object', properties: { region, level: { type: 'integer' } } };
    const server = serverWith({ inputSchema, run: () => 'x' });
    expect(server.mirroredParams('t')).toMatchObject([{ header: 'Region', path: ['region'] }]);
    expect(server.mirroredParams('none')).toEqual([]);
  });
});
