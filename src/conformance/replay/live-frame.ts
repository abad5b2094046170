import type { BatchMessage, JsonValue, Message } from '../../protocol/index.js';
import { encodeBatch, encodeMessage } from '../../protocol/index.js';
import { pointerOf } from './ignored-fields.js';
import { envelopePlace, type OpaqueValues, opaquePlace } from './opaque-values.js';
import type { Side, Step } from './steps.js';

/**
 * The frame of one of our steps as it is played: as it was recorded, with the peer's live ids, tokens and states in the
 * place of the recorded ones. Where there are none to replace, the very same text or bytes.
 */
export function liveFrame({ frame, message, dir }: Step, opaque: OpaqueValues): Uint8Array | string {
  if (message === undefined) return frame;
  const replacer = new Replacer(dir, opaque);
  const live = message.kind === 'batch' ? replacer.batch(message) : replacer.message(message);
  if (!replacer.hasReplaced) return frame;
  return live.kind === 'batch' ? encodeBatch(live.members as Message[]) : encodeMessage(live);
}

class Replacer {
  hasReplaced = false;
  readonly #sender: Side;
  readonly #opaque: OpaqueValues;

  constructor(sender: Side, opaque: OpaqueValues) {
    this.#sender = sender;
    this.#opaque = opaque;
  }

  batch(batch: BatchMessage): BatchMessage {
    // What is no message in a batch has nothing in it that could be replaced; such a batch is played as it is.
    if (batch.members.some((member) => member.kind === 'fault')) return batch;
    return { kind: 'batch', members: batch.members.map((member) => this.message(member as Message)) };
  }

  message(message: Message): Message {
    const { kind, id, ...content } = message as unknown as { kind: Message['kind']; id?: unknown };
    const live = this.#value(content as JsonValue, []) as object;
    const place = envelopePlace(kind, this.#sender);
    return {
      kind,
      ...(id === undefined ? {} : { id: this.#replace(place, id) }),
      ...live,
    } as unknown as Message;
  }

  #value(value: unknown, path: readonly string[]): unknown {
    const place = opaquePlace(pointerOf(path), this.#sender);
    if (place !== undefined) return this.#replace(place, value);
    if (Array.isArray(value)) return value.map((item, index) => this.#value(item, [...path, String(index)]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, this.#value(item, [...path, name])]),
    );
  }

  #replace(place: Parameters<OpaqueValues['live']>[0], recorded: unknown): unknown {
    if (!this.#opaque.isTheirs(place)) return recorded;
    const live = this.#opaque.live(place, recorded);
    if (live !== recorded) this.hasReplaced = true;
    return live;
  }
}
