// What an installation brings: packages, and their bytes. Read from the lock files and the folders that they describe, so
// that no network is needed.
import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PEERS = fileURLToPath(new URL('../../test/peers', import.meta.url));
const SDK2 = ['@modelcontextprotocol/client', '@modelcontextprotocol/server', '@modelcontextprotocol/node'];

/** Where a package finds another one: the nearest `node_modules` on the way up. */
function pathOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}

/** The lock file's paths of everything that `names` need, with themselves. */
export function closureOf({ packages }, names) {
  const found = new Set();
  const visit = (from, name, isOptional) => {
    const path = pathOf(packages, from, name);
    if (path === undefined && isOptional) return;
    if (path === undefined) throw new Error(`The lock file has no ${name} for ${from}.`);
    if (found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path];
    for (const needed of Object.keys(dependencies ?? {})) visit(path, needed, false);
    for (const needed of Object.keys(optionalDependencies ?? {})) visit(path, needed, true);
    for (const needed of Object.keys(peerDependencies ?? {})) {
      // npm installs the peers of a package, but for the optional ones.
      if (peerDependenciesMeta?.[needed]?.optional !== true) visit(path, needed, false);
    }
  };
  for (const name of names) visit('', name, false);
  return [...found];
}

/** Bytes of the files of a package, without the packages inside it. */
function bytesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((total, entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return total + lstatSync(path).size;
    return entry.name === 'node_modules' ? total : total + bytesOf(path);
  }, 0);
}

function installed(root, names) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const paths = closureOf(lock, names);
  return {
    packages: paths.length,
    bytes: paths.reduce((total, path) => total + bytesOf(join(root, path)), 0),
  };
}

/** The package itself, as npm would publish it. */
function ownBytes() {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [{ unpackedSize }] = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' }));
  return unpackedSize;
}

export async function install() {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const direct = Object.keys(dependencies);
  const ours = installed(ROOT, direct);
  const theirs = installed(PEERS, SDK2);
  const result = (scenario, unit, plainwire, sdk2) => ({
    scenario: `install, ${scenario}`,
    unit,
    load: 0,
    series: { plainwire: [plainwire], ...(sdk2 === undefined ? {} : { sdk2: [sdk2] }) },
  });
  return [
    result('size', 'MB', (ours.bytes + ownBytes()) / 1e6, theirs.bytes / 1e6),
    result('packages', 'packages', ours.packages + 1, theirs.packages),
    result('direct dependencies', 'packages', direct.length),
  ];
}
