// What passive checks read from everything that went over the wire.
import type { JsonObject, Message, RequestId } from '../../protocol/index.js';
import { isJsonObject, META } from '../../protocol/index.js';
import { type Judgement, skip } from '../check.js';
import type { Traffic } from '../wire/traffic.js';
import type { WireRecord } from '../wire/wire-record.js';

/** A message with the record it stood in. */
export interface Seen<M extends Message = Message> {
  readonly message: M;
  readonly record: WireRecord;
}

type Kind = Message['kind'];
type OfKind<K extends Kind> = Extract<Message, { kind: K }>;

/** All messages of a kind that went one way, in order. */
export function messagesOf<K extends Kind>(
  traffic: Traffic,
  direction: WireRecord['direction'],
  kind: K,
): Seen<OfKind<K>>[] {
  const seen: Seen<OfKind<K>>[] = [];
  for (const record of traffic.records) {
    if (record.direction !== direction) continue;
    for (const message of record.messages) {
      if (message.kind === kind) seen.push({ message: message as OfKind<K>, record });
    }
  }
  return seen;
}

/** Names of the client capabilities that were declared by initialize, per session that has sent one. */
export function sentCapabilities(traffic: Traffic): ReadonlyMap<string, ReadonlySet<string>> {
  const declared = new Map<string, Set<string>>();
  for (const { message, record } of messagesOf(traffic, 'sent', 'request')) {
    if (message.method !== 'initialize') continue;
    const names = declared.get(record.session) ?? new Set();
    const { capabilities } = message.params ?? {};
    if (isJsonObject(capabilities)) for (const name of Object.keys(capabilities)) names.add(name);
    declared.set(record.session, names);
  }
  return declared;
}

export const metaOf = (params: JsonObject | undefined): JsonObject => {
  const meta = params?.['_meta'];
  return isJsonObject(meta) ? meta : {};
};

/** The names of the capabilities in the envelope of a modern request. */
export function envelopeCapabilities(params: JsonObject | undefined): readonly string[] {
  const capabilities = metaOf(params)[META.CLIENT_CAPABILITIES];
  return isJsonObject(capabilities) ? Object.keys(capabilities) : [];
}

type Request = Seen<OfKind<'request'>>;

/** The request that a response answers: the last one with its id in its session before it. */
export class SentRequests {
  readonly #byKey = new Map<string, Request[]>();
  readonly #ids = new Set<string>();

  constructor(traffic: Traffic) {
    for (const request of messagesOf(traffic, 'sent', 'request')) {
      const { id } = request.message;
      this.#ids.add(`${typeof id}:${id}`);
      const key = keyOf(id, request.record.session);
      const same = this.#byKey.get(key);
      if (same === undefined) this.#byKey.set(key, [request]);
      else same.push(request);
    }
  }

  /** Whether any session has sent it: a resumed stream brings the answers of the session that it belongs to. */
  hasAnywhere(id: RequestId): boolean {
    return this.#ids.has(`${typeof id}:${id}`);
  }

  for(id: RequestId, { session, sequence }: WireRecord): Request | undefined {
    return this.#byKey.get(keyOf(id, session))?.findLast(({ record }) => record.sequence < sequence);
  }
}

const keyOf = (id: RequestId, session: string): string => `${session} ${typeof id} ${id}`;

/** What a check found that is no finding when the request behind it may be in a part of the recording that is missing. */
export function unlessMissing(traffic: Traffic, judgement: Judgement): Judgement {
  if (traffic.hasGaps !== true || judgement.kind === 'pass') return judgement;
  return skip('could-not-test', 'the recording does not hold everything that the client said');
}

/** Evidence: the record, and the one that it answers. */
export function exchangeOf(
  record: WireRecord,
  request: Seen | undefined,
): { readonly records: WireRecord[] } {
  return { records: request === undefined ? [record] : [request.record, record] };
}
