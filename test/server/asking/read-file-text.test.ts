import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFileText } from '../../../src/server/asking/read-file-text.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plainwire-test-'));
  await writeFile(join(folder, 'text'), '\ufeffé\n');
  await writeFile(join(folder, 'binary'), Buffer.from([0xff, 0xfe, 0x00]));
  await writeFile(join(folder, 'large'), 'x'.repeat(1024 * 1024 + 1));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
});
afterAll(() => rm(folder, { recursive: true }));

describe('reading a file for comparison', () => {
  it.each([
    ['text', { kind: 'text', text: '\ufeffé\n' }],
    ['nothing-here', { kind: 'absent' }],
    ['binary', { kind: 'unreadable', why: 'it is no text' }],
    ['large', { kind: 'unreadable', why: 'it has 1048577 bytes' }],
    // A read of it would wait for somebody to write.
    ['pipe', { kind: 'unreadable', why: 'it is no regular file' }],
    ['.', { kind: 'unreadable', why: 'it is no regular file' }],
    ['text/below', { kind: 'unreadable', why: 'ENOTDIR' }],
    ['zero\0', { kind: 'unreadable', why: 'it is no text' }],
  ])('%j', async (name, expected) => {
    expect(await readFileText(join(folder, name))).toEqual(expected);
  });

  it.each(['package.json', './package.json', '~/x'])(
    'takes no file of this folder for that of another: %s',
    async (path) => {
      expect(await readFileText(path)).toEqual({ kind: 'unreadable', why: 'its path is relative' });
    },
  );
});
