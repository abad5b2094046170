import { Fault } from '../fault.js';
import type { JsonObject } from '../json.js';
import { isJsonObject } from '../json.js';
import { encodeHeaderValue } from './header-value.js';
import type { MirroredParamRow } from './mirrored-params.js';

/** What is needed of a row here: rows of other makers may know no type. */
export type MirroredPlace = Pick<MirroredParamRow, 'header' | 'path'>;

/** The name of the header that mirrors a parameter. */
export function paramHeaderName(header: string): string {
  return `Mcp-Param-${header}`;
}

/**
 * The `Mcp-Param-*` headers of a tool call. An argument that is absent, null, or no string, number or boolean has none
 * (the last is for the server's validation to refuse).
 *
 * @throws Fault `invalid_argument` for an integer beyond ±(2^53 - 1).
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#client-behavior
 */
export function paramHeaders(
  params: readonly MirroredPlace[],
  args: JsonObject | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { header, path } of params) {
    const text = headerText(valueAt(args, path), path);
    if (text !== undefined) headers[paramHeaderName(header)] = text;
  }
  return headers;
}

/**
 * The argument at exactly this property path, undefined when any step is missing.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#schema-extension
 */
export function valueAt(args: JsonObject | undefined, path: readonly string[]): unknown {
  let value: unknown = args;
  for (const name of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function headerText(value: unknown, path: readonly string[]): string | undefined {
  if (typeof value === 'string') return encodeHeaderValue(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  // Integer values MUST be within the safe range. 2026-07-28 basic/transports/streamable-http#schema-extension
  const isUnsafe =
    typeof value === 'bigint' || Number.isInteger(value) ? !Number.isSafeInteger(Number(value)) : false;
  if (isUnsafe) {
    const message = `Argument '${path.join('.')}' is mirrored into an HTTP header and must be within ±(2^53 - 1).`;
    throw new Fault('invalid_argument', message);
  }
  return String(value);
}
