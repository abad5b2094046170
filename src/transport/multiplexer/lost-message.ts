import { canonicalId, type FrameShape, type RequestId } from '../../protocol/index.js';
import type { LostFrame } from '../frame-channel.js';

/** What can be said about a message whose frame was too long to be kept. */
export interface LostMessage {
  readonly shape: FrameShape;
  readonly id: RequestId | undefined;
}

const ID = String.raw`"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*")`;
const VERSION = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
/** The first members of an object: an id before anything long, then the member that tells what it is. */
const HEAD = new RegExp(
  String.raw`^\s*\{\s*(?:${VERSION}\s*,\s*)?(?:${ID}\s*,\s*)?(?:${VERSION}\s*,\s*)?"(method|params|result|error)"`,
);
/** An id as the last member, or the last but the version, of the object that ends here. */
const TAIL = new RegExp(String.raw`[,{]\s*${ID}\s*(?:,\s*${VERSION}\s*)?\}\s*$`);

/**
 * What a lost frame was, and its id, from its first and last bytes: so the one request it belongs to can be settled
 * by name. Writers put the id at the front or at the very end. In valid JSON neither pattern can match inside a
 * string or a nested object.
 */
export function lostMessage(lost: LostFrame | undefined): LostMessage {
  if (lost === undefined) return { shape: 'unknown', id: undefined };
  const decoder = new TextDecoder();
  const [, frontId, member] = HEAD.exec(decoder.decode(lost.head)) ?? [];
  const [, backId] = TAIL.exec(decoder.decode(lost.tail)) ?? [];
  return { shape: shapeOf(member), id: readId(frontId ?? backId) };
}

function shapeOf(member: string | undefined): FrameShape {
  if (member === 'result' || member === 'error') return 'response';
  return member === undefined ? 'unknown' : 'request';
}

function readId(text: string | undefined): RequestId | undefined {
  if (text === undefined) return undefined;
  if (!text.startsWith('"')) return canonicalId(BigInt(text));
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}
