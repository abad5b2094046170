import type { BatchMessage, DecodeFault, Finding, Message, Revision } from '../../protocol/index.js';
import { decodeMessage, isRevision, lintMessage } from '../../protocol/index.js';
import type { Clock } from '../../transport/index.js';
import type { ProcessFacts, Traffic } from './traffic.js';
import type { CheckTransport, RecordHttp, WireRecord } from './wire-record.js';

/** What a session or an HTTP call knows of a frame. */
export interface FrameFacts {
  readonly direction: 'sent' | 'received';
  readonly session: string;
  readonly revision: Revision;
  readonly isNegotiated: boolean;
  /** Absent for an HTTP message without a frame. */
  readonly frame?: string | Uint8Array;
  /** Shown when there is no frame: the start of a body that is no frame. */
  readonly text?: string;
  /** Of the body, where there is no frame. */
  readonly bytes?: number;
  readonly http?: RecordHttp;
  /** Method of the request that a response with this id answers. */
  readonly methodOf?: (message: Message) => string | undefined;
  readonly check?: string | undefined;
}

/** How much of a frame a record shows. */
export const EXCERPT_BYTES = 4096;
/** What the records of a run may hold in all, by the length of their frames. */
const MAX_KEPT_BYTES = 96 * 1024 * 1024;
const MAX_KEPT_RECORDS = 100_000;
/** One broken list can have thousands. */
const MAX_FINDINGS = 25;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Everything that goes over the wires of a run: decoded and held against its revision when it comes, then kept. */
export class WireLog {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #records: WireRecord[] = [];
  readonly #dropped = new Map<Revision, number>();
  readonly #processes: (ProcessFacts & { readonly revision: Revision })[] = [];
  #sequence = 0;
  #keptBytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  get sequence(): number {
    return this.#sequence;
  }

  add(facts: FrameFacts): WireRecord {
    const record = makeRecord(facts, ++this.#sequence, this.#clock.now() - this.#startedAt);
    const fits = this.#keptBytes + record.bytes <= MAX_KEPT_BYTES && this.#records.length < MAX_KEPT_RECORDS;
    if (fits) {
      this.#keptBytes += record.bytes;
      this.#records.push(record);
    } else {
      this.#dropped.set(record.revision, (this.#dropped.get(record.revision) ?? 0) + 1);
    }
    return record;
  }

  processEnded(facts: ProcessFacts & { readonly revision: Revision }): void {
    this.#processes.push(facts);
  }

  /** What was said in a revision. */
  traffic(revision: Revision, transport: CheckTransport): Traffic {
    return {
      revision,
      transport,
      records: this.#records.filter((record) => record.revision === revision),
      dropped: this.#dropped.get(revision) ?? 0,
      processes: this.#processes.filter((facts) => facts.revision === revision),
      isRecording: false,
    };
  }

  /** What a check caused, from a point in the sequence on. */
  ofCheck(check: string, since: number): readonly WireRecord[] {
    const found: WireRecord[] = [];
    for (let index = this.#records.length - 1; index >= 0; index--) {
      const record = this.#records[index];
      if (record === undefined || record.sequence <= since) break;
      if (record.check === check) found.push(record);
    }
    return found.reverse();
  }
}

/** Decodes a frame and, when it was received, holds it against its revision. */
export function makeRecord(facts: FrameFacts, sequence: number, atMs: number): WireRecord {
  const { frame, http, check } = facts;
  const messages = frame === undefined ? [] : membersOf(decodeMessage(frame, { revision: facts.revision }));
  const answered = messages.map((message) => answers(message, facts));
  const findings = facts.direction === 'sent' ? [] : lint(messages, answered, facts);
  return {
    sequence,
    atMs,
    direction: facts.direction,
    session: facts.session,
    revision: facts.revision,
    isNegotiated: facts.isNegotiated,
    text: frame === undefined ? (facts.text ?? '') : excerpt(frame),
    bytes: frame === undefined ? (facts.bytes ?? 0) : byteLength(frame),
    messages,
    findings,
    answers: answered.find((method) => method !== undefined),
    ...(http === undefined ? {} : { http }),
    ...(check === undefined ? {} : { check }),
  };
}

function membersOf(decoded: Message | BatchMessage | DecodeFault): readonly (Message | DecodeFault)[] {
  return decoded.kind === 'batch' ? decoded.members : [decoded];
}

function answers(message: Message | DecodeFault, { methodOf }: FrameFacts): string | undefined {
  const isResponse = message.kind === 'success' || message.kind === 'error';
  return isResponse ? methodOf?.(message) : undefined;
}

function lint(
  messages: readonly (Message | DecodeFault)[],
  answered: readonly (string | undefined)[],
  { revision }: FrameFacts,
): readonly Finding[] {
  const findings = messages.flatMap((message, index) => {
    if (message.kind === 'fault') return [];
    const method = answered[index];
    return lintMessage(message, revisionOf(message, method, revision), 'server', method);
  });
  return findings.slice(0, MAX_FINDINGS);
}

/** An InitializeResult says itself which revision it is written in. */
function revisionOf(message: Message, method: string | undefined, revision: Revision): Revision {
  if (message.kind !== 'success' || method !== 'initialize') return revision;
  const said = message.result['protocolVersion'];
  return isRevision(said) ? said : revision;
}

function excerpt(frame: string | Uint8Array): string {
  if (typeof frame === 'string') return frame.slice(0, EXCERPT_BYTES);
  return decoder.decode(frame.subarray(0, EXCERPT_BYTES));
}

export function byteLength(frame: string | Uint8Array): number {
  return typeof frame === 'string' ? encoder.encode(frame).length : frame.length;
}
