// The programs of docs/host.md run as they stand, and its table names every option.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'host.md'), 'utf8');
const PROGRAMS = [...PAGE.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
const run = promisify(execFile);

const PRINTED = [
  "[ 'issues: ready, 4 tools' ]\nacme issue 7: the queue is full | ask\n",
  '2 undefined\ntrue not_found\n',
];

describe('docs/host.md', () => {
  it('has as many programs as are tried here', () => {
    expect(PROGRAMS).toHaveLength(PRINTED.length);
  });

  it.each(PRINTED.map((printed, index) => ({ printed, index })))(
    'program $index prints what it should',
    async ({ printed, index }) => {
      const words = ['--input-type=module', '--eval', PROGRAMS[index] ?? ''];
      const { stdout, stderr } = await run(process.execPath, words, { cwd: ROOT, timeout: 25_000 });
      expect(stderr).toBe('');
      expect(stdout).toBe(printed);
    },
  );

  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const programs = [...readme.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
  const readmeProgram = programs.find((text) => text.includes('McpHost')) ?? '';

  it('the program of README shows what is decided about each tool', async () => {
    const words = ['--input-type=module', '--eval', readmeProgram];
    const { stdout } = await run(process.execPath, words, { cwd: ROOT, timeout: 25_000 });
    const lines = stdout.split('\n').map((line) => line.trim());
    expect(lines).toEqual(
      expect.arrayContaining([
        'issues ready',
        'mcp_issues_get_issue allow',
        'mcp_issues_create_issue ask',
        'read_mcp_resource allow',
      ]),
    );
  });

  it('the program of README tells why a server did not start', async () => {
    const elsewhere = readmeProgram.replace('examples/host/server.js', 'no/such/server.js');
    const words = ['--input-type=module', '--eval', elsewhere];
    const { stdout } = await run(process.execPath, words, { cwd: ROOT, timeout: 25_000 });
    expect(stdout).toMatch(/^issues failed [\s\S]*Cannot find module/);
  });

  it('says of every option of McpHost what it does', () => {
    const source = readFileSync(join(ROOT, 'src', 'host', 'host-options.ts'), 'utf8');
    const [, members = ''] = /interface McpHostOptions[^{]*\{([\s\S]*?)^\}/m.exec(source) ?? [];
    const options = [...members.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, name = '']) => name);
    expect(options).toContain('permissions');
    expect(options.filter((name) => !new RegExp(`^\\|[^|]*\`${name}\``, 'm').test(PAGE))).toEqual([]);
  });
});
