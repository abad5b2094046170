// Our client on @modelcontextprotocol/server-filesystem and server-memory, each with a folder of its own.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stdioServer } from '../../src/client/index.js';
import { peerPackage } from '../support/peers.js';
import { childProcesses } from '../support/processes.js';
import { waitFor } from '../support/wait-for.js';
import { PeerSession, textOf } from './peer-session.js';

const server = (name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  stdioServer({
    command: process.execPath,
    args: [peerPackage(`@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
    env,
  });

let folder: string;
let session: PeerSession;
const call: PeerSession['client']['callTool'] = (...args) => session.client.callTool(...args);

async function closeAndLookAround(before: readonly number[]): Promise<void> {
  await session.client.close();
  expect(childProcesses()).toEqual(before);
  rmSync(folder, { recursive: true, force: true });
}

describe('server-filesystem', () => {
  const before = childProcesses();
  let roots: string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plainwire-peer-'));
    writeFileSync(join(folder, 'höß.txt'), 'from a file\u2028');
    roots = [folder];
    session = await PeerSession.open(server('filesystem', [folder]), {
      roots: () => roots.map((path) => ({ uri: pathToFileURL(path).href })),
    });
  });
  afterAll(() => closeAndLookAround(before));

  it('says who it is and lists its tools', async () => {
    const { revision, serverInfo, capabilities } = session.client;
    expect({ revision, name: serverInfo?.name, capabilities }).toEqual({
      revision: '2025-11-25',
      name: 'secure-filesystem-server',
      capabilities: { tools: { listChanged: true } },
    });
    const tools = await session.client.listTools();
    expect(tools).toHaveLength(14);
    expect(tools.map(({ name }) => name)).toContain('read_text_file');
    expect(session.client.quarantined('tools')).toEqual([]);
  });

  it.each([
    ['listResources', 'resources/list'],
    ['listResourceTemplates', 'resources/templates/list'],
    ['listPrompts', 'prompts/list'],
  ] as const)('%s finds nothing, without asking a server that declares nothing', async (list, method) => {
    expect(await session.client[list]()).toEqual([]);
    expect(session.requests(method)).toBe(0);
  });

  it('reads and writes files', async () => {
    const read = await call('read_text_file', { path: join(folder, 'höß.txt') });
    expect(read.structuredContent).toEqual({ content: 'from a file\u2028' });
    await call('write_file', { path: join(folder, 'new.txt'), content: 'written' });
    expect(readFileSync(join(folder, 'new.txt'), 'utf8')).toBe('written');
  });

  it('reports what it does not do as a failure of the tool', async () => {
    const result = await call('read_text_file', { path: '/etc/hostname' });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('denied');
  });

  it('follows the roots', async () => {
    const allowed = async () => textOf(await call('list_allowed_directories'));
    const another = mkdtempSync(join(folder, 'another-'));
    roots = [another];
    await session.client.notifyRootsChanged();
    await waitFor('the server knows the new roots', async () => (await allowed()).includes(another));
    roots = [folder];
    await session.client.notifyRootsChanged();
    await waitFor('the server knows the old roots', async () => !(await allowed()).includes(another));
  });

  it('gives no cause for a warning', async () => {
    await session.client.ping();
    expect(session.warnings).toEqual([]);
  });
});

describe('server-memory', () => {
  const before = childProcesses();
  const uri = 'memory://knowledge-graph';
  const ada = { name: 'Ada', entityType: 'person', observations: ['wrote notes'] };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plainwire-peer-'));
    session = await PeerSession.open(
      server('memory', [], { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }),
    );
    await session.client.callTool('create_entities', { entities: [ada] });
  });
  afterAll(() => closeAndLookAround(before));

  it('says who it is and lists what it has', async () => {
    const { revision, serverInfo, capabilities } = session.client;
    expect({ revision, name: serverInfo?.name, capabilities }).toEqual({
      revision: '2025-11-25',
      name: 'memory-server',
      capabilities: { tools: { listChanged: true }, resources: { listChanged: true, subscribe: true } },
    });
    expect(await session.client.listTools()).toHaveLength(9);
    expect((await session.client.listResources()).map((resource) => resource.uri)).toEqual([uri]);
    expect(await session.client.listResourceTemplates()).toEqual([]);
  });

  it('keeps what it is told', async () => {
    const { structuredContent } = await call('open_nodes', { names: ['Ada'] });
    expect(structuredContent).toEqual({ entities: [ada], relations: [] });
    const { contents } = await session.client.readResource(uri);
    expect(contents).toMatchObject([{ uri, text: expect.stringContaining('wrote notes') }]);
    expect(readFileSync(join(folder, 'memory.jsonl'), 'utf8')).toContain('wrote notes');
  });

  it('tells of changes to its resource', async () => {
    await using subscription = session.client.subscribe({ resources: [uri] });
    await subscription.ready;
    const next = subscription.next();
    await call('create_relations', { relations: [{ from: 'Ada', to: 'Ada', relationType: 'knows' }] });
    expect(await next).toEqual({ done: false, value: { kind: 'resource', uri } });
    await call('delete_relations', { relations: [{ from: 'Ada', to: 'Ada', relationType: 'knows' }] });
  });

  it('gives no cause for a warning', async () => {
    await session.client.ping();
    expect(session.warnings).toEqual([]);
  });
});
