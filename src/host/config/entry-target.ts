import {
  nodeBuiltin,
  type ServerTarget,
  sseServer,
  stdioServer,
  streamableHttpServer,
  webSocketServer,
} from '../../transport/index.js';
import { type DeclaredEntry, kindOf } from './declared-entry.js';
import {
  appliesTo,
  type EntryKeyName,
  isEntryKey,
  TRANSPORT_TYPES,
  type TransportKind,
} from './entry-keys.js';

const TARGET_KINDS: readonly string[] = [
  'stdio',
  'http',
  'sse',
  'websocket',
  'custom',
] satisfies ServerTarget['kind'][];

/** The key without which a transport cannot be used. */
const REQUIRED: { readonly [kind in TransportKind]: 'command' | 'url' } = {
  stdio: 'command',
  http: 'url',
  sse: 'url',
  websocket: 'url',
};

const REMOTE_TARGETS = { http: streamableHttpServer, sse: sseServer, websocket: webSocketServer } as const;

/**
 * The target that the keys of an entry describe; undefined when an error was noted.
 *
 * @throws Fault `invalid_argument` for a value that no target can have.
 */
export function declaredTarget(reading: DeclaredEntry, cwd: string): ServerTarget | undefined {
  const kind = transportOf(reading);
  if (kind === undefined) return undefined;
  warnOfIdleKeys(reading, kind);
  return kind === 'stdio' ? stdioTarget(reading, cwd) : remoteTarget(reading, kind);
}

/** The target that a program gave as it is. */
export function givenTarget(reading: DeclaredEntry): ServerTarget | undefined {
  const target = reading.raw('target');
  for (const key of reading.keys()) {
    const isOfTarget = isEntryKey(key) && (key === 'type' || !isSetting(key));
    if (isOfTarget)
      reading.fail([key], 'must not stand beside `target`, which says how the server is reached');
  }
  if (isTarget(target)) return target;
  reading.fail(['target'], 'must be what stdioServer, streamableHttpServer, sseServer, … return');
  return undefined;
}

function isTarget(value: unknown): value is ServerTarget {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  return typeof value.kind === 'string' && TARGET_KINDS.includes(value.kind);
}

/** Whether a key is about the use of a server rather than about how it is reached. */
function isSetting(key: EntryKeyName): boolean {
  return appliesTo(key, 'stdio') && appliesTo(key, 'http');
}

function transportOf(reading: DeclaredEntry): TransportKind | undefined {
  if (reading.has('command') && reading.has('url')) {
    reading.fail(
      ['url'],
      '`command` and `url` exclude each other: is the server a program, or somewhere else?',
    );
    return undefined;
  }
  const kind = reading.has('type') ? namedTransport(reading) : impliedTransport(reading);
  if (kind === undefined) return undefined;
  const required = REQUIRED[kind];
  if (reading.has(required)) return kind;
  reading.fail([], `\`${required}\` is missing, without which ${kind} cannot be used`);
  return undefined;
}

function namedTransport(reading: DeclaredEntry): TransportKind | undefined {
  const type = reading.raw('type');
  const kind = typeof type === 'string' ? TRANSPORT_TYPES.get(type) : undefined;
  if (kind !== undefined) return kind;
  const known = [...TRANSPORT_TYPES.keys()].join(', ');
  reading.fail(
    ['type'],
    typeof type === 'string' ? `must be one of ${known}` : `must be text, not ${kindOf(type)}`,
  );
  return undefined;
}

function impliedTransport(reading: DeclaredEntry): TransportKind | undefined {
  if (reading.has('command')) return 'stdio';
  const url = reading.raw('url');
  if (typeof url === 'string' && /^wss?:/i.test(url)) return 'websocket';
  if (url !== undefined) return 'http';
  reading.fail([], '`command` or `url` is missing: there is nothing to start or to connect to');
  return undefined;
}

function stdioTarget(reading: DeclaredEntry, cwd: string): ServerTarget | undefined {
  const command = reading.text('command');
  const args = reading.texts('args') ?? [];
  const env = reading.textMap('env') ?? {};
  const folder = reading.text('cwd') ?? '';
  const inheritEnv = reading.flag('inheritEnv') ?? false;
  for (const name of Object.keys(env)) {
    if (!/^[^=\0]+$/.test(name)) reading.fail(['env', name], 'cannot be the name of a variable');
  }
  if (command === undefined || reading.failed) return undefined;
  return stdioServer({ command, args, env, inheritEnv, cwd: nodeBuiltin('node:path').resolve(cwd, folder) });
}

function remoteTarget(reading: DeclaredEntry, kind: 'http' | 'sse' | 'websocket'): ServerTarget | undefined {
  const url = reading.text('url');
  const headers = reading.textMap('headers') ?? {};
  if (url === undefined || reading.failed) return undefined;
  return REMOTE_TARGETS[kind]({ url, headers });
}

/** Keys that say nothing to the transport. */
function warnOfIdleKeys(reading: DeclaredEntry, kind: TransportKind): void {
  for (const key of reading.keys()) {
    if (isEntryKey(key) && !appliesTo(key, kind)) reading.warn([key], `has no effect with ${kind}`);
  }
}
