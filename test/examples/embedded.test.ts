import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);
const example = (...words: string[]) => run(process.execPath, words, { cwd: ROOT, timeout: 20_000 });

describe('examples/embedded', () => {
  it('works with a server over stdio and with one over HTTP, shows the wire, and ends', async () => {
    const { stdout, stderr } = await example('examples/embedded/main.js');
    for (const text of [
      'stdio → {"jsonrpc":"2.0","id":1,"method":"server/discover"',
      'notes speaks 2026-07-28',
      'tools: write_note, count_words',
      'progress 3 of 3',
      'count_words answered {"words":3}',
      'note://today holds "Read the wire."',
      'http  ← ',
      'greet answered "Hello, Ada!"',
      'Done.',
    ]) {
      expect(stdout).toContain(text);
    }
    expect(stderr).toBe('');
  });
});

describe('examples/trace-table', () => {
  it('prints a row for each call, and tells ids of different types apart', async () => {
    const { stdout } = await example('examples/trace-table/main.js');
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/\s{2,}/));
    expect(rows).toEqual([
      ['id', 'call', 'ms', 'outcome'],
      ['1', 'server/discover', '41.20', 'ok'],
      ['2', 'tools/call write_note', '2.00', 'tool error'],
      ['2', 'tools/call count_words', '1.40', 'ok'],
      ['3', 'resources/read note://nowhere', '0.40', 'error -32602'],
      ['4', 'tools/list', '–', 'no answer'],
    ]);
  });
});
