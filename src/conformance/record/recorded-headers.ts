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
  'retry-after',
  'www-authenticate',
]);
const RECORDED_PREFIXES = ['mcp-', 'access-control-'];

type Recorded = Record<string, string | string[]>;

/**
 * The headers of a message that go into a trace, names in lower case. Host and origin are there where they are not the
 * recorder's own: a check against rebinding is about them.
 */
export function recordedHeaders(raw: RawHeaders, own: readonly string[]): Recorded {
  const recorded: Recorded = {};
  eachHeader(raw, (spelled, value) => {
    const name = spelled.toLowerCase();
    if (!isRecorded(name, value, own)) return;
    const before = recorded[name];
    recorded[name] = before === undefined ? value : [before, value].flat();
  });
  return recorded;
}

function isRecorded(name: string, value: string, own: readonly string[]): boolean {
  if (name === 'host') return !own.includes(value.toLowerCase());
  if (name === 'origin') return !isOwnOrigin(value, own);
  return RECORDED.has(name) || RECORDED_PREFIXES.some((prefix) => name.startsWith(prefix));
}
