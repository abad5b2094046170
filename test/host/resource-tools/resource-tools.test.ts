import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HostEvent, McpHost, McpHostOptions } from '../../../src/host/index.js';
import { toolContext } from '../../../src/index.js';
import type { JsonObject } from '../../../src/protocol/index.js';
import { RpcError } from '../../../src/protocol/index.js';
import {
  type HostServers,
  resourceServer,
  startHost,
  textResult,
  toolServer,
} from '../../support/host-servers.js';
import { EXIT } from '../../support/scripted-server.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plainwire-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const OWN = ['list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource'];

async function start(servers: HostServers, options: Omit<McpHostOptions, 'servers'> = {}) {
  const { host } = await startHost(servers, { permissions: [], outputFolder: folder, ...options });
  return host;
}

const names = (host: McpHost) => host.tools().map(({ name }) => name);

/** Runs a tool as an agent loop does. */
async function run(host: McpHost, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const tool = host.tools().find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`There is no ${name}.`);
  return (await tool.run(args, toolContext())) as string;
}

const memo = (server: string, name: string) => ({
  server,
  uri: `memo://${name}`,
  name,
  vendor: { kept: true },
});

describe('the tools', () => {
  it('are there while a connected server declares resources', async () => {
    const docs = resourceServer();
    await using host = await start({ docs, plain: toolServer(['t']) }, { reconnect: false });
    expect(names(host)).toEqual(['mcp_plain_t', ...OWN]);
    const failed = new Promise<void>((resolve) => {
      host.onEvent((event) => event.kind === 'state' && event.state.phase === 'failed' && resolve());
    });
    await docs.connection.exit();
    await failed;
    expect(names(host)).toEqual(['mcp_plain_t']);
    await expect(host.call('read_mcp_resource', {})).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  it.each([
    ['no server has any', { s: toolServer([]) }, {}],
    ['the entry hides them', { s: { target: resourceServer().target, resources: false } }, {}],
    ['the host does without', { s: resourceServer() }, { resourceTools: false }],
  ])('are not there when %s', async (_what, servers: HostServers, options) => {
    await using host = await start(servers, options);
    expect(names(host)).toEqual([]);
  });

  it.each(OWN)('%s is never confirmed, also in read-only mode, unless a rule names it', async (name) => {
    await using free = await start({ docs: resourceServer() }, { readOnly: true });
    expect(free.explain(name)).toMatchObject({ action: 'allow', rule: undefined });
    await using bound = await start(
      { docs: resourceServer() },
      { permissions: [{ tool: name, action: 'deny' }] },
    );
    expect(bound.explain(name).action).toBe('deny');
    expect(await run(bound, name, { server: 'docs', uri: 'memo://a' })).toMatch(/^ERROR: /);
    await expect(bound.call(name, {})).rejects.toMatchObject({ code: 'permission_denied' });
  });

  it('are called through the host as well, and told in events', async () => {
    const events: HostEvent[] = [];
    await using host = await start({ docs: resourceServer() }, { onEvent: (event) => events.push(event) });
    const args = { server: 'docs', uri: 'memo://a' };
    expect(await host.call('read_mcp_resource', args)).toEqual(textResult('a memo'));
    expect(events.slice(-2)).toMatchObject([
      { kind: 'call', tool: 'read_mcp_resource', server: undefined, arguments: args },
      { kind: 'result', outcome: 'ok', result: 'a memo' },
    ]);
  });
});

describe('a failure of a resource tool that is called through the host', () => {
  it.each([
    ['read_mcp_resource', {}, /missing required argument/],
    ['read_mcp_resource', { server: 'nope', uri: 'memo://a' }, /There is no server "nope"/],
    ['list_mcp_resources', { cursor: 'x' }, /a cursor belongs to one server/],
  ])('%s %j is a result, as that of any tool', async (name, args, expected) => {
    await using host = await start({ docs: resourceServer() });
    const { content, isError } = await host.call(name, args);
    expect(isError).toBe(true);
    expect((content[0] as { text: string }).text).toMatch(expected);
  });

  it.each(OWN)('%s that was taken back is no result', async (name) => {
    await using host = await start({ docs: resourceServer() });
    const args = name === 'read_mcp_resource' ? { server: 'docs', uri: 'memo://a' } : {};
    await expect(host.call(name, args, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  it.each([[undefined], [{}]])(
    'its tools run with the context %j, as those of servers do',
    async (context) => {
      await using host = await start({ docs: resourceServer() });
      const [list] = host.tools();
      const run = list?.run as (args: object, context?: object) => Promise<string>;
      expect(JSON.parse(await run({}, context)).resources).toHaveLength(2);
    },
  );
});

describe('list_mcp_resources', () => {
  it('walks every server, all pages', async () => {
    await using host = await start({
      docs: resourceServer(),
      more: resourceServer(),
      plain: toolServer(['t']),
    });
    expect(JSON.parse(await run(host, 'list_mcp_resources'))).toEqual({
      resources: [memo('docs', 'a'), memo('docs', 'b'), memo('more', 'a'), memo('more', 'b')],
    });
  });

  it('gives one page of one server, and the next', async () => {
    await using host = await start({ docs: resourceServer() });
    const first = JSON.parse(await run(host, 'list_mcp_resources', { server: 'docs' }));
    expect(first).toEqual({ server: 'docs', resources: [memo('docs', 'a')], nextCursor: 'more' });
    expect(Object.keys(first.resources[0])[0]).toBe('server');
    const second = await run(host, 'list_mcp_resources', { server: 'docs', cursor: first.nextCursor });
    expect(JSON.parse(second)).toEqual({ server: 'docs', resources: [memo('docs', 'b')] });
  });

  it('names the server itself, whatever the server claims', async () => {
    const forged = { 'resources/list': { resources: [{ uri: 'x:1', name: 'x', server: 'bank' }] } };
    await using host = await start({ docs: resourceServer(forged) });
    expect(JSON.parse(await run(host, 'list_mcp_resources')).resources).toEqual([
      { server: 'docs', uri: 'x:1', name: 'x' },
    ]);
  });

  it('one server that fails costs its own part only', async () => {
    const broken = resourceServer({ 'resources/list': () => new RpcError(-32603, 'disk full') });
    await using host = await start({ broken, docs: resourceServer() });
    expect(JSON.parse(await run(host, 'list_mcp_resources'))).toEqual({
      resources: [memo('docs', 'a'), memo('docs', 'b')],
      errors: [{ server: 'broken', error: 'broken: disk full' }],
    });
  });

  it.each([
    [{ cursor: 'more' }, /cursor.*server/],
    [{ server: 7 }, /server/],
    [{ page: 2 }, /unexpected argument\(s\) \['page'\]/],
    [{ server: 'docs', cursor: 'nonsense' }, /docs: Unknown cursor/],
    [{ server: 'nope' }, /There is no server "nope". Servers: docs/],
  ])('refuses %j', async (args, message) => {
    await using host = await start({ docs: resourceServer() });
    await expect(run(host, 'list_mcp_resources', args)).rejects.toThrow(message);
  });
});

describe('list_mcp_resource_templates', () => {
  it('lists templates', async () => {
    await using host = await start({ docs: resourceServer() });
    const template = { server: 'docs', uriTemplate: 'memo://{name}', name: 'memo' };
    expect(JSON.parse(await run(host, 'list_mcp_resource_templates'))).toEqual({
      resourceTemplates: [template],
    });
    expect(JSON.parse(await run(host, 'list_mcp_resource_templates', { server: 'docs' }))).toEqual({
      server: 'docs',
      resourceTemplates: [template],
    });
  });
});

describe('read_mcp_resource', () => {
  const args = { server: 'docs', uri: 'memo://a' };
  const reading = (contents: unknown) =>
    start({ docs: resourceServer({ 'resources/read': { contents } as JsonObject }) });

  it.each([
    ['text', [{ uri: 'memo://a', text: 'a\nmemo' }], 'a\nmemo'],
    ['empty text', [{ uri: 'memo://a', text: '' }], ''],
    ['nothing', [], '(the resource is empty)'],
    [
      'several texts',
      [
        { uri: 'memo://a/1', text: 'one' },
        { uri: 'memo://a/2', text: 'two' },
      ],
      '--- memo://a/1\none\n--- memo://a/2\ntwo',
    ],
  ])('gives %s', async (_what, contents, expected) => {
    await using host = await reading(contents);
    expect(await run(host, 'read_mcp_resource', args)).toBe(expected);
  });

  it('saves what is no text as a file for this user alone, and gives its path', async () => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]);
    const content = { uri: '../../etc/passwd', mimeType: 'image/png', blob: bytes.toString('base64') };
    await using host = await reading([content]);
    const text = await run(host, 'read_mcp_resource', args);
    const [, path = '', what] = /^\[binary content saved to (.*) \((.*)\)\]$/.exec(text) ?? [];
    expect(what).toBe('image/png, 6 bytes');
    expect(path.startsWith(join(folder, 'resource-')) && path.endsWith('.png')).toBe(true);
    expect(await readFile(path)).toEqual(bytes);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('reports a blob over the limit, and saves nothing', async () => {
    const blob = Buffer.alloc(9).toString('base64');
    const contents = { contents: [{ uri: 'memo://a', blob }] };
    const docs = resourceServer({ 'resources/read': contents });
    const empty = join(folder, 'none');
    for (const [resourceBlobBytes, expected] of [
      [8, /not saved: no MIME type, 9 bytes, more than limits\.resourceBlobBytes \(8\)/],
      [9, /saved to/],
    ] as const) {
      await using host = await start({ docs }, { limits: { resourceBlobBytes }, outputFolder: empty });
      expect(await run(host, 'read_mcp_resource', args)).toMatch(expected);
    }
    expect(await readdir(empty)).toHaveLength(1);
  });

  it.each([
    ['QUJD\r\nREVG\r\n', /saved to .*\(no MIME type, 6 bytes\)/],
    ['!!! no Base64 !!!', /^\[binary content not saved: no MIME type, the server sent what is no Base64\]$/],
  ])('takes the blob %j for what it is', async (blob, expected) => {
    await using host = await reading([{ uri: 'memo://a', blob }]);
    expect(await run(host, 'read_mcp_resource', args)).toMatch(expected);
  });

  it('saves below the working folder when it is given none, and through no link of a project', async () => {
    const project = await mkdtemp(join(folder, 'project-'));
    const elsewhere = await mkdtemp(join(folder, 'elsewhere-'));
    const cwd = vi.spyOn(process, 'cwd').mockReturnValue(project);
    try {
      const docs = resourceServer({ 'resources/read': { contents: [{ uri: 'x', blob: 'AAAA' }] } });
      const { host } = await startHost({ docs });
      await using _ = host;
      expect(await run(host, 'read_mcp_resource', args)).toContain(
        join(project, '.plainwire', 'tool-outputs'),
      );
      await rm(join(project, '.plainwire'), { recursive: true });
      await mkdir(join(project, '.plainwire'));
      await symlink(elsewhere, join(project, '.plainwire', 'tool-outputs'));
      await expect(run(host, 'read_mcp_resource', args)).rejects.toMatchObject({ code: 'output_unwritable' });
      expect(await readdir(elsewhere)).toEqual([]);
    } finally {
      cwd.mockRestore();
    }
  });

  it('names the folder that it cannot write to', async () => {
    const docs = resourceServer({ 'resources/read': { contents: [{ uri: 'x', blob: 'AAAA' }] } });
    await using host = await start({ docs }, { outputFolder: '/dev/null/x' });
    await expect(run(host, 'read_mcp_resource', args)).rejects.toMatchObject({
      code: 'output_unwritable',
      message: expect.stringContaining('/dev/null/x'),
    });
  });

  it.each([[{}], [{ server: 'docs' }], [{ uri: 'memo://a' }]])('refuses %j', async (bad) => {
    await using host = await start({ docs: resourceServer() });
    await expect(run(host, 'read_mcp_resource', bad)).rejects.toThrow(/missing required argument/);
  });
});

describe('the same as methods', () => {
  it('give pages and contents as they came', async () => {
    await using host = await start({ docs: resourceServer() });
    const { server: _, ...a } = memo('docs', 'a');
    expect(await host.listResources('docs')).toEqual({
      server: 'docs',
      resources: [a],
      nextCursor: 'more',
      leftOut: [],
    });
    expect((await host.listResources('docs', { cursor: 'more' })).nextCursor).toBeUndefined();
    expect((await host.listResourceTemplates('docs')).resourceTemplates).toHaveLength(1);
    expect(await host.readResource('docs', 'memo://a')).toEqual({
      server: 'docs',
      uri: 'memo://a',
      contents: [{ uri: 'memo://a', text: 'a memo' }],
    });
  });

  it('leave out what is no resource, and say so', async () => {
    const docs = resourceServer({ 'resources/list': { resources: [{ uri: 'x:1', name: 'x' }, { uri: 7 }] } });
    await using host = await start({ docs });
    const { resources, leftOut } = await host.listResources('docs');
    expect([resources.length, leftOut.length]).toEqual([1, 1]);
  });

  it.each([
    ['unknown_server', 'nope', {}],
    ['hidden', 'hidden', {}],
    ['unavailable', 'broken', {}],
    ['no_resources', 'plain', {}],
    ['invalid_cursor', 'docs', { cursor: 'nonsense' }],
    ['cancelled', 'docs', { signal: AbortSignal.abort() }],
    ['failed', 'failing', {}],
    ['unavailable', 'dying', {}],
  ])('raise an error of kind %s for server %s with %j', async (kind, server, options) => {
    await using host = await start({
      docs: resourceServer(),
      hidden: { target: resourceServer().target, resources: false },
      broken: resourceServer({ 'tools/list': EXIT }),
      plain: toolServer([]),
      failing: resourceServer({ 'resources/list': () => new RpcError(-32603, 'x') }),
      dying: resourceServer({ 'resources/list': EXIT }),
    });
    await expect(host.listResources(server, options)).rejects.toMatchObject({
      name: 'McpResourceError',
      kind,
      server,
    });
  });

  it('tell a resource that is not there from other failures', async () => {
    const docs = resourceServer({ 'resources/read': () => new RpcError(-32002, 'Resource not found') });
    await using host = await start({ docs });
    await expect(host.readResource('docs', 'memo://z')).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('a link to a resource in a result', () => {
  const link = { type: 'resource_link', uri: 'memo://a', name: 'a', mimeType: 'text/plain' };
  const result = { content: [{ type: 'text', text: 'see' }, link] };
  const linking = (more: object = {}) => {
    const { target } = resourceServer({ 'tools/call': result }, ['t']);
    return { docs: { target, trust: true, ...more } };
  };

  it('says how a model reads it', async () => {
    await using host = await start(linking());
    expect(await run(host, 'mcp_docs_t')).toBe(
      'see\n[resource_link memo://a (a, text/plain); read it with read_mcp_resource {"server":"docs","uri":"memo://a"}]',
    );
  });

  it.each([
    ['the resources are hidden', linking({ resources: false }), {}],
    ['there is no such tool', linking(), { resourceTools: false }],
    ['a rule forbids reading', linking(), { permissions: [{ tool: 'read_*', action: 'deny' }] }],
  ] as const)('keeps its address only when %s', async (_what, servers, options) => {
    await using host = await start(servers, options);
    const text = await run(host, 'mcp_docs_t');
    expect(text).toContain('memo://a');
    expect(text).not.toContain('read_mcp_resource');
  });

  it('stays as it is in whole results', async () => {
    await using host = await start(linking());
    expect(await host.call('mcp_docs_t')).toEqual(result);
    expect(await host.tools({ results: 'whole' })[0]?.run({}, toolContext())).toEqual(result);
  });
});
