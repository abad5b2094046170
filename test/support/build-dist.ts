import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the bundles once before the tests: examples, docs and the command are tried as users have them. */
export default function buildDist(): void {
  const root = join(import.meta.dirname, '..', '..');
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--no-types'], {
    cwd: root,
    stdio: 'inherit',
  });
}
