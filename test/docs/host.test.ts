// The programs of docs/host.md run as they stand, and its table names every option.
import { describe, expect, it } from 'vitest';
import { pageText, programsOf, runProgram } from '../support/page-programs.js';

const PAGE = pageText('docs', 'host.md');
const PROGRAMS = programsOf(PAGE);

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
      const { stdout, stderr } = await runProgram(PROGRAMS[index] ?? '', 25_000);
      expect(stderr).toBe('');
      expect(stdout).toBe(printed);
    },
  );

  const readmeProgram = programsOf(pageText('README.md')).find((text) => text.includes('McpHost')) ?? '';

  it('the program of README shows what is decided about each tool', async () => {
    const { stdout } = await runProgram(readmeProgram, 25_000);
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
    const { stdout } = await runProgram(elsewhere, 25_000);
    expect(stdout).toMatch(/^issues failed [\s\S]*Cannot find module/);
  });

  it('says of every option of McpHost what it does', () => {
    const source = pageText('src', 'host', 'host-options.ts');
    const [, members = ''] = /interface McpHostOptions[^{]*\{([\s\S]*?)^\}/m.exec(source) ?? [];
    const options = [...members.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, name = '']) => name);
    expect(options).toContain('permissions');
    expect(options.filter((name) => !new RegExp(`^\\|[^|]*\`${name}\``, 'm').test(PAGE))).toEqual([]);
  });
});
