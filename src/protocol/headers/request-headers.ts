import { Fault } from '../fault.js';
import { isJsonObject } from '../json.js';
import type { NotificationMessage, RequestMessage } from '../jsonrpc/message.js';
import { META } from '../meta-keys.js';
import { methodRow } from '../methods.js';
import { encodeHeaderValue, isLegalHeader } from './header-value.js';

export const PROTOCOL_VERSION_HEADER = 'MCP-Protocol-Version';
export const METHOD_HEADER = 'Mcp-Method';
export const NAME_HEADER = 'Mcp-Name';

/**
 * The standard headers of a modern POST, mirrored from its body: `MCP-Protocol-Version`, `Mcp-Method` and, where the
 * method has a name or URI, `Mcp-Name`. What the body lacks is left out.
 *
 * @throws Fault `invalid_argument` for a method whose name cannot stand in a header: that header has no encoding.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#standard-request-headers
 */
export function requestHeaders(message: RequestMessage | NotificationMessage): Record<string, string> {
  const { method, params } = message;
  if (!isLegalHeader(method) || method.trim() !== method) {
    throw new Fault(
      'invalid_argument',
      `Method ${JSON.stringify(method)} cannot be named in an HTTP header.`,
    );
  }
  const headers: Record<string, string> = {};
  const meta = params?.['_meta'];
  const revision = isJsonObject(meta) ? meta[META.PROTOCOL_VERSION] : undefined;
  if (typeof revision === 'string') headers[PROTOCOL_VERSION_HEADER] = revision;
  headers[METHOD_HEADER] = method;
  const name = mirroredName(message);
  if (name !== undefined) headers[NAME_HEADER] = encodeHeaderValue(name);
  return headers;
}

/** The member of params that `Mcp-Name` mirrors; undefined for a method without that header. */
export function nameMember(method: string): 'name' | 'uri' | undefined {
  const row = methodRow(method);
  return row?.kind === 'request' ? row.nameHeader : undefined;
}

/** The value that `Mcp-Name` mirrors; undefined when the method has none, or the body lacks it. */
export function mirroredName({ method, params }: RequestMessage | NotificationMessage): string | undefined {
  const member = nameMember(method);
  const value = member === undefined ? undefined : params?.[member];
  return typeof value === 'string' ? value : undefined;
}
