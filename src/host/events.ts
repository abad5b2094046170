import type { JsonObject } from '../protocol/index.js';
import { redactText } from '../protocol/index.js';
import type { ServerState } from './host-state.js';

/** What became of a call. `failed`: no answer came. */
export type CallOutcome = 'ok' | 'error' | 'denied' | 'failed';

interface CallMembers {
  /** Tells this call from every other one of the host. */
  readonly call: number;
  /** The name under which the tool is offered. */
  readonly tool: string;
  /** The server, and what it calls the tool; undefined for the tools of the host itself. */
  readonly server: string | undefined;
  readonly serverTool: string | undefined;
  /** As they were sent on. Redacted unless the host was told `redact: false`. */
  readonly arguments: Readonly<JsonObject>;
}

/** Something that happened in a host. */
export type HostEvent =
  | { readonly kind: 'state'; readonly server: string; readonly state: ServerState }
  /** The tools of a server are these now, under their registered names. */
  | { readonly kind: 'tools'; readonly server: string; readonly tools: readonly string[] }
  /** A server says that its list of resources or prompts changed. */
  | { readonly kind: 'list-changed'; readonly server: string; readonly list: 'resources' | 'prompts' }
  /** Something that is tolerated but worth telling. */
  | { readonly kind: 'warning'; readonly server: string | undefined; readonly message: string }
  /** A call goes out: it was allowed. */
  | (CallMembers & { readonly kind: 'call' })
  /** A call has ended; one that was denied has no `call` before it. */
  | (CallMembers & {
      readonly kind: 'result';
      readonly outcome: CallOutcome;
      /** What the tool gave. Redacted unless the host was told `redact: false`. */
      readonly result?: unknown;
      /** Why it was denied or failed. */
      readonly reason?: string;
      readonly tookMs: number;
    });

export type HostListener = (event: HostEvent) => void;

/** Longest text that a redacted event repeats; a result of many megabytes is not copied for a log. */
const MAX_EVENT_CHARS = 16_384;
/** What all texts and other values of one result come to, about; and the longest list and object. */
const MAX_EVENT_TOTAL_CHARS = 262_144;
const MAX_EVENT_ITEMS = 1_000;

/** Tells listeners what happens. None of them can do harm by throwing. */
export class HostEvents {
  readonly #listeners = new Map<symbol, HostListener>();
  readonly #isRedacted: boolean;

  constructor(isRedacted: boolean) {
    this.#isRedacted = isRedacted;
  }

  /** Whether anybody listens: what costs something is only made for somebody. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** The function that is given back takes the listener away. */
  add(listener: HostListener): () => void {
    // A listener that is there twice is told twice, and taken away once.
    const key = Symbol();
    this.#listeners.set(key, listener);
    return () => this.#listeners.delete(key);
  }

  emit(event: HostEvent): void {
    for (const listener of [...this.#listeners.values()]) {
      try {
        const told: unknown = listener(event);
        // An async listener that rejects must not become an unhandled rejection.
        if (told instanceof Promise) told.catch(() => {});
      } catch {
        // There is nobody left to tell.
      }
    }
  }

  /** Arguments or a result as an event carries them. */
  shown<T>(value: T): T {
    return this.#isRedacted ? redacted(value) : value;
  }
}

/** A copy without secrets, and without the bulk of long texts. */
function redacted<T>(value: T): T {
  if (value === undefined) return value;
  try {
    const text = JSON.stringify(value, shortening());
    return text === undefined ? value : (JSON.parse(redactText(text)) as T);
  } catch {
    return '[cannot be shown]' as T;
  }
}

/** What an event leaves out is said where it was. */
function shortening(): (key: string, value: unknown) => unknown {
  let left = MAX_EVENT_TOTAL_CHARS;
  return (key, value) => {
    if (typeof value === 'bigint') return String(value);
    left -= key.length + 8;
    if (typeof value === 'string') {
      const shown = Math.max(0, Math.min(value.length, MAX_EVENT_CHARS, left));
      left -= shown;
      return shown === value.length
        ? value
        : `${value.slice(0, shown)}… ${value.length - shown} more characters`;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (left <= 0) return '…';
    return Array.isArray(value) ? shortList(value) : shortObject(value);
  };
}

function shortList(list: readonly unknown[]): readonly unknown[] {
  const more = list.length - MAX_EVENT_ITEMS;
  return more > 0 ? [...list.slice(0, MAX_EVENT_ITEMS), `… ${more} more items`] : list;
}

function shortObject(value: object): object {
  const names = Object.keys(value);
  const more = names.length - MAX_EVENT_ITEMS;
  if (more <= 0) return value;
  const kept = names.slice(0, MAX_EVENT_ITEMS).map((name) => [name, (value as JsonObject)[name]]);
  return Object.fromEntries([...kept, ['…', `${more} more members`]]);
}
