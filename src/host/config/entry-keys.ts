/** One key of a server's entry, for the readers and for docs/config.md. */
interface EntryKey {
  /** The transports that it says something to; undefined for all. */
  readonly transports: readonly TransportKind[] | undefined;
  /** What may stand there. */
  readonly value: string;
  readonly fallback: string;
  readonly meaning: string;
}

export type TransportKind = 'stdio' | 'http' | 'sse' | 'websocket';

const REMOTE: readonly TransportKind[] = ['http', 'sse', 'websocket'];
const STDIO: readonly TransportKind[] = ['stdio'];

/** Spellings of `type`. */
export const TRANSPORT_TYPES: ReadonlyMap<string, TransportKind> = new Map([
  ['stdio', 'stdio'],
  ['http', 'http'],
  ['streamable-http', 'http'],
  ['streamable_http', 'http'],
  ['streamableHttp', 'http'],
  ['sse', 'sse'],
  ['ws', 'websocket'],
  ['websocket', 'websocket'],
]);

/** Every key of an entry. docs/config.md is held against this table by a test. */
export const ENTRY_KEYS = {
  type: {
    transports: undefined,
    value: [...TRANSPORT_TYPES.keys()].map((type) => `\`${type}\``).join(', '),
    fallback: 'from the other keys',
    meaning:
      'How the server is reached. Without it `command` means stdio, a `ws:` or `wss:` URL WebSocket, any other `url` ' +
      'streamable HTTP; the old HTTP+SSE has to be named.',
  },
  command: {
    transports: STDIO,
    value: 'text',
    fallback: 'required',
    meaning: 'Program to run: a path, or a name looked up on `PATH`. No shell is involved. Expanded.',
  },
  args: { transports: STDIO, value: 'list of texts', fallback: 'none', meaning: 'Its arguments. Expanded.' },
  env: {
    transports: STDIO,
    value: 'object of texts',
    fallback: 'none',
    meaning: 'Variables laid over the safe ones that every server gets (`PATH`, `HOME`, …). Expanded.',
  },
  inheritEnv: {
    transports: STDIO,
    value: 'true or false',
    fallback: '`false`',
    meaning: 'Passes on the whole environment of this process instead of the safe variables.',
  },
  cwd: {
    transports: STDIO,
    value: 'text',
    fallback: 'the folder that is worked in',
    meaning:
      'Working folder of the process. A relative one counts from the folder that is worked in. Expanded.',
  },
  url: {
    transports: REMOTE,
    value: 'text',
    fallback: 'required',
    meaning: 'Where the server is: `http:` or `https:`, for WebSocket `ws:` or `wss:`. Expanded.',
  },
  headers: {
    transports: REMOTE,
    value: 'object of texts',
    fallback: 'none',
    meaning: 'HTTP headers sent with every request. Expanded.',
  },
  timeout: {
    transports: undefined,
    value: 'seconds, or `{"startup": seconds, "request": seconds}`',
    fallback: '60 and none',
    meaning: 'A number, or `startup`, bounds connecting and the handshake; `request` bounds each request.',
  },
  trust: {
    transports: undefined,
    value: 'true or false',
    fallback: '`false`',
    meaning:
      'You vouch for the server: its tools run without a question unless it calls them destructive. No effect in the ' +
      'file of a project, which cannot vouch for itself.',
  },
  resources: {
    transports: undefined,
    value: 'true',
    fallback: '`true`',
    meaning: 'Anything but `true` hides the server from the resource tools.',
  },
  skills: {
    transports: undefined,
    value: 'true',
    fallback: '`false`',
    meaning: 'Only `true` asks for Agent Skills. Recognised, and without effect yet.',
  },
  enabled: {
    transports: undefined,
    value: 'true or false',
    fallback: '`true`',
    meaning: 'A server that is switched off is listed and never started.',
  },
  disabled: {
    transports: undefined,
    value: 'true or false',
    fallback: '`false`',
    meaning: 'What other programs write for `"enabled": false`. Either one switches the server off.',
  },
  enabledTools: {
    transports: undefined,
    value: 'list of texts',
    fallback: 'all',
    meaning: 'Tools to offer, by the names that the server gives them.',
  },
  disabledTools: {
    transports: undefined,
    value: 'list of texts',
    fallback: 'none',
    meaning: 'Tools to leave out, by the names that the server gives them. Wins over `enabledTools`.',
  },
} as const satisfies { readonly [key: string]: EntryKey };

export type EntryKeyName = keyof typeof ENTRY_KEYS;

export function isEntryKey(key: string): key is EntryKeyName {
  return Object.hasOwn(ENTRY_KEYS, key);
}

/** Whether a key says something to a transport. */
export function appliesTo(key: EntryKeyName, transport: TransportKind): boolean {
  const { transports }: EntryKey = ENTRY_KEYS[key];
  return transports === undefined || transports.includes(transport);
}
