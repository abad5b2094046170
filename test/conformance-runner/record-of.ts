import { makeRecord } from '../../src/conformance/wire/wire-log.js';
import type { WireRecord } from '../../src/conformance/wire/wire-record.js';
import type { Revision } from '../../src/protocol/index.js';

let sequence = 0;

/** The record of a frame, as if it had just gone over a wire. */
export function recordOf(
  frame: string | Uint8Array,
  direction: 'sent' | 'received' = 'received',
  revision: Revision = '2025-11-25',
  answers?: string,
): WireRecord {
  sequence += 1;
  const facts = { direction, session: 'test', revision, isNegotiated: true, frame, methodOf: () => answers };
  return makeRecord(facts, sequence, 0);
}
