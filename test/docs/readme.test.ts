// What the docs tell a reader to run and to open is there, and the programs in them run as they stand.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const PAGES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
const scripts = JSON.parse(read('package.json')).scripts as Record<string, string>;

function blocks(page: string, language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm');
  return [...read(page).matchAll(fence)].map(([, text = '']) => text);
}

/** Relative links of a page whose target is missing. */
function brokenLinks(page: string, text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !existsSync(join(ROOT, dirname(page), target)));
}

/** Names of npm scripts that a page mentions and package.json does not have. */
function unknownScripts(text: string): string[] {
  return [...text.matchAll(/npm run ([\w:]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !(name in scripts));
}

describe('the docs', () => {
  it('README opens with the two commands, and CI runs the second one word for word', () => {
    const commands = blocks('README.md', '');
    expect(commands.slice(0, 2)).toEqual(['npm ci && npm start\n', 'npm ci && npm test\n']);
    expect(read('.ci/steps.mjs')).toContain("command: 'npm ci && npm test'");
  });

  it.each(PAGES)('%s links only to what exists and names only npm scripts that exist', (page) => {
    expect(brokenLinks(page, read(page))).toEqual([]);
    expect(unknownScripts(read(page))).toEqual([]);
  });

  it('a broken link and an unknown script are noticed', () => {
    expect(brokenLinks('README.md', '[x](no/such/file.md)')).toEqual(['no/such/file.md']);
    expect(unknownScripts('npm run nonsense')).toEqual(['nonsense']);
  });

  it('the codec program of README prints what its comment says', () => {
    const program = blocks('README.md', 'js').find((text) => text.includes('plainwire/protocol')) ?? '';
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('ping 9007199254740993n\n{"jsonrpc":"2.0","id":9007199254740993,"result":{}}\n');
  });

  it('the server program of README answers and ends with its input', () => {
    const program = blocks('README.md', 'js').find((text) => text.includes('serveStdio')) ?? '';
    const input =
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}\n';
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: ROOT,
      encoding: 'utf8',
      input,
      timeout: 20_000,
    });
    expect(status).toBe(0);
    expect(stdout).toContain('"text":"3"');
  });

  it('the agent CLI program of README hands out arguments without a secret, and ends', () => {
    const program = blocks('README.md', 'js').find((text) => text.includes('ApprovalServer')) ?? '';
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: ROOT,
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect(status).toBe(0);
    expect(stdout).toContain('--permission-prompt-tool');
    expect(stdout).not.toContain('Bearer');
  });

  it('the command of README works as written, with a server from here in place of the download', () => {
    const server = ['--', process.execPath, 'examples/embedded/server.js'];
    const inspected = spawnSync('npx', ['plainwire', 'inspect', ...server], {
      cwd: ROOT,
      encoding: 'utf8',
      timeout: 25_000,
    });
    expect(inspected.stdout).toContain('write_note');
    expect(inspected.status).toBe(0);
  });

  it('every script of the folder scripts/ and every example is mentioned somewhere', () => {
    const everything = PAGES.map(read).join('\n') + read('package.json');
    const examples = readdirSync(join(ROOT, 'examples'));
    expect(examples.filter((name) => !everything.includes(`examples/${name}`))).toEqual([]);
  });
});
