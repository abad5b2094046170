// The command and a host on one configuration file with servers that nobody here wrote, one of them broken.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { McpHost, readMcpConfigFile } from '../../src/host/index.js';
import { OUR_COMMAND, peerPackage, runPeer } from '../support/peers.js';

const official = (name: string) => peerPackage(`@modelcontextprotocol/server-${name}/dist/index.js`);

let folder: string;
let config: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plainwire-peer-'));
  config = join(folder, 'mcp.json');
  writeFileSync(join(folder, 'notes.txt'), 'from a file');
  const mcpServers = {
    everything: { command: 'node', args: [official('everything')] },
    files: { command: 'node', args: [official('filesystem'), folder] },
    memory: {
      command: 'node',
      args: [official('memory')],
      env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
    },
    broken: { command: 'node', args: ['-e', 'console.error("oh no"); process.exit(7)'] },
  };
  writeFileSync(config, JSON.stringify({ mcpServers }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const plainwire = (...words: string[]) => runPeer([OUR_COMMAND, ...words, '--config', config]);

describe('plainwire with a configuration', () => {
  it('servers', async () => {
    const { code, stdout, stderr } = await plainwire('servers');
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/));
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    expect(rows).toEqual([
      ['name', 'state', 'transport', 'revision', 'offers', 'declared in', 'reason'],
      ['everything', 'ready', 'stdio', '2025-11-25', '13 tools, 7 resources, 2 templates, 4 prompts', config],
      ['files', 'ready', 'stdio', '2025-11-25', expect.stringMatching(/^\d+ tools$/), config],
      ['memory', 'ready', 'stdio', '2025-11-25', expect.stringMatching(/^\d+ tools/), config],
      ['broken', 'failed', 'stdio', '-', '-', config, expect.stringMatching(/code 7.*oh no/)],
    ]);
  });

  it.each([
    [['--server', 'everything', 'echo', 'message=hi'], 'Echo: hi\n'],
    [['--server', 'memory', 'read_graph'], /entities/],
  ])('call %j', async (words, expected) => {
    const { code, stdout, stderr } = await plainwire('call', ...words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(expected);
  });

  it('call, on the files of the folder', async () => {
    const path = `path=${join(folder, 'notes.txt')}`;
    const run = await plainwire('call', '--server', 'files', 'read_text_file', path);
    expect(run).toEqual({ code: 0, stdout: 'from a file\n', stderr: '' });
  });

  it('call, on the broken one', async () => {
    const run = await plainwire('call', '--server', 'broken', 'echo');
    expect(run).toMatchObject({ code: 3, stdout: '' });
    expect(run.stderr).toMatch(/7[\s\S]*oh no/);
  });

  it('tools, resources and prompts', async () => {
    const tools = await plainwire('tools', '--json');
    const names = (JSON.parse(tools.stdout) as { name: string }[]).map(({ name }) => name);
    for (const name of [
      'mcp_everything_get_sum',
      'mcp_files_read_text_file',
      'mcp_memory_read_graph',
      'read_mcp_resource',
    ])
      expect(names).toContain(name);
    expect((await plainwire('resources', 'everything')).stdout).toContain(
      'demo://resource/static/document/structure.md',
    );
    expect((await plainwire('prompts', 'everything')).stdout).toContain('args-prompt');
  });
});

describe('a host with the same configuration', () => {
  it('calls tools of each and reads resources', async () => {
    await using host = await McpHost.start({
      config: await readMcpConfigFile(config),
      permissions: [{ tool: '*', action: 'allow' }],
    });
    const text = async (name: string, args = {}) => {
      const { content } = await host.call(name, args);
      return (content[0] as { text: string }).text;
    };
    expect(host.servers().map(({ phase }) => phase)).toEqual(['ready', 'ready', 'ready', 'failed']);
    expect(await text('mcp_everything_get_sum', { a: 2, b: 3 })).toContain('5');
    expect(await text('mcp_files_read_text_file', { path: join(folder, 'notes.txt') })).toBe('from a file');
    expect(await text('mcp_memory_read_graph')).toContain('entities');
    const uri = 'demo://resource/static/document/structure.md';
    expect(await text('read_mcp_resource', { server: 'everything', uri })).toMatch(/^# Everything Server/);
    const { resources } = await host.listResources('everything');
    expect(resources.map((resource) => resource.uri)).toContain(uri);
  });
});
