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

  it('the program of README shows what is decided about each tool', async () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const programs = [...readme.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
    const program = programs.find((text) => text.includes('McpHost')) ?? '';
    const words = ['--input-type=module', '--eval', program];
    const { stdout } = await run(process.execPath, words, { cwd: ROOT, timeout: 25_000 });
    for (const line of [
      'mcp_issues_get_issue: allow',
      'mcp_issues_create_issue: ask',
      'read_mcp_resource: allow',
    ])
      expect(stdout).toContain(`'${line}'`);
  });

  it('says of every option of McpHost what it does', () => {
    const source = readFileSync(join(ROOT, 'src', 'host', 'host-options.ts'), 'utf8');
    const [, members = ''] = /interface McpHostOptions[^{]*\{([\s\S]*?)^\}/m.exec(source) ?? [];
    const options = [...members.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, name = '']) => name);
    expect(options).toContain('permissions');
    expect(options.filter((name) => !new RegExp(`^\\|[^|]*\`${name}\``, 'm').test(PAGE))).toEqual([]);
  });
});
