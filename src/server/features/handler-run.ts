import type { JsonObject } from '../../protocol/index.js';
import { isPromise } from '../../transport/index.js';
import type { CallContext } from '../context/call-context.js';
import { HandlerContext } from '../context/handler-context.js';
import { LegacyQuestions } from '../context/legacy-questions.js';
import { RoundTrip } from '../context/round-trip.js';
import type { Exchange } from '../dispatch/exchange.js';
import type { ServerCore } from '../server-core.js';

/** What a handler came to: its own value, or the questions that have to be answered first. */
export type HandlerOutcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'input_required'; readonly result: JsonObject };

type Handler<Value> = (context: CallContext) => Value | Promise<Value>;

/**
 * Runs the code of an application with a context. What it throws is thrown on, unless it asked something: a handler
 * may swallow the rejection of a question, and whatever it returns or throws then is not the answer.
 *
 * There is a promise only where there is something to wait for: a handler that answers at once costs a third less.
 */
export function runHandler<Value>(
  core: ServerCore,
  exchange: Exchange,
  handler: Handler<Value>,
): HandlerOutcome<Value> | Promise<HandlerOutcome<Value>> {
  const trip = exchange.era === 'modern' ? new RoundTrip(exchange, core.seal) : undefined;
  const restoring = trip?.restore();
  if (restoring !== undefined) return restoring.then(() => runIn(core, exchange, trip, handler));
  return runIn(core, exchange, trip, handler);
}

function runIn<Value>(
  core: ServerCore,
  exchange: Exchange,
  trip: RoundTrip | undefined,
  handler: Handler<Value>,
): HandlerOutcome<Value> | Promise<HandlerOutcome<Value>> {
  const context = new HandlerContext(core, exchange, trip ?? new LegacyQuestions(exchange));
  let value: Value | Promise<Value>;
  try {
    value = handler(context);
  } catch (error) {
    value = Promise.reject(error);
  }
  if (isPromise(value) || trip?.hasAsked === true) return settled(core, exchange, trip, context, value);
  context.end();
  return { kind: 'done', value };
}

async function settled<Value>(
  core: ServerCore,
  exchange: Exchange,
  trip: RoundTrip | undefined,
  context: HandlerContext,
  answer: Value | Promise<Value>,
): Promise<HandlerOutcome<Value>> {
  context.keepAlive();
  let value: Value;
  try {
    value = await answer;
  } catch (error) {
    const isRefusal = trip?.refusal !== undefined && error === trip.refusal;
    const questions = isRefusal ? undefined : await trip?.pending();
    if (questions === undefined) throw error;
    return inputRequired(core, exchange, questions);
  } finally {
    context.end();
  }
  // Most handlers ask nothing, and then there is nothing to wait for.
  const pending = trip?.pending();
  const questions = pending === undefined ? undefined : await pending;
  return questions === undefined ? { kind: 'done', value } : inputRequired(core, exchange, questions);
}

function inputRequired(
  core: ServerCore,
  { carrier }: Exchange,
  result: JsonObject,
): { readonly kind: 'input_required'; readonly result: JsonObject } {
  if (core.mayHaveTwins && carrier.peer.transport === 'http' && !core.seal.isShared) {
    core.log.warnOnce(
      'requestState is sealed with a key of this process: an answer that reaches another instance, or this one ' +
        'after a restart, is refused. Set `requestState.key`.',
    );
  }
  return { kind: 'input_required', result };
}
