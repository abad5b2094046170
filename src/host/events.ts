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

/** Tells listeners what happens. None of them can do harm by throwing. */
export class HostEvents {
  readonly #listeners = new Set<HostListener>();
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
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: HostEvent): void {
    for (const listener of [...this.#listeners]) {
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
    const text = JSON.stringify(value, shortened);
    return text === undefined ? value : (JSON.parse(redactText(text)) as T);
  } catch {
    return '[cannot be shown]' as T;
  }
}

function shortened(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'string' || value.length <= MAX_EVENT_CHARS) return value;
  return `${value.slice(0, MAX_EVENT_CHARS)}… ${value.length - MAX_EVENT_CHARS} more characters`;
}
