// What is published, as a stranger gets it: packed, unpacked into an empty project, type-checked, bundled and imported there.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const SUBPATHS = Object.keys(manifest.exports).filter((path) => path !== './package.json');
const specifierOf = (subpath: string) => subpath.replace(/^\./, 'plainwire');

let project: string;

function link(name: string): void {
  const path = join(project, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules', name), path);
}

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'plainwire-package-'));
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs')], { cwd: ROOT });
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', project], {
    cwd: ROOT,
    stdio: 'pipe',
  });
  const installed = join(project, 'node_modules', 'plainwire');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', [
    '-xzf',
    join(project, `plainwire-${manifest.version}.tgz`),
    '-C',
    installed,
    '--strip-components=1',
  ]);
  for (const name of Object.keys(manifest.dependencies)) link(name);
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function runModule(source: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: project,
    encoding: 'utf8',
  });
}

/** What strict TypeScript says of programs in the project, declarations included. */
function typeErrors(files: string | readonly string[], options: readonly string[]): string {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022'];
  const args = [tsc, ...strict, ...options, ...[files].flat()];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  return stdout + stderr;
}

/** Uses what no library before `esnext.disposable` has. */
const DISPOSING = [
  "import type { McpClient } from 'plainwire/client';",
  'export async function names(given: Promise<McpClient>): Promise<string[]> {',
  '  await using client = await given;',
  '  return (await client.listTools()).map(({ name }) => name);',
  '}',
];

/** The files below node_modules that an import loads, sorted. A loader hook writes each one to standard error. */
function filesLoadedBy(specifier: string): string[] {
  const hook =
    'export async function load(url, context, next) { process._rawDebug(url); return next(url, context); }';
  const source = `
    import { register } from 'node:module';
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hook)}));
    await import('${specifier}');`;
  const args = ['--preserve-symlinks', '--input-type=module', '--eval', source];
  const { stderr, status } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const loaded = stderr
    .split('\n')
    .filter((line) => line.startsWith('file:') && line.includes('/node_modules/'));
  return loaded.map((url) => url.split('/node_modules/').pop() ?? '').sort();
}

