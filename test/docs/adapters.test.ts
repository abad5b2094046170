// The programs of docs/adapters.md run as they stand, and its tables name what there is.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as adapters from '../../src/adapters/index.js';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'adapters.md'), 'utf8');
const PROGRAMS = [...PAGE.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
const run = promisify(execFile);

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
      const words = ['--input-type=module', '--eval', PROGRAMS[index] ?? ''];
      const { stdout, stderr } = await run(process.execPath, words, { cwd: ROOT, timeout: 20_000 });
      expect(stderr).toBe('');
      expect(stdout).toBe(printed);
    },
  );

  it('the program of README prints what its comments say', async () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const programs = [...readme.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
    const program = programs.find((text) => text.includes('openAiTools')) ?? '';
    const words = ['--input-type=module', '--eval', program];
    const { stdout } = await run(process.execPath, words, { cwd: ROOT, timeout: 20_000 });
    expect(stdout).toBe("[ 'demo_add' ]\n{ role: 'tool', tool_call_id: 'call_1', content: '5' }\n");
  });

  it('says of every option of mcpTools what it does', () => {
    const source = readFileSync(join(ROOT, 'src', 'adapters', 'mcp', 'mcp-tools.ts'), 'utf8');
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
