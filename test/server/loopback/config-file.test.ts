import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConfigFile } from '../../../src/server/loopback/config-file.js';
import { type BundledProgram, bundleProgram } from '../../support/bundle-program.js';
import { ChildProgram } from '../../support/child-program.js';

const isPosix = process.platform !== 'win32';
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plainwire-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a config file of our own', () => {
  it('is for this user alone, in a folder for this user alone', async () => {
    const file = await ConfigFile.at(undefined);
    await file.write({ a: 1 });
    expect(JSON.parse(readFileSync(file.path, 'utf8'))).toEqual({ a: 1 });
    if (isPosix) expect([modeOf(file.path), modeOf(dirname(file.path))]).toEqual(['600', '700']);
    await file.remove();
    expect(existsSync(dirname(file.path))).toBe(false);
  });

  it('comes back at the same path after it was removed', async () => {
    const file = await ConfigFile.at(undefined);
    for (const round of [1, 2]) {
      await file.write({ round });
      expect(JSON.parse(readFileSync(file.path, 'utf8'))).toEqual({ round });
      if (isPosix) expect([modeOf(file.path), modeOf(dirname(file.path))]).toEqual(['600', '700']);
      await file.remove();
      await file.remove();
      expect(existsSync(dirname(file.path))).toBe(false);
    }
  });

  it('does not move into a folder that somebody else made in its place', async () => {
    const file = await ConfigFile.at(undefined);
    await file.remove();
    mkdirSync(dirname(file.path), { mode: 0o777 });
    await expect(file.write({ token: 's3cret' })).rejects.toMatchObject({ code: 'config_unwritable' });
    expect(readdirSync(dirname(file.path))).toEqual([]);
    rmSync(dirname(file.path), { recursive: true });
  });

  it('comes back when somebody tidied up', async () => {
    const file = await ConfigFile.at(undefined);
    await file.write({ round: 1 });
    rmSync(dirname(file.path), { recursive: true });
    await file.write({ round: 2 });
    expect(JSON.parse(readFileSync(file.path, 'utf8'))).toEqual({ round: 2 });
    if (isPosix) expect([modeOf(file.path), modeOf(dirname(file.path))]).toEqual(['600', '700']);
    await file.remove();
    expect(existsSync(dirname(file.path))).toBe(false);
  });

  it.runIf(isPosix).each([
    ['a folder for everybody', (path: string) => mkdirSync(path, { mode: 0o755 })],
    ['a link', (path: string) => symlinkSync(folder, path)],
  ])('writes nothing into %s that took the place of its folder meanwhile', async (_what, put) => {
    const file = await ConfigFile.at(undefined);
    await file.write({ round: 1 });
    rmSync(dirname(file.path), { recursive: true });
    put(dirname(file.path));
    await expect(file.write({ token: 's3cret' })).rejects.toMatchObject({ code: 'config_unwritable' });
    expect(readdirSync(dirname(file.path))).toEqual([]);
    rmSync(dirname(file.path), { recursive: true });
  });

  it.each(['', 5, null, new URL('file:///tmp/x.json')])('is not at %s', async (path) => {
    await expect(ConfigFile.at(path as never)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining('configPath'),
    });
  });

  it('leaves nothing else behind', async () => {
    const file = await ConfigFile.at(undefined);
    await Promise.all([file.write({ a: 1 }), file.write({ a: 2 })]);
    expect(readdirSync(dirname(file.path))).toEqual(['mcp.json']);
    await file.remove();
  });
});

describe('a config file at a path of the caller', () => {
  it('replaces what is there, whatever its mode, and is kept', async () => {
    const path = join(folder, 'mine.json');
    writeFileSync(path, 'old', { mode: 0o644 });
    chmodSync(path, 0o644);
    const file = await ConfigFile.at(path);
    await file.write({ a: 1 });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ a: 1 });
    if (isPosix) expect(modeOf(path)).toBe('600');
    expect(readdirSync(folder)).toEqual(['mine.json']);
    await file.remove();
    expect(existsSync(path)).toBe(true);
  });

  it('is absolute', async () => {
    const path = join(folder, 'mine.json');
    expect((await ConfigFile.at(relative(process.cwd(), path))).path).toBe(resolve(path));
  });

  it.runIf(isPosix)('does not write through a link', async () => {
    const target = join(folder, 'target');
    const link = join(folder, 'link.json');
    writeFileSync(target, 'untouched');
    symlinkSync(target, link);
    await (await ConfigFile.at(link)).write({ a: 1 });
    expect(readFileSync(target, 'utf8')).toBe('untouched');
    expect(JSON.parse(readFileSync(link, 'utf8'))).toEqual({ a: 1 });
  });

  it.each([
    ['a folder that is not there', () => join(folder, 'no', 'such', 'x.json'), 'ENOENT'],
    ['a folder', () => folder, ''],
    [
      'something below a file',
      () => {
        writeFileSync(join(folder, 'file'), '');
        return join(folder, 'file', 'x.json');
      },
      'ENOTDIR',
    ],
  ])('that is %s is refused by name, without a word of the contents', async (_what, choose, code) => {
    const path = choose();
    const file = await ConfigFile.at(path);
    const error = await file.write({ headers: { Authorization: 'Bearer s3cret' } }).catch((cause) => cause);
    expect(error).toMatchObject({ name: 'Fault', code: 'config_unwritable', details: { path } });
    expect(error.message).toContain(path);
    expect(error.message).toContain(code);
    expect(inspect(error, { depth: 9 })).not.toContain('s3cret');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('when the process ends', () => {
  let program: BundledProgram;
  beforeAll(async () => {
    program = await bundleProgram(join(import.meta.dirname, '..', '..', 'fixtures', 'registry-owner.ts'));
  });
  afterAll(() => program[Symbol.asyncDispose]());

  it.each([
    ['because nothing keeps it', 'idle', undefined],
    ['by process.exit', 'exits', undefined],
    ['by an exception', 'throws', undefined],
    ['by SIGTERM', 'waits', 'SIGTERM'],
    ['by SIGTERM while it serves', 'started', 'SIGTERM'],
    ['by SIGINT', 'waits', 'SIGINT'],
  ] as const)('%s, the folder goes', async (_how, mode, signal) => {
    const child = new ChildProgram([program.path, mode]);
    await child.untilLines(1);
    const [path = ''] = child.lines;
    if (signal !== undefined) {
      expect(existsSync(path)).toBe(true);
      child.process.kill(signal);
    }
    const end = await child.ended;
    expect(end.signal).toBe(signal ?? null);
    expect(path).toContain('plainwire-');
    expect(existsSync(dirname(path))).toBe(false);
  });
});
