import type { JsonObject } from '../../protocol/index.js';
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

/**
 * Runs the code of an application with a context. What it throws is thrown on, unless it asked something: a handler
 * may swallow the rejection of a question, and whatever it returns or throws then is not the answer.
 */
export async function runHandler<Value>(
  core: ServerCore,
  exchange: Exchange,
  handler: (context: CallContext) => Value | Promise<Value>,
): Promise<HandlerOutcome<Value>> {
  const trip = exchange.era === 'modern' ? new RoundTrip(exchange, core.seal) : undefined;
  const restoring = trip?.restore();
  if (restoring !== undefined) await restoring;
  const context = new HandlerContext(core, exchange, trip ?? new LegacyQuestions(exchange));
  let value: Value;
  try {
    value = await handler(context);
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
