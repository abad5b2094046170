import { describe, expect, it } from 'vitest';
import { ProgramEraCache } from '../../../src/client/connect/era-cache.js';
import type { McpClientOptions } from '../../../src/client/index.js';
import { McpClient } from '../../../src/client/index.js';
import type { Fault, JsonObject } from '../../../src/protocol/index.js';
import { RpcError } from '../../../src/protocol/index.js';
import type { Answer, Asked, ScriptedServer } from '../../support/scripted-server.js';
import { modernServer } from '../../support/scripted-server.js';

const OK: JsonObject = { content: [] };

function connect(server: ScriptedServer, options: McpClientOptions = {}): Promise<McpClient> {
  return McpClient.connect(server.target, {
    cache: { eras: new ProgramEraCache() },
    listen: false,
    ...options,
  });
}

function serverWith(tool: JsonObject, call: Answer | ((asked: Asked) => Answer)): ScriptedServer {
  return modernServer({
    'tools/list': { tools: [{ name: 't', inputSchema: { type: 'object' }, ...tool }] },
    'tools/call': call,
  });
}

const REGION = {
  inputSchema: {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      deep: { type: 'object', properties: { n: { type: 'integer', 'x-mcp-header': 'N' } } },
    },
  },
};

describe('arguments that are mirrored into headers', () => {
  async function headersOf(args: JsonObject, transport: 'http' | 'stdio' = 'http', list = true) {
    let headers: Asked['headers'];
    const server = serverWith(REGION, (asked) => {
      headers = asked.headers;
      return OK;
    });
    server.transport = transport;
    await using client = await connect(server);
    if (list) await client.listTools();
    await client.callTool('t', args);
    return headers;
  }

  // requirement: http-param-headers-supported, http-param-headers-mirrored
  // requirement: http-param-header-omitted-for-null, http-param-header-omitted-when-absent
  // requirement: http-param-base64-when-unsafe, http-tool-call-headers
  it.each<{ args: JsonObject; headers: Record<string, string> }>([
    { args: { region: 'eu', deep: { n: 7 } }, headers: { 'Mcp-Param-Region': 'eu', 'Mcp-Param-N': '7' } },
    { args: { region: '世界' }, headers: { 'Mcp-Param-Region': '=?base64?5LiW55WM?=' } },
    { args: { region: null }, headers: {} },
    { args: {}, headers: {} },
  ])('$args', async ({ args, headers }) => {
    expect(await headersOf(args)).toEqual(headers);
  });

  it('are not over stdio, nor for a tool that was never listed', async () => {
    expect(await headersOf({ region: 'eu' }, 'stdio')).toBeUndefined();
    expect(await headersOf({ region: 'eu' }, 'http', false)).toBeUndefined();
  });

  const mismatch = new RpcError(-32020, 'Header mismatch', undefined, 400);

  // requirement: http-header-mismatch-refreshes-tools
  it('are looked up and sent when the server misses them, once', async () => {
    const server = serverWith(REGION, ({ headers }) =>
      headers?.['Mcp-Param-Region'] === 'eu' ? OK : mismatch,
    );
    server.transport = 'http';
    await using client = await connect(server);
    expect(await client.callTool('t', { region: 'eu' })).toBe(OK);
    expect(server.methods.slice(1)).toEqual(['tools/call', 'tools/list', 'tools/call']);
    const [first, second] = server.requests('tools/call');
    expect(second?.id).not.toBe(first?.id);
  });

  // requirement: http-header-mismatch-refreshes-tools
  it('are looked up again when the schema has changed since', async () => {
    const server = serverWith({}, ({ headers }) => (headers?.['Mcp-Param-Region'] === 'eu' ? OK : mismatch));
    server.transport = 'http';
    await using client = await connect(server);
    await client.listTools();
    server.script['tools/list'] = { tools: [{ name: 't', ...REGION }] };
    expect(await client.callTool('t', { region: 'eu' })).toBe(OK);
  });

  it.each([
    { title: 'that are refused twice', transport: 'http', calls: 2 },
    { title: 'that are refused where there are no headers', transport: 'stdio', calls: 1 },
  ] as const)('$title fail the call', async ({ transport, calls }) => {
    const server = serverWith(REGION, mismatch);
    server.transport = transport;
    await using client = await connect(server);
    await expect(client.callTool('t', { region: 'eu' })).rejects.toMatchObject({ code: -32020 });
    expect(server.requests('tools/call')).toHaveLength(calls);
  });

  it('that cannot be looked up fail the call with the first error', async () => {
    const server = serverWith(REGION, mismatch);
    server.transport = 'http';
    server.script['tools/list'] = new RpcError(-32603, 'down');
    await using client = await connect(server);
    await expect(client.callTool('t')).rejects.toMatchObject({ code: -32020 });
  });

  it('of a tool that is not in the list fail the call with the first error', async () => {
    const server = serverWith(REGION, mismatch);
    server.transport = 'http';
    await using client = await connect(server);
    await expect(client.callTool('other')).rejects.toMatchObject({ code: -32020 });
  });
});

