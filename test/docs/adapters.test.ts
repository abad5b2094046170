// The programs of docs/adapters.md run as they stand, and its tables name what there is.
import { describe, expect, it } from 'vitest';
import * as adapters from '../../src/adapters/index.js';
import { pageText, programsOf, runProgram } from '../support/page-programs.js';

const PAGE = pageText('docs', 'adapters.md');
const PROGRAMS = programsOf(PAGE);

const PRINTED = [
  'demo_add true 5\n',
  'Restart the ingest worker, then check the queue depth.\nYou triage incidents. Be terse.\n',
  "add [ 'a', 'b' ]\n{\n  type: 'tool_result',\n  tool_use_id: 'toolu_1',\n  content: [ { type: 'text', text: '5' } ]\n}\n",
];

describe('docs/adapters.md', () => {
  it('has as many programs as are tried here', () => {
    expect(PROGRAMS).toHaveLength(PRINTED.length);
  });

  it.each(PRINTED.map((printed, index) => ({ printed, index })))(
    'program $index prints what it should',
    async ({ printed, index }) => {
      const { stdout, stderr } = await runProgram(PROGRAMS[index] ?? '', 20_000);
      expect(stderr).toBe('');
      expect(stdout).toBe(printed);
    },
  );

  it('the program of README prints what its comments say', async () => {
    const program = programsOf(pageText('README.md')).find((text) => text.includes('openAiTools')) ?? '';
    const { stdout } = await runProgram(program, 20_000);
    expect(stdout).toBe("[ 'demo_add' ]\n{ role: 'tool', tool_call_id: 'call_1', content: '5' }\n");
  });

  it('says of every option of mcpTools what it does', () => {
    const source = pageText('src', 'adapters', 'mcp', 'mcp-tools.ts');
    const [, members = ''] = /interface McpToolsOptions[^{]*\{([\s\S]*?)^\}/m.exec(source) ?? [];
    const options = [...members.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, name = '']) => name);
    expect(options).toContain('prefix');
    expect(options.filter((name) => !new RegExp(`^\\|[^|]*\`${name}\``, 'm').test(PAGE))).toEqual([]);
  });

  it('names every projection, and no other', () => {
    const named = [...PAGE.matchAll(/^\| `(\w+Tools)` \|/gm)].map(([, name = '']) => name).sort();
    const exported = Object.keys(adapters).filter((name) => /[a-z]Tools$/.test(name) && name !== 'mcpTools');
    expect(named).toEqual(exported.sort());
  });
});
