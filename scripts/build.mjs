// Builds what is published: one bundled file per subpath, plus a tree of type declarations (not with --no-types).
//
// Folders import each other only through their index.ts (test/architecture.test.ts holds them to it),
// so an import of `../protocol/index.js` becomes an import of the sibling bundle `./protocol.js`:
// every class exists once, whatever combination of subpaths a program loads.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(root, 'src');
const folders = readdirSync(src).filter((name) => existsSync(join(src, name, 'index.ts')));

const siblingBundles = {
  name: 'sibling-bundles',
  setup(build) {
    build.onResolve({ filter: /^(\.\.?\/)+[a-z]+\/index\.js$/ }, ({ path, resolveDir }) => {
      const folder = path.split('/').at(-2);
      const isSibling = join(resolveDir, path) === join(src, folder, 'index.js');
      return isSibling ? { path: `./${folder}.js`, external: true } : undefined;
    });
  },
};

async function bundle(entry, outfile, banner) {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'node20',
    packages: 'external',
    external: ['node:*'],
    legalComments: 'none',
    plugins: [siblingBundles],
    ...(banner === undefined ? {} : { banner: { js: banner } }),
  });
}

async function bundleAll(into) {
  for (const folder of folders) await bundle(join(src, folder, 'index.ts'), join(into, `${folder}.js`));
  await bundle(join(src, 'index.ts'), join(into, 'index.js'));
  const command = join(into, 'cli.js');
  await bundle(join(src, 'cli', 'main.ts'), command, '#!/usr/bin/env node');
  chmodSync(command, 0o755);
}

function declareTypes(into) {
  const require = createRequire(import.meta.url);
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  const args = [tsc, '-p', join(root, 'tsconfig.types.json'), '--outDir', into];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
  for (const name of readdirSync(into, { recursive: true }).filter((path) => path.endsWith('.d.ts')))
    makeSelfSufficient(join(into, name));
}

function makeSelfSufficient(path) {
  const text = readFileSync(path, 'utf8');
  const sufficient = bringDisposables(tolerateMissingNodeTypes(text));
  if (sufficient !== text) writeFileSync(path, sufficient);
}

/**
 * Programs without @types/node (browsers, edge runtimes, an empty project) must type-check against these declarations
 * too. There the few types of Node in them become `any`; where @types/node is installed, nothing changes.
 */
function tolerateMissingNodeTypes(text) {
  return text.replace(/^.*(?:from |import\()'node:/gm, '// @ts-ignore: any without @types/node\n$&');
}

/** `await using` is younger than the libraries that most programs name; @types/node would bring its types too. */
function bringDisposables(text) {
  const isNeeded = /\b(?:Async)?Disposable\b|\bSymbol\.(?:asyncD|d)ispose\b/.test(text);
  return isNeeded ? `/// <reference lib="esnext.disposable" />\n${text}` : text;
}

/** Puts each file in its place at once: somebody may be importing the one before it. */
function publish(staged) {
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(staged)) {
    if (name === 'types') rmSync(join(dist, name), { recursive: true, force: true });
    renameSync(join(staged, name), join(dist, name));
  }
}

/** A subpath that was given up must not be published on. */
function removeLeftovers(built) {
  const leftovers = readdirSync(dist).filter((name) => name !== 'types' && !built.includes(name));
  for (const name of leftovers) rmSync(join(dist, name), { recursive: true, force: true });
}

const dist = join(root, 'dist');
const staged = mkdtempSync(join(root, '.building-'));
try {
  await bundleAll(staged);
  if (!process.argv.includes('--no-types')) declareTypes(join(staged, 'types'));
  const names = readdirSync(staged);
  publish(staged);
  removeLeftovers(names);
} finally {
  rmSync(staged, { recursive: true, force: true });
}