const NUMBER = { outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } };

describe('output', () => {
  async function call(tool: JsonObject, result: JsonObject, options: McpClientOptions = {}) {
    const warnings: Fault[] = [];
    const server = serverWith(tool, result);
    await using client = await connect(server, {
      onWarning: (warning) => warnings.push(warning),
      ...options,
    });
    await client.listTools();
    const outcomes = [];
    for (let round = 0; round < 2; round += 1) {
      outcomes.push(await client.callTool('t').catch((error: unknown) => error));
    }
    return { outcome: outcomes[1], warnings };
  }

  // requirement: tool-errors-to-model
  it.each<{ title: string; tool: JsonObject; result: JsonObject }>([
    { title: 'that matches', tool: NUMBER, result: { content: [], structuredContent: { n: 1 } } },
    { title: 'without a schema', tool: {}, result: { content: [], structuredContent: { n: 'x' } } },
    { title: 'of a failed call', tool: NUMBER, result: { content: [], isError: true } },
    {
      title: 'of a failed call with other structure',
      tool: NUMBER,
      result: { content: [], isError: true, structuredContent: { error: 1 } },
    },
    {
      title: 'that is no object',
      tool: { outputSchema: { type: 'array', items: { type: 'integer' } } },
      result: { content: [], structuredContent: [1, 2] },
    },
    {
      title: 'with a date that has no time zone',
      tool: { outputSchema: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } } },
      result: { content: [], structuredContent: { at: '2026-07-28T12:00:00' } },
    },
    {
      title: 'that is null',
      tool: { outputSchema: { type: 'null' } },
      result: { content: [], structuredContent: null },
    },
  ])('$title is handed on as it came', async ({ tool, result }) => {
    const { outcome, warnings } = await call(tool, result);
    expect(outcome).toBe(result);
    expect(warnings).toEqual([]);
  });

  // requirement: tool-output-validated, tool-results-validated
  it.each<{ title: string; result: JsonObject; says: string }>([
    {
      title: 'that does not match',
      result: { content: [], structuredContent: { n: 'x' } },
      says: 'must be a number',
    },
    {
      title: 'that is missing',
      result: { content: [{ type: 'text', text: 'hi' }] },
      says: 'no structuredContent',
    },
  ])('$title is an error that carries the whole result', async ({ result, says }) => {
    const { outcome } = await call(NUMBER, result);
    expect(outcome).toMatchObject({
      code: 'output_invalid',
      message: expect.stringContaining(says),
      details: { tool: 't', result },
    });
  });

  it('is not checked when that is switched off', async () => {
    const result = { content: [] };
    expect((await call(NUMBER, result, { validateOutput: false })).outcome).toBe(result);
  });

  it('is not checked against a schema that does not compile; that is said once', async () => {
    const { outcome, warnings } = await call({ outputSchema: { type: 'nonsense' } }, OK);
    expect(outcome).toBe(OK);
    expect(warnings.map(({ code }) => code)).toEqual(['schema_invalid']);
  });

  it('is checked by the validator that was given', async () => {
    const compiled: unknown[] = [];
    const { outcome } = await call(
      NUMBER,
      { content: [], structuredContent: 1 },
      {
        schemas: {
          compile: (schema) => {
            compiled.push(schema);
            return { check: () => ({ ok: true }) };
          },
        },
      },
    );
    expect(outcome).toMatchObject({ structuredContent: 1 });
    expect(compiled).toEqual([NUMBER.outputSchema]);
  });

  it('of a tool that was never listed is not checked', async () => {
    const server = serverWith(NUMBER, OK);
    await using client = await connect(server);
    expect(await client.callTool('t')).toBe(OK);
  });
});
