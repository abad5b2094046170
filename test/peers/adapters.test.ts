// Servers nobody here wrote, as tools, memory and prompts of a program, for model APIs, and served again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdaptedTool,
  anthropicTools,
  type McpTools,
  mcpPrompts,
  mcpResources,
  mcpTools,
  openAiTools,
} from '../../src/adapters/index.js';
import { McpClient, stdioServer, streamableHttpServer } from '../../src/client/index.js';
import type { Fault } from '../../src/protocol/index.js';
import { serveRegistry, ToolRegistry, toolContext } from '../../src/server/index.js';
import type { ServerTarget } from '../../src/transport/index.js';
import { peerPackage, peerProgram } from '../support/peers.js';
import { PeerSession } from './peer-session.js';

const folder = mkdtempSync(join(tmpdir(), 'plainwire-peer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ofPackage = (name: string, args: readonly string[] = []) =>
  stdioServer({
    command: process.execPath,
    args: [peerPackage(`@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
    env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
  });

const TARGETS = {
  everything: ofPackage('everything', ['stdio']),
  memory: ofPackage('memory'),
  sdk2: stdioServer({ command: process.execPath, args: [peerProgram('sdk2-server'), 'stdio'] }),
} as const satisfies Record<string, ServerTarget>;
const NAMES = ['everything', 'memory', 'sdk2'] as const;
type Name = (typeof NAMES)[number];

const sessions = new Map<Name, PeerSession>();
const adapted = new Map<Name, McpTools<'text'>>();

beforeAll(async () => {
  for (const name of NAMES) {
    const session = await PeerSession.open(TARGETS[name]);
    sessions.set(name, session);
    adapted.set(name, await mcpTools(session.client, { prefix: `${name}_` }));
  }
});
afterAll(async () => {
  for (const { client } of sessions.values()) await client.close();
});

function clientOf(name: Name): McpClient {
  const session = sessions.get(name);
  if (session === undefined) throw new Error(`${name} is not there.`);
  return session.client;
}

function toolOf(server: Name, name: string): AdaptedTool {
  const tool = adapted.get(server)?.find(({ listed }) => listed.name === name);
  if (tool === undefined) throw new Error(`${server} has no tool ${name}.`);
  return tool;
}

describe('tools of real servers', () => {
  it.each(NAMES)('of %s are all adapted, with the schemas that were listed', async (name) => {
    const listed = await clientOf(name).listTools();
    const tools = adapted.get(name);
    expect(tools?.quarantined).toEqual([]);
    expect(tools?.map(({ schema }) => schema.name)).toEqual(listed.map((tool) => `${name}_${tool.name}`));
    expect(tools?.every(({ listed: tool, parameters }) => tool.inputSchema === parameters)).toBe(true);
    expect(tools?.every(({ sideEffecting }) => sideEffecting)).toBe(true);
  });

  it.each<[Name, string, Record<string, unknown>, string | RegExp]>([
    ['everything', 'echo', { message: 'höß' }, 'Echo: höß'],
    ['everything', 'get-tiny-image', {}, /\n\[image content omitted\]\n/],
    [
      'everything',
      'get-resource-links',
      { count: 1 },
      /\n\[resource_link content omitted\] demo:\/\/resource\//,
    ],
    ['everything', 'get-resource-reference', {}, /\n\[resource content omitted\]\n/],
    ['everything', 'get-structured-content', { location: 'Nowhere' }, /^ERROR: /],
    ['memory', 'read_graph', {}, /"entities"/],
    ['sdk2', 'add', { a: 2, b: 3 }, '5'],
    ['sdk2', 'fail', {}, 'ERROR: on purpose'],
  ])('%s: %s runs', async (server, name, args, expected) => {
    const text = await toolOf(server, name).run(args, toolContext());
    if (typeof expected === 'string') expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });

  it('tell a program their progress, and stop when they are told to', async () => {
    const steps: number[] = [];
    const progress = (step: number) => void steps.push(step);
    expect(await toolOf('sdk2', 'count').run({}, { ...toolContext(), progress })).toBe('counted');
    expect(steps).toEqual([1, 2, 3]);
    const stop = new AbortController();
    const hanging = toolOf('sdk2', 'hang').run(
      {},
      { ...toolContext({ signal: stop.signal }), progress: () => stop.abort() },
    );
    await expect(hanging).rejects.toMatchObject({ code: 'cancelled' });
    expect(await toolOf('sdk2', 'echo').run({ message: 'still here' })).toBe('still here');
  });

  it.each(NAMES)('of %s suit model APIs', (name) => {
    const tools = adapted.get(name) ?? [];
    for (const { tools: projected, names, quarantined } of [anthropicTools(tools), openAiTools(tools)]) {
      expect(quarantined).toEqual([]);
      expect(projected).toHaveLength(tools.length);
      expect([...names.keys()].every((key) => /^[a-zA-Z0-9_-]{1,64}$/.test(key))).toBe(true);
    }
  });

  it('answer a model, images included', async () => {
    const { answer } = anthropicTools(await mcpTools(clientOf('everything'), { results: 'whole' }));
    const { content, is_error } = await answer({ id: 'toolu_1', name: 'get-tiny-image', input: {} });
    expect(is_error).toBeUndefined();
    expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'text']);
  });

  it('are served again by a registry, all of them together', async () => {
    const registry = new ToolRegistry([...adapted.values()].flat());
    await using served = await serveRegistry(registry, { name: 'all' });
    await served.start();
    const { url, authHeaders: headers } = served;
    await using client = await McpClient.connect(streamableHttpServer({ url: url ?? '', headers }));
    const listed = new Map((await client.listTools()).map((tool) => [tool.name, tool]));
    expect(listed.size).toBe(registry.size);
    expect(client.quarantined('tools')).toEqual([]);
    const sum = toolOf('sdk2', 'add');
    expect(JSON.stringify(listed.get('sdk2_add')?.inputSchema)).toBe(JSON.stringify(sum.parameters));
    expect(await client.callTool('sdk2_add', { a: 2, b: 3 })).toMatchObject({
      structuredContent: { sum: 5 },
    });
    expect(await client.callTool('sdk2_fail')).toMatchObject({ isError: true });
    const image = await client.callTool('everything_get-tiny-image');
    expect(image.content.map(({ type }) => type)).toEqual(['text', 'image', 'text']);
  });
});

describe('resources of real servers', () => {
  it.each<[Name, string, string, RegExp]>([
    ['everything', 'instructions', 'demo://resource/static/document/instructions.md', /\w/],
    ['memory', 'knowledge-graph', 'memory://knowledge-graph', /entities/],
    ['sdk2', 'HELLO', 'memo://hello', /^hello from a resource$/],
  ])('%s: %s is found', async (server, text, uri, content) => {
    const memory = mcpResources(clientOf(server), { name: server });
    const [best, ...more] = await memory.query(text, { k: 1 });
    expect(best?.metadata.uri).toBe(uri);
    expect(best?.content).toMatch(content);
    expect(more).toEqual([]);
  });
});

describe('prompts of real servers', () => {
  it.each<[Name, string[], string[]]>([
    ['everything', ['simple-prompt'], ['args-prompt', 'completable-prompt', 'resource-prompt']],
    ['memory', [], []],
    ['sdk2', [], ['greet']],
  ])('%s', async (server, kept, leftOut) => {
    const warnings: Fault[] = [];
    const prompts = await mcpPrompts(clientOf(server), {
      onWarning: (warning) => void warnings.push(warning),
    });
    expect([...prompts.keys()]).toEqual(kept);
    expect(warnings.map(({ details }) => details['prompt'])).toEqual(leftOut);
    for (const { template, version } of prompts.values()) {
      expect(template).toMatch(/\w/);
      expect(version).toBe('mcp:1');
    }
  });
});
