// Servers that do not hold headers and body of a modern request against each other, and other faults of modern HTTP.
import { empty, eventStream, json } from '../base/http-types.js';
import { isObject } from '../base/json.js';
import {
  assuming,
  type Deviation,
  metaOf,
  methodOf,
  paramsOf,
  parsed,
  replyInstead,
  replying,
} from '../deviations.js';
import type { MutantRow, MutantRows } from '../row.js';

const versionOf = (message: unknown): unknown => metaOf(message)['io.modelcontextprotocol/protocolVersion'];
const nameOf = (message: unknown): unknown => paramsOf(message)['name'] ?? paramsOf(message)['uri'];
const encoded = (name: unknown): string => `=?base64?${Buffer.from(String(name)).toString('base64')}?=`;
const isEncoded = (value: string | undefined): boolean => value?.startsWith('=?base64?') === true;

const trustingVersion = assuming((message) => ({ 'mcp-protocol-version': versionOf(message) }));
const trustingMethod = assuming((message) => ({ 'mcp-method': methodOf(message) }));
const trustingName = assuming((message) => ({ 'mcp-name': encoded(nameOf(message)) }));

/** Takes a header for right when this says so. */
const trustingNameWhen = (when: (value: string | undefined, message: unknown) => boolean): Deviation =>
  assuming((message, headers) =>
    when(headers['mcp-name'], message) ? { 'mcp-name': encoded(nameOf(message)) } : {},
  );

const trustingParam = (when: (value: string | undefined) => boolean): Deviation =>
  assuming((message, headers) => {
    const args = paramsOf(message)['arguments'];
    const region = isObject(args) ? args['region'] : undefined;
    return when(headers['mcp-param-region']) && region !== undefined
      ? { 'mcp-param-region': String(region) }
      : {};
  });

const MISMATCH =
  'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: 69\r\n\r\n{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"mismatch"}}';

const HEADER_ROWS: MutantRows = [
  { check: 'hdr-version-missing', deviation: trustingVersion },
  { check: 'hdr-version-mismatch', deviation: trustingVersion },
  { check: 'hdr-method-missing', deviation: trustingMethod },
  { check: 'hdr-method-mismatch', deviation: trustingMethod },
  {
    check: 'hdr-method-case',
    deviation: assuming((message, headers) =>
      headers['mcp-method']?.toLowerCase() === methodOf(message) ? { 'mcp-method': methodOf(message) } : {},
    ),
  },
  { check: 'hdr-name-missing', deviation: trustingNameWhen((value) => value === undefined) },
  { check: 'hdr-name-mismatch', deviation: trustingName },
  {
    check: 'hdr-name-mismatch-uri',
    deviation: trustingNameWhen((_value, message) => methodOf(message) === 'resources/read'),
  },
  { check: 'hdr-name-bad-base64', deviation: trustingNameWhen(isEncoded) },
  {
    check: 'hdr-name-base64',
    deviation: assuming((_message, headers) =>
      isEncoded(headers['mcp-name']) ? { 'mcp-name': 'undecoded' } : {},
    ),
  },
  {
    check: 'hdr-name-ows',
    deviation: { front: (head) => (/^mcp-name: {2,}/im.test(head) ? MISMATCH : undefined) },
  },
  {
    check: 'hdr-name-case',
    deviation: { front: (head) => (/^MCP-NAME:/m.test(head) ? MISMATCH : undefined) },
  },
  { check: 'hdr-param-missing', deviation: trustingParam((value) => value === undefined) },
  { check: 'hdr-param-mismatch', deviation: trustingParam((value) => value === 'another') },
  { check: 'hdr-param-bad-base64', deviation: trustingParam(isEncoded) },
  {
    check: 'hdr-unknown-ignored',
    deviation: replyInstead(({ headers }) => headers['last-event-id'] !== undefined, empty(400)),
  },
  {
    check: 'hdr-session-not-echoed',
    deviation: replying((reply, { headers }) => {
      const id = headers['mcp-session-id'];
      return id === undefined ? reply : { ...reply, headers: { ...reply.headers, 'mcp-session-id': id } };
    }),
  },
  {
    check: 'http-no-session-minted',
    deviation: replying((reply, call) =>
      methodOf(parsed(call)) === 'server/discover'
        ? { ...reply, headers: { ...reply.headers, 'mcp-session-id': 'abc' } }
        : reply,
    ),
  },
];

/** The status of every error is 200. */
const always200 = replying((reply) => (reply.status === 404 ? { ...reply, status: 200 } : reply));

const GONE = ['unknown', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'];

const sendingRequest: Deviation = replying((reply, call) => {
  if (methodOf(parsed(call)) !== 'tools/list' || reply.body === undefined) return reply;
  return eventStream(async (send) => {
    send('{"jsonrpc":"2.0","id":"s1","method":"roots/list"}');
    send(reply.body ?? '');
  });
});

export const HEADER_AND_MODERN_ROWS: MutantRows = [
  ...HEADER_ROWS,
  ...GONE.map((id): MutantRow => ({ check: `method-404-${id}`, deviation: always200, reason: /HTTP 200/ })),
  {
    check: 'method-404-ping',
    over: 'stdio',
    deviation: {
      respond: (next) => async (message, peer, notify) =>
        methodOf(message) === 'ping' && isObject(message)
          ? {
              message: { jsonrpc: '2.0', id: message['id'], result: { resultType: 'complete' } },
              status: 200,
            }
          : next(message, peer, notify),
    },
  },
  {
    check: 'http-get-405',
    variant: 'modern',
    deviation: replyInstead(({ method }) => method === 'GET', empty(404)),
  },
  {
    check: 'http-delete-405',
    variant: 'modern',
    deviation: replyInstead(({ method }) => method === 'DELETE', empty(200)),
  },
  {
    check: 'http-notification',
    deviation: replyInstead(
      (_call, message) => methodOf(message) === 'notifications/cancelled',
      json(200, { jsonrpc: '2.0', result: {} }),
    ),
  },
  { check: 'http-no-server-requests', deviation: sendingRequest },
];
