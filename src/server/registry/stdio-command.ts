import { Fault } from '../../protocol/index.js';
import { nodeBuiltin } from '../../transport/index.js';

/**
 * The command that runs a module with this interpreter, as absolute paths: an agent CLI starts it with its own PATH and
 * working folder. `serveRegistry` takes it as `command`.
 *
 * @param module a path (a relative one starts at the working folder), a `file:` URL, or the name of a package export.
 * @throws Fault `invalid_argument` when there is no such module, `platform_missing`
 */
export function stdioCommand(module: string | URL): readonly string[] {
  return Object.freeze([process.execPath, pathOf(module)]);
}

function pathOf(module: string | URL): string {
  const { existsSync } = nodeBuiltin('node:fs');
  const { join, resolve } = nodeBuiltin('node:path');
  const { fileURLToPath } = nodeBuiltin('node:url');
  const isUrl = module instanceof URL || module.startsWith('file:');
  const path = isUrl ? fileURLToPath(module) : resolve(module);
  if (existsSync(path)) return path;
  try {
    const { createRequire } = nodeBuiltin('node:module');
    return createRequire(join(process.cwd(), 'resolve.js')).resolve(String(module));
  } catch (cause) {
    throw new Fault(
      'invalid_argument',
      `stdioCommand: there is no file ${path}, and no package export of that name.`,
      {
        cause,
      },
    );
  }
}
