import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blobBytes, saveBlob } from '../../../src/host/resource-tools/save-blob.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plainwire-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('blobBytes', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 100])('knows the size of %i bytes without decoding', (size) => {
    expect(blobBytes(Buffer.alloc(size, 7).toString('base64'))).toBe(size);
  });
});

describe('saveBlob', () => {
  it('makes the folder for this user alone, and a new file each time', async () => {
    const below = join(folder, 'a', 'b');
    const blob = { blob: Buffer.from('hi').toString('base64'), uri: 'x:1', mimeType: undefined };
    const paths = [await saveBlob(below, blob), await saveBlob(below, blob)];
    expect(new Set(paths).size).toBe(2);
    expect(paths.map(dirname)).toEqual([below, below]);
    expect((await stat(below)).mode & 0o777).toBe(0o700);
    for (const path of paths) {
      expect(await readFile(path, 'utf8')).toBe('hi');
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    }
  });

  it.each([
    ['image/png', '.png'],
    ['IMAGE/PNG; q=1', '.png'],
    ['application/x-sh', '.bin'],
    ['../../x', '.bin'],
    ['constructor', '.bin'],
    [undefined, '.bin'],
  ])('names a file of type %s %s', async (mimeType, ending) => {
    const path = await saveBlob(folder, { blob: 'AAAA', uri: '../../evil.sh', mimeType });
    expect(basename(path)).toMatch(new RegExp(`^resource-[0-9a-f-]{36}\\${ending}$`));
  });
});
