import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  blobBytes,
  isBase64,
  saveBlob,
  saveBlobIn,
  withoutSpace,
} from '../../../src/host/resource-tools/save-blob.js';

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

describe('isBase64', () => {
  it.each([
    ['', true],
    ['QUJD', true],
    ['QUI=', true],
    ['QQ==', true],
    ['QQ', true],
    ['-_8=', true],
    ['+/8=', true],
    ['Q', false],
    ['QQ=', false],
    ['QQ=A', false],
    ['====', false],
    ['QU D', false],
    ['!!!!', false],
    ['data:image/png;base64,QUJD', false],
  ])('%j: %s', (blob, expected) => {
    expect(isBase64(blob)).toBe(expected);
  });

  it('the line ends of MIME count for nothing', () => {
    expect(withoutSpace('QUJD\r\nREVG\r\n')).toBe('QUJDREVG');
  });
});

describe('saveBlobIn', () => {
  const content = { blob: 'AAAA', mimeType: undefined };

  it('makes what is missing, for this user alone', async () => {
    const path = await saveBlobIn(folder, ['.made', 'outputs'], content);
    expect(dirname(path)).toBe(join(folder, '.made', 'outputs'));
    expect((await stat(join(folder, '.made'))).mode & 0o777).toBe(0o700);
  });

  it.each([[['linked', 'outputs']], [['real', 'linked']]])(
    'saves nothing through a link: %j',
    async (names) => {
      const base = await mkdtemp(join(folder, 'base-'));
      const elsewhere = await mkdtemp(join(folder, 'elsewhere-'));
      await mkdir(join(base, 'real'));
      await symlink(elsewhere, join(base, 'linked'));
      await symlink(elsewhere, join(base, 'real', 'linked'));
      await expect(saveBlobIn(base, names, content)).rejects.toMatchObject({
        code: 'output_unwritable',
        message: expect.stringContaining('which is a link'),
      });
      expect(await readdir(elsewhere)).toEqual([]);
    },
  );

  it('names the path that it cannot write to', async () => {
    await expect(saveBlobIn('/dev/null', ['x'], content)).rejects.toMatchObject({
      code: 'output_unwritable',
      message: expect.stringContaining('/dev/null/x'),
    });
  });
});

describe('saveBlob', () => {
  it('makes the folder for this user alone, and a new file each time', async () => {
    const below = join(folder, 'a', 'b');
    const blob = { blob: Buffer.from('hi').toString('base64'), mimeType: undefined };
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
    const path = await saveBlob(folder, { blob: 'AAAA', mimeType });
    expect(basename(path)).toMatch(new RegExp(`^resource-[0-9a-f-]{36}\\${ending}$`));
  });
});
