import type { JsonObject } from '../../protocol/index.js';
import { Fault } from '../../protocol/index.js';
import type { CallContext } from '../context/call-context.js';

/** May this tool run with these arguments? */
export interface Question {
  /** Tells it from every other question. */
  readonly id: string;
  /** What the agent CLI calls the tool: `Write`, `Bash`, `mcp__engine__deploy`. */
  readonly tool: string;
  /** As the model wrote them, deeply frozen. Text of a model: not to be trusted on a terminal or in a page. */
  readonly arguments: Readonly<JsonObject>;
  /** The caller's name for this use of the tool, where it gives one. */
  readonly toolUseId: string | undefined;
  /** Milliseconds since 1970. */
  readonly askedAtMs: number;
  /** When it is denied because nobody answered; undefined for never. */
  readonly expiresAtMs: number | undefined;
  /** Aborted when an answer is of no use any more: the caller is gone, time is up, the run was stopped. */
  readonly signal: AbortSignal;
  /** The request that carries the question, for askers that ask the calling client; undefined when there is none. */
  readonly call: CallContext | undefined;
}

interface Signed {
  /** Who answered, for the record. */
  readonly actor?: string | undefined;
  /** Why. With `reject` it is what the model reads. It is broadcast unredacted. */
  readonly note?: string | undefined;
}

/**
 * An answer. Only `approve`, `value` and `modify` let the tool run; whatever is none of these denies.
 * `value` is what an asker gives that also asks for other things: it approves, and its value is not looked at.
 */
export type Decision =
  | (Signed & { readonly kind: 'approve' })
  | (Signed & { readonly kind: 'value'; readonly value?: unknown })
  /** Approves with other arguments. The model is not told that they were changed. */
  | (Signed & { readonly kind: 'modify'; readonly value: Readonly<JsonObject> })
  | (Signed & { readonly kind: 'reject' })
  /** Nobody answered in time: denied, and not a refusal. */
  | (Signed & { readonly kind: 'expired' });

type Awaitable<T> = T | Promise<T>;

/** Asks a person, or a policy. It may take as long as it likes: who needs a deadline sets one where it is asked for. */
export interface Asker {
  /** What it throws denies. `question.signal` tells when it may stop. */
  ask(question: Question): Awaitable<Decision>;
}

/** An asker that is one function. */
export type AskFunction = (question: Question) => Awaitable<Decision>;

/** @throws Fault `invalid_argument` for what cannot be asked. */
export function askerOf(source: Asker | AskFunction): Asker {
  if (typeof source === 'function') return { ask: source };
  if (typeof source?.ask === 'function') return source;
  throw new Fault('invalid_argument', '`asker` must be a function, or an object with a method `ask`.');
}
