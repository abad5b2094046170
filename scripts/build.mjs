// Builds what is published: one bundled file per subpath, plus a tree of type declarations (not with --no-types).
//
// Folders import each other only through their index.ts (test/architecture.test.ts holds them to it),
// so an import of `../protocol/index.js` becomes an import of the sibling bundle `./protocol.js`:
// every class exists once, whatever combination of subpaths a program loads.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

if (!process.argv.includes('--no-types')) rmSync(join(root, 'dist'), { recursive: true, force: true });
for (const folder of folders) await bundle(join(src, folder, 'index.ts'), join(root, 'dist', `${folder}.js`));
if (existsSync(join(src, 'index.ts'))) await bundle(join(src, 'index.ts'), join(root, 'dist', 'index.js'));
if (existsSync(join(src, 'cli', 'main.ts'))) {
  const command = join(root, 'dist', 'cli.js');
  await bundle(join(src, 'cli', 'main.ts'), command, '#!/usr/bin/env node');
  chmodSync(command, 0o755);
}

if (process.argv.includes('--no-types')) process.exit(0);
const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.types.json')], { stdio: 'inherit' });

// Programs without @types/node (browsers, edge runtimes, an empty project) must type-check against these declarations
// too. There the few types of Node in them become `any`; where @types/node is installed, nothing changes.
const declarations = join(root, 'dist', 'types');
for (const name of readdirSync(declarations, { recursive: true }).filter((path) => path.endsWith('.d.ts'))) {
  const path = join(declarations, name);
  const text = readFileSync(path, 'utf8');
  const tolerant = text.replace(
    /^.*(?:from |import\()'node:/gm,
    '// @ts-ignore: any without @types/node\n$&',
  );
  if (tolerant !== text) writeFileSync(path, tolerant);
}
