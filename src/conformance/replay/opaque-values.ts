import type { Message } from '../../protocol/index.js';
import { idKey, type Side } from './steps.js';

/** What kind of name a value is. Those of one kind and one maker are one name space. */
export type OpaqueKind = 'id' | 'token' | 'state' | 'cursor' | 'elicitation' | 'task' | 'event';

interface OpaqueRule {
  /** Of the JSON pointer into the message. */
  readonly at: RegExp;
  readonly kind: OpaqueKind;
  /** Who chose the value: a side, or the sender or receiver of the message. */
  readonly maker: Side | 'sender' | 'receiver';
  /** The value is given here for the first time; elsewhere it is referred to. */
  readonly defines?: true;
}

/** Values that somebody makes up and the other side only gives back: another run has others. */
const RULES: readonly OpaqueRule[] = [
  { at: /^\/params\/_meta\/progressToken$/, kind: 'token', maker: 'sender', defines: true },
  { at: /^\/params\/progressToken$/, kind: 'token', maker: 'receiver' },
  { at: /^\/params\/requestId$/, kind: 'id', maker: 'sender' },
  { at: /^\/\w+\/_meta\/io\.modelcontextprotocol~1subscriptionId$/, kind: 'id', maker: 'client' },
  { at: /^\/result\/requestState$/, kind: 'state', maker: 'server', defines: true },
  { at: /^\/params\/requestState$/, kind: 'state', maker: 'server' },
  { at: /^\/result\/nextCursor$/, kind: 'cursor', maker: 'server', defines: true },
  { at: /^\/params\/cursor$/, kind: 'cursor', maker: 'server' },
  { at: /\/elicitationId$/, kind: 'elicitation', maker: 'server' },
  { at: /^\/(params|result)(\/task)?\/taskId$/, kind: 'task', maker: 'server' },
];

/** An opaque value at one place of a message. */
export interface OpaquePlace {
  readonly kind: OpaqueKind;
  readonly maker: Side;
  readonly defines: boolean;
}

/** What stands at `pointer` of a message that `sender` sends; undefined for ordinary content. */
export function opaquePlace(pointer: string, sender: Side): OpaquePlace | undefined {
  const rule = RULES.find(({ at }) => at.test(pointer));
  return rule === undefined
    ? undefined
    : { ...rule, maker: sideOf(rule.maker, sender), defines: rule.defines ?? false };
}

/** The id in the envelope: a request names itself, a response the request that the other side made. */
export function envelopePlace(kind: Message['kind'], sender: Side): OpaquePlace {
  const isRequest = kind === 'request';
  return { kind: 'id', maker: sideOf(isRequest ? 'sender' : 'receiver', sender), defines: isRequest };
}

function sideOf(maker: OpaqueRule['maker'], sender: Side): Side {
  if (maker === 'sender') return sender;
  if (maker === 'receiver') return sender === 'client' ? 'server' : 'client';
  return maker;
}

/** That a recorded value of the peer is another one live. */
export interface Learned {
  readonly place: OpaquePlace;
  readonly recorded: unknown;
  readonly live: unknown;
}

/**
 * Which live value stands for which recorded one. Only for what the peer makes up: our own values are played as they were
 * recorded.
 */
export class OpaqueValues {
  readonly #us: Side;
  readonly #live = new Map<string, unknown>();
  /** The recorded value that a live one stands for. */
  readonly #recorded = new Map<string, unknown>();

  constructor(us: Side) {
    this.#us = us;
  }

  /** Whether the peer chooses the value. */
  isTheirs({ maker }: OpaquePlace): boolean {
    return maker !== this.#us;
  }

  has(place: OpaquePlace, recorded: unknown): boolean {
    return this.#live.has(keyOf(place, recorded));
  }

  /** What to say live for a recorded value. */
  live(place: OpaquePlace, recorded: unknown): unknown {
    const key = keyOf(place, recorded);
    return this.#live.has(key) ? this.#live.get(key) : recorded;
  }

  /** Gives back the recorded value for which `live` has been used already, where that is another one. */
  learn({ place, recorded, live }: Learned): unknown {
    const key = keyOf(place, live);
    const taken = this.#recorded.get(key);
    this.#live.set(keyOf(place, recorded), live);
    this.#recorded.set(key, recorded);
    return taken !== undefined && idKey(taken) !== idKey(recorded) ? taken : undefined;
  }
}

function keyOf({ kind, maker }: OpaquePlace, value: unknown): string {
  return `${maker} ${kind} ${idKey(value)}`;
}
