import type { FaultOptions } from '../fault.js';
import { Fault } from '../fault.js';
import type { FaultCode } from '../fault-codes.js';
import type { Limits } from '../limits.js';
import { DEFAULT_LIMITS } from '../limits.js';
import type { Revision } from '../revision.js';
import type { EnvelopeRefusal } from './envelope.js';
import { readEnvelope } from './envelope.js';
import { restoreExactIntegers, restoreExactIntegersInBatch } from './exact-integers.js';
import { frameText } from './frame-text.js';
import { canBeDeeperThan, isDeeperThan } from './json-depth.js';
import type { Message } from './message.js';
import type { DecodeFault } from './wire-fault.js';
import { wireFault } from './wire-fault.js';

export interface DecodeOptions {
  /** Batches are read only for `'2025-03-26'`, the one revision that has them. Default: no batches. */
  revision?: Revision;
  /** `jsonDepth` and `batchMembers` are looked at; sizes are the framer's. Default `DEFAULT_LIMITS`. */
  limits?: Limits;
}

/** A JSON array of messages (2025-03-26 only). Each member is read on its own: a bad one does not spoil the rest. */
export interface BatchMessage {
  kind: 'batch';
  members: (Message | DecodeFault)[];
}

/** The revision that has batches. 2025-03-26 basic#batching; removed by 2025-06-18 changelog */
const BATCH_REVISION: Revision = '2025-03-26';

const NO_OPTIONS: DecodeOptions = {};

/**
 * Reads one frame: a line, a WebSocket text frame, the data of a server-sent event, or an HTTP body. Never throws:
 * what is no message comes back as a `DecodeFault`. `params`, `result` and `error` are what `JSON.parse` made, with
 * one exception: ids, progress tokens and request references beyond ±(2^53 - 1) are `bigint`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#messages
 */
export function decodeMessage(
  input: Uint8Array | string,
  options: DecodeOptions = NO_OPTIONS,
): Message | BatchMessage | DecodeFault {
  const { jsonDepth, batchMembers } = options.limits ?? DEFAULT_LIMITS;
  let text: string;
  try {
    text = frameText(input);
  } catch (cause) {
    return decodeFault('invalid_utf8', 'the frame is not valid UTF-8', { cause });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return decodeFault('invalid_json', 'the frame is not JSON');
  }
  const isTooDeep = canBeDeeperThan(text.length, jsonDepth) && isDeeperThan(value, jsonDepth);
  if (Array.isArray(value)) {
    if (isTooDeep) return depthFault(undefined, jsonDepth);
    return decodeBatch(value, text, options.revision, batchMembers);
  }
  restoreExactIntegers(value, text);
  return isTooDeep ? depthFault(value, jsonDepth) : messageOrFault(value);
}

function decodeBatch(
  members: unknown[],
  text: string,
  revision: Revision | undefined,
  limit: number,
): BatchMessage | DecodeFault {
  if (revision !== BATCH_REVISION) return decodeFault('invalid_message', 'batches exist only in 2025-03-26');
  if (members.length === 0) return decodeFault('invalid_message', 'a batch must not be empty');
  if (members.length > limit) {
    const reason = `a batch may have ${limit} members, this one has ${members.length}`;
    return decodeFault('limit_exceeded', reason, { limit: 'batchMembers' });
  }
  restoreExactIntegersInBatch(members, text);
  return { kind: 'batch', members: members.map(messageOrFault) };
}

function messageOrFault(value: unknown): Message | DecodeFault {
  const read = readEnvelope(value);
  return read.kind === 'refusal' ? decodeFault('invalid_message', read.reason, {}, read) : read;
}

function depthFault(value: unknown, jsonDepth: number): DecodeFault {
  const read = readEnvelope(value);
  const id = 'id' in read ? read.id : undefined;
  const shape = read.kind === 'refusal' ? read.shape : 'unknown';
  const origin: EnvelopeRefusal = { kind: 'refusal', reason: '', shape };
  if (id !== undefined) origin.id = id;
  return decodeFault(
    'limit_exceeded',
    `nesting is deeper than ${jsonDepth} levels`,
    { limit: 'jsonDepth' },
    origin,
  );
}

function decodeFault(
  code: FaultCode,
  reason: string,
  options?: FaultOptions,
  refusal?: EnvelopeRefusal,
): DecodeFault {
  const fault = new Fault(code, `A frame from the other side cannot be used: ${reason}.`, options);
  return {
    kind: 'fault',
    fault,
    response: wireFault(fault, reason, refusal?.id),
    shape: refusal?.shape ?? 'unknown',
  };
}
