import type { HeaderFields } from './request-head.js';

/** What a page may read of an answer, beyond the few headers that are always readable. */
const EXPOSED = 'Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate';

/** What a page may send. `Mcp-Param-*` comes on top: only the preflight tells which. */
const ACCEPTED = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Last-Event-ID',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
];

const PARAM_HEADER = /^mcp-param-[!#$%&'*+.^_`|~0-9a-z-]+$/;
const MAX_AGE_S = '7200';
const NONE: readonly string[] = [];

/**
 * Headers for every answer to a page whose origin was let through; none without an Origin.
 *
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function corsHeaders(fields: HeaderFields): readonly string[] {
  const origin = fields['origin'];
  if (origin === undefined) return NONE;
  return ['Access-Control-Allow-Origin', origin, 'Vary', 'Origin', 'Access-Control-Expose-Headers', EXPOSED];
}

/** Headers for the answer to OPTIONS, on top of `corsHeaders`. */
export function preflightHeaders(fields: HeaderFields, methods: string): readonly string[] {
  if (fields['origin'] === undefined) return ['Allow', methods];
  return [
    'Access-Control-Allow-Methods',
    methods,
    'Access-Control-Allow-Headers',
    [...ACCEPTED, ...paramHeaders(fields['access-control-request-headers'])].join(', '),
    'Access-Control-Max-Age',
    MAX_AGE_S,
  ];
}

function paramHeaders(requested: string | undefined): string[] {
  if (requested === undefined) return [];
  return requested
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => PARAM_HEADER.test(name));
}
