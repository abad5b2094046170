import { eachHeader, isOwnOrigin, type RawHeaders } from './passing-headers.js';

/** Those that matter to MCP or to what HTTP makes of its messages. Everything else may say too much, and changes. */
const RECORDED = new Set([
  'accept',
  'allow',
  'authorization',
  'content-encoding',
  'content-type',
  'last-event-id',
  'location',
  'origin',
  'retry-after',
  'www-authenticate',
]);
const RECORDED_PREFIXES = ['mcp-', 'access-control-'];

/** How clients call whoever listens. */
export interface OwnNames {
  /** Host and port, in lower case, in every spelling. */
  readonly authorities: readonly string[];
  /** What is written for an origin that is one of them: that of the server. */
  readonly origin?: string | undefined;
}

export const NO_NAMES: OwnNames = { authorities: [] };

type Recorded = Record<string, string | string[]>;

/**
 * The headers of a message that go into a trace, names in lower case. A host is there where it is not the recorder's own: a
 * check against rebinding is about it.
 */
export function recordedHeaders(raw: RawHeaders, own: OwnNames): Recorded {
  const recorded: Recorded = {};
  eachHeader(raw, (spelled, given) => {
    const name = spelled.toLowerCase();
    if (!isRecorded(name, given, own)) return;
    const isOwn = name === 'origin' && isOwnOrigin(given, own.authorities);
    const value = isOwn && own.origin !== undefined ? own.origin : given;
    const before = recorded[name];
    recorded[name] = before === undefined ? value : [before, value].flat();
  });
  return recorded;
}

function isRecorded(name: string, value: string, own: OwnNames): boolean {
  if (name === 'host') return !own.authorities.includes(value.toLowerCase());
  return RECORDED.has(name) || RECORDED_PREFIXES.some((prefix) => name.startsWith(prefix));
}