describe('the package', () => {
  it('holds one bundle for each subpath, and no sources', () => {
    const files = readdirSync(join(project, 'node_modules', 'plainwire', 'dist')).filter((name) =>
      name.endsWith('.js'),
    );
    const names = SUBPATHS.map((path) => (path === '.' ? 'index.js' : `${path.slice(2)}.js`));
    expect(files.sort()).toEqual([...names, 'cli.js'].sort());
  });

  it.each(SUBPATHS.filter((path) => path !== '.'))(
    'the bundle of %s holds its own sources alone',
    (subpath) => {
      const bundle = readFileSync(
        join(project, 'node_modules', 'plainwire', 'dist', `${subpath}.js`),
        'utf8',
      );
      // A source that is in two bundles is there twice for whoever loads both, and so are its classes.
      const folders = [...bundle.matchAll(/^\/\/ src\/([a-z]+)\//gm)].map(([, folder]) => folder);
      expect([...new Set(folders)]).toEqual([subpath.slice(2)]);
    },
  );

  it.each(SUBPATHS)('%s can be imported', (subpath) => {
    const exported = runModule(`console.log(Object.keys(await import('${specifierOf(subpath)}')).length)`);
    expect(Number(exported)).toBeGreaterThan(0);
  });

  it.each([
    ['protocol', ['protocol.js']],
    ['schema', ['protocol.js', 'schema.js']],
    ['client', ['client.js', 'protocol.js', 'schema.js', 'transport.js']],
  ])('%s loads %j of this package and nothing else of it', (subpath, expected) => {
    expect(filesLoadedBy(`plainwire/${subpath}`).filter((name) => name.startsWith('plainwire/'))).toEqual(
      expected.map((name) => `plainwire/dist/${name}`),
    );
  });

  it.each([
    ['protocol', []],
    ['client', ['eventsource-parser']],
    ['server', ['eventsource-parser']],
    ['host', ['eventsource-parser']],
  ])('%s loads no package at import but %j', (subpath, expected) => {
    const packages = filesLoadedBy(`plainwire/${subpath}`).map((name) => name.split('/')[0]);
    expect([...new Set(packages)].filter((name) => name !== 'plainwire')).toEqual(expected);
  });

  it.each([
    ['node16', 'es2022,dom'],
    ['node16', 'the default'],
    ['bundler', 'es2022,dom'],
    ['bundler', 'the default'],
  ])('type-checks without the types of Node under %s resolution with lib %s', (resolution, lib) => {
    const uses = SUBPATHS.map(
      (path, index) => `import * as m${index} from '${specifierOf(path)}'; void m${index};`,
    );
    writeFileSync(join(project, 'use.ts'), [...uses, ...DISPOSING].join('\n'));
    const module = resolution === 'node16' ? 'node16' : 'esnext';
    const resolving = ['--module', module, '--moduleResolution', resolution];
    const libs = lib === 'the default' ? [] : ['--lib', lib];
    expect(typeErrors('use.ts', ['--types', '', ...resolving, ...libs])).toBe('');
  });

  it.each([...SUBPATHS.map((path) => [specifierOf(path)])])(
    '%s alone type-checks without the types of Node',
    (specifier) => {
      writeFileSync(join(project, 'one.ts'), `export * from '${specifier}';`);
      const args = ['--types', '', '--lib', 'es2022,dom', '--module', 'node16'];
      expect(typeErrors('one.ts', args)).toBe('');
    },
  );

  it('the programs of README type-check as they stand', () => {
    const readme = readFileSync(join(project, 'node_modules', 'plainwire', 'README.md'), 'utf8');
    const programs = [...readme.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
    const files = programs.map((_, index) => `readme-${index}.ts`);
    programs.forEach((text, index) => {
      writeFileSync(join(project, `readme-${index}.ts`), text);
    });
    expect(files.length).toBeGreaterThan(5);
    expect(typeErrors(files, ['--types', '', '--module', 'node16'])).toBe('');
  });

  it('a program with a type error is noticed', () => {
    writeFileSync(join(project, 'wrong.ts'), "import { McpServer } from 'plainwire'; new McpServer(1);");
    expect(typeErrors('wrong.ts', ['--types', '', '--module', 'node16'])).toContain('TS2345');
  });

  it('README leads to pages and examples that come along', () => {
    const installed = join(project, 'node_modules', 'plainwire');
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) => target);
    const examples = [...readme.matchAll(/examples\/[a-z-]+(?:\/[a-z-]+\.js)?/g)].map(([path]) => path);
    const named = [...links, ...examples];
    expect(named).toContain('docs/cli.md');
    expect(named.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
  });

  it('runs no script where it is installed', () => {
    // npm warns about each of these, `prepare` for a tarball too, whether it does anything or not.
    const unwanted = ['preinstall', 'install', 'postinstall', 'prepare'];
    expect(unwanted.filter((name) => name in manifest.scripts)).toEqual([]);
    expect(manifest.scripts).toMatchObject({ prepack: manifest.scripts.build });
  });

  it('keeps the types of Node for those who have them', () => {
    const uses = [
      "import type { IncomingMessage } from 'node:http';",
      "import type { NodeRequest } from 'plainwire/transport';",
      'type IsAny<T> = 0 extends 1 & T ? true : false;',
      "export const known: IsAny<NodeRequest['headers']> = false;",
      'export const one = (request: NodeRequest): IncomingMessage => request;',
    ];
    writeFileSync(join(project, 'node.ts'), uses.join('\n'));
    const typeRoots = join(ROOT, 'node_modules', '@types');
    const args = ['--typeRoots', typeRoots, '--types', 'node', '--module', 'node16'];
    expect(typeErrors('node.ts', args)).toBe('');
  });

  it.each(['protocol', 'client', 'server', 'host'])(
    '%s bundles for a platform that is not Node',
    async (subpath) => {
      const { outputFiles, metafile } = await build({
        stdin: { contents: `export * from 'plainwire/${subpath}';`, resolveDir: project },
        bundle: true,
        platform: 'neutral',
        format: 'esm',
        write: false,
        metafile: true,
        external: ['undici', 'ajv', 'ajv-formats', 'ws', 'cross-spawn', 'ajv/*', 'jsonc-parser'],
        mainFields: ['module', 'main'],
      });
      const imports = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
      const statically = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path);
      expect(statically).toEqual([]);
      const text = outputFiles[0]?.text ?? '';
      const fromNode = new RegExp(`from\\s*["'](node:|(${builtinModules.join('|')})["'])`);
      expect(text).not.toMatch(fromNode);
    },
  );
});
