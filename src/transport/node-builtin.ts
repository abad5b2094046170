import { Fault } from '../protocol/index.js';

/** The Node modules that plainwire loads inside functions, so that importing it works on every platform. */
interface NodeBuiltins {
  'node:async_hooks': typeof import('node:async_hooks');
  'node:buffer': typeof import('node:buffer');
  'node:child_process': typeof import('node:child_process');
  'node:crypto': typeof import('node:crypto');
  'node:events': typeof import('node:events');
  'node:fs': typeof import('node:fs');
  'node:fs/promises': typeof import('node:fs/promises');
  'node:http': typeof import('node:http');
  'node:https': typeof import('node:https');
  'node:module': typeof import('node:module');
  'node:net': typeof import('node:net');
  'node:os': typeof import('node:os');
  'node:path': typeof import('node:path');
  'node:stream': typeof import('node:stream');
  'node:tls': typeof import('node:tls');
  'node:url': typeof import('node:url');
  'node:zlib': typeof import('node:zlib');
}

export type NodeBuiltinName = keyof NodeBuiltins;

/**
 * A built-in module of Node.js, without a static import.
 *
 * @throws Fault `platform_missing` where there is no Node.js, naming the module.
 */
export function nodeBuiltin<Name extends NodeBuiltinName>(name: Name): NodeBuiltins[Name] {
  const load = typeof process === 'undefined' ? undefined : process.getBuiltinModule;
  const loaded = load?.(name) as NodeBuiltins[Name] | undefined;
  if (loaded !== undefined) return loaded;
  throw new Fault(
    'platform_missing',
    `This function needs ${name}, which this runtime does not have. Use Node.js 20.19 or later for processes, ` +
      'sockets and files.',
    { details: { module: name } },
  );
}
