import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/** A program made from TypeScript sources, for tests that need it as a process. */
export interface BundledProgram extends AsyncDisposable {
  /** Path of the module to run with Node. */
  readonly path: string;
}

/**
 * Bundles a TypeScript program with the sources it imports. Removed again on disposal. `withPackages`: it lies where
 * the packages that it loads by themselves (ajv, say) are found.
 */
export async function bundleProgram(
  entry: string,
  { withPackages = false }: { readonly withPackages?: boolean } = {},
): Promise<BundledProgram> {
  const parent = withPackages ? join(import.meta.dirname, '..', '..', 'node_modules') : tmpdir();
  const folder = await mkdtemp(join(parent, withPackages ? '.plainwire-' : 'plainwire-'));
  const path = join(folder, `${basename(entry, '.ts')}.mjs`);
  await build({
    entryPoints: [entry],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['undici', 'ajv', 'ajv-formats', 'ws', 'cross-spawn'],
    logLevel: 'silent',
  });
  return {
    path,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
