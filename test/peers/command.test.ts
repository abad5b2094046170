// The command, as it is published, on servers that nobody here wrote.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  HttpPeer,
  NODE_22,
  OUR_COMMAND,
  OUR_SERVER,
  peerPackage,
  peerProgram,
  runPeer,
} from '../support/peers.js';

const EVERYTHING = peerPackage('@modelcontextprotocol/server-everything/dist/index.js');
const FILESYSTEM = peerPackage('@modelcontextprotocol/server-filesystem/dist/index.js');
const MEMORY = peerPackage('@modelcontextprotocol/server-memory/dist/index.js');

const plainwire = (...words: string[]) => runPeer([OUR_COMMAND, ...words]);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plainwire-peer-'));
  writeFileSync(join(folder, 'notes.txt'), 'from a file');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('plainwire with a server that it starts', () => {
  it('inspects server-everything', async () => {
    const { code, stdout, stderr } = await plainwire('inspect', '--', 'node', EVERYTHING);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^mcp-servers\/everything 2\.0\.0\n {2}revision +2025-11-25\n/);
    for (const text of ['tools (13)', 'resources (7)', 'resource templates (2)', 'prompts (4)']) {
      expect(stdout).toContain(text);
    }
  });

  it('inspects server-everything for programs', async () => {
    const { code, stdout } = await plainwire('inspect', '--json', '--', 'node', EVERYTHING);
    const { revision, era, tools, prompts } = JSON.parse(stdout);
    expect({ code, revision, era }).toEqual({ code: 0, revision: '2025-11-25', era: 'legacy' });
    expect([tools.length, prompts.length]).toEqual([13, 4]);
  });

  it.each([
    ['call', ['echo', 'message=hi'], EVERYTHING, 'Echo: hi\n'],
    ['call', ['get-sum', 'a=2', 'b=3'], EVERYTHING, 'The sum of 2 and 3 is 5.\n'],
    ['read', ['demo://resource/static/document/structure.md'], EVERYTHING, /^# Everything Server/],
    ['prompt', ['args-prompt', 'city=Köln'], EVERYTHING, /^user: .*Köln/],
    ['complete', ['completable-prompt', 'department=S'], EVERYTHING, 'Sales\nSupport\n'],
    ['complete', ['completable-prompt', 'name=', 'department=Sales'], EVERYTHING, 'David\nEve\nFrank\n'],
  ] as const)('%s %j', async (verb, words, server, expected) => {
    const { code, stdout, stderr } = await plainwire(verb, ...words, '--', 'node', server);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    if (typeof expected === 'string') expect(stdout).toBe(expected);
    else expect(stdout).toMatch(expected);
  });

  it('reads a file through server-filesystem', async () => {
    const path = `path=${join(folder, 'notes.txt')}`;
    const run = await plainwire('call', 'read_text_file', path, '--', 'node', FILESYSTEM, folder);
    expect(run).toEqual({ code: 0, stdout: 'from a file\n', stderr: '' });
  });

  it('gives server-memory its variable', async () => {
    const env = `MEMORY_FILE_PATH=${join(folder, 'memory.jsonl')}`;
    const run = await plainwire('call', 'read_graph', '--json', '--env', env, '--', 'node', MEMORY);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout).structuredContent).toEqual({ entities: [], relations: [] });
  });

  it.each([
    ['a tool that fails', ['fail'], 'sdk1-server', 1, 'on purpose\n', /`fail` reports an error/],
    ['an unknown tool', ['no-such-tool'], 'sdk2-server', 4, '', /no-such-tool/],
  ] as const)('tells the shell of %s', async (_what, words, server, code, stdout, stderr) => {
    const run = await plainwire('call', ...words, '--', 'node', peerProgram(server), 'stdio');
    expect(run).toMatchObject({ code, stdout });
    expect(run.stderr).toMatch(stderr);
  });

  it('tells the shell of a revision that the server does not speak', async () => {
    const run = await plainwire('inspect', '--revision', '2026-07-28', '--', 'node', EVERYTHING);
    expect(run).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('2026-07-28') });
  });

  it('tells the shell of a program that is no server', async () => {
    const run = await plainwire('inspect', '--', 'node', '-e', 'console.error("oh no"); process.exit(7)');
    expect(run).toMatchObject({ code: 3, stdout: '' });
    expect(run.stderr).toMatch(/7[\s\S]*oh no/);
  });
});

describe('plainwire with a URL', () => {
  it.each([
    ['sdk1-server', '2025-11-25'],
    ['sdk2-server', '2026-07-28'],
  ])('inspects %s', async (server, revision) => {
    await using peer = await HttpPeer.start([peerProgram(server), 'http']);
    const { code, stdout, stderr } = await plainwire('inspect', peer.url);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`revision      ${revision}\n`);
    expect(await plainwire('call', peer.url, 'echo', 'message=hi')).toEqual({
      code: 0,
      stdout: 'hi\n',
      stderr: '',
    });
  });
});

describe('Node 22', () => {
  it('runs our command and our server', async () => {
    expect((await runPeer(['--version'], {}, NODE_22)).stdout).toMatch(/^v22\./);
    const words = ['call', 'echo', 'message=hi', '--', NODE_22, OUR_SERVER, 'stdio'];
    const run = await runPeer([OUR_COMMAND, ...words], {}, NODE_22);
    expect(run).toEqual({ code: 0, stdout: 'hi\n', stderr: '' });
  });
});
