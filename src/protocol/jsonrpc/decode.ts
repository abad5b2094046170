import type { Limits } from '../limits.js';
import { DEFAULT_LIMITS } from '../limits.js';
import type { Revision } from '../revision.js';
import type { DecodeFault, FrameShape } from './decode-fault.js';
import { decodeFault } from './decode-fault.js';
import type { EnvelopeRefusal } from './envelope.js';
import { readEnvelope } from './envelope.js';
import { restoreExactIntegers, restoreExactIntegersInBatch } from './exact-integers.js';
import { frameText } from './frame-text.js';
import { canBeDeeperThan, isDeeperThan } from './json-depth.js';
import type { Message } from './message.js';

export interface DecodeOptions {
  /** Batches are read only for `'2025-03-26'`, the one revision that has them. Default: no batches. */
  revision?: Revision;
  /** `jsonDepth` and `batchMembers` are looked at; sizes are the framer's. Default `DEFAULT_LIMITS`. */
  limits?: Limits;
}

/**
 * A JSON array of messages (2025-03-26 only). Each member is read on its own: a bad one does not spoil the
 * rest.
 */
export interface BatchMessage {
  kind: 'batch';
  members: (Message | DecodeFault)[];
}

/** The revision that has batches. 2025-03-26 basic#batching; removed by 2025-06-18 changelog */
const BATCH_REVISION: Revision = '2025-03-26';

const NO_OPTIONS: DecodeOptions = {};

/**
 * Reads one frame: a line, a WebSocket text frame, the data of a server-sent event, or an HTTP body. Never
 * throws: what is no message comes back as a `DecodeFault`. `params`, `result` and `error` are the objects
 * that `JSON.parse` made, with one change: ids, progress tokens and request references beyond ±(2^53 - 1) are
 * `bigint`. Other integers of that size are rounded as `JSON.parse` does it (`findUnsafeIntegers` tells). Of
 * a repeated member the last counts.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#messages
 */
export function decodeMessage(
  input: Uint8Array | string,
  options: DecodeOptions = NO_OPTIONS,
): Message | BatchMessage | DecodeFault {
  let text: string;
  try {
    text = frameText(input);
  } catch (cause) {
    return decodeFault('invalid_utf8', 'it is not valid UTF-8', { shape: 'unknown' }, { cause });
  }
  const limits = options.limits ?? DEFAULT_LIMITS;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return unparsable(text, cause, limits.jsonDepth);
  }
  if (Array.isArray(value)) return decodeBatch(value, text, options.revision, limits);
  restoreExactIntegers(value, text);
  return decodeValue(value, text, limits.jsonDepth);
}

/** The cause is not attached: its message quotes the frame, secrets included. */
function unparsable(text: string, cause: unknown, jsonDepth: number): DecodeFault {
  if (cause instanceof SyntaxError)
    return decodeFault('invalid_json', 'it is not JSON', { shape: 'unknown', text });
  // Engines whose JSON.parse recurses run out of stack.
  return tooDeep({ shape: 'unknown', text }, jsonDepth);
}

function decodeBatch(
  members: unknown[],
  text: string,
  revision: Revision | undefined,
  { batchMembers, jsonDepth }: Limits,
): BatchMessage | DecodeFault {
  const remains = { shape: 'unknown', text } as const;
  if (revision !== BATCH_REVISION) {
    return decodeFault('invalid_message', `it is a batch, which only ${BATCH_REVISION} has`, remains);
  }
  // https://www.jsonrpc.org/specification#batch: an empty array is an invalid request
  if (members.length === 0) return decodeFault('invalid_message', 'it is an empty batch', remains);
  if (members.length > batchMembers) {
    const reason = `it is a batch of ${members.length}, over the limit batchMembers (${batchMembers})`;
    return decodeFault('limit_exceeded', reason, remains, { limit: 'batchMembers' });
  }
  restoreExactIntegersInBatch(members, text);
  return { kind: 'batch', members: members.map((member) => decodeValue(member, text, jsonDepth)) };
}

function decodeValue(value: unknown, text: string, jsonDepth: number): Message | DecodeFault {
  const read = readEnvelope(value);
  if (canBeDeeperThan(text.length, jsonDepth) && isDeeperThan(value, jsonDepth)) {
    return tooDeep({ shape: shapeOf(read), id: 'id' in read ? read.id : undefined, text }, jsonDepth);
  }
  if (read.kind !== 'refusal') return read;
  return decodeFault('invalid_message', read.reason, { shape: read.shape, id: read.id, text });
}

function tooDeep(remains: Parameters<typeof decodeFault>[2], jsonDepth: number): DecodeFault {
  const reason = `it nests deeper than the limit jsonDepth (${jsonDepth})`;
  return decodeFault('limit_exceeded', reason, remains, { limit: 'jsonDepth' });
}

function shapeOf(read: Message | EnvelopeRefusal): FrameShape {
  if (read.kind === 'refusal') return read.shape;
  return read.kind === 'success' || read.kind === 'error' ? 'response' : read.kind;
}
