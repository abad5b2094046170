import type { JsonObject } from '../../protocol/index.js';
import { Fault, isJsonObject } from '../../protocol/index.js';

/**
 * The result object for what reading a resource returned. A result is passed on as it is; contents without a URI are
 * those of the resource itself.
 *
 * @throws Fault `handler_failed` for what is no contents.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-contents
 */
export function readResult(value: unknown, uri: string, mimeType: string | undefined): JsonObject {
  const own: JsonObject = mimeType === undefined ? { uri } : { uri, mimeType };
  if (typeof value === 'string') return { contents: [{ ...own, text: value }] };
  if (value instanceof Uint8Array) return { contents: [{ ...own, blob: toBase64(value) }] };
  if (Array.isArray(value)) return { contents: value.map((contents) => withDefaults(contents, own)) };
  if (!isJsonObject(value)) throw unusable(uri, `a ${typeof value}`);
  if (Array.isArray(value['contents'])) return value;
  return { contents: [withDefaults(value, own)] };
}

function withDefaults(contents: unknown, own: JsonObject): JsonObject {
  const isContents =
    isJsonObject(contents) && (typeof contents['text'] === 'string' || typeof contents['blob'] === 'string');
  if (!isContents) throw unusable(String(own['uri']), 'contents with neither `text` nor `blob`');
  return contents['uri'] === undefined ? { ...own, ...contents } : contents;
}

/** In pieces, because a call takes only so many arguments. */
function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += 0x8000) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + 0x8000)));
  }
  return btoa(pieces.join(''));
}

function unusable(uri: string, what: string): Fault {
  return new Fault(
    'handler_failed',
    `Reading ${JSON.stringify(uri)} returned ${what}. Return text, bytes, contents, or nothing when it does not exist.`,
  );
}
