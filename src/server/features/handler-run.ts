import type { JsonObject } from '../../protocol/index.js';
import { CallContext } from '../context/call-context.js';
import { LegacyQuestions } from '../context/legacy-questions.js';
import { RoundTrip } from '../context/round-trip.js';
import type { Exchange } from '../dispatch/exchange.js';
import type { ServerCore } from '../server-core.js';

/** What a handler came to: its own value, or the questions that have to be answered first. */
export type HandlerOutcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'input_required'; readonly result: JsonObject };

/** Runs the code of an application with a context. What it throws is thrown on. */
export async function runHandler<Value>(
  core: ServerCore,
  exchange: Exchange,
  handler: (context: CallContext) => Value | Promise<Value>,
): Promise<HandlerOutcome<Value>> {
  if (exchange.era === 'legacy') {
    return done(handler, new CallContext(core, exchange, new LegacyQuestions(exchange)));
  }
  const trip = new RoundTrip(exchange, core.seal);
  const restoring = trip.restore();
  if (restoring !== undefined) await restoring;
  try {
    const outcome = await done(handler, new CallContext(core, exchange, trip));
    // A handler may swallow the rejection of a question: what it returned then is not the answer.
    return (await inputRequired(core, exchange, trip)) ?? outcome;
  } catch (error) {
    if (error === trip.refusal) throw error;
    const outcome = await inputRequired(core, exchange, trip);
    if (outcome === undefined) throw error;
    return outcome;
  }
}

async function done<Value>(
  handler: (context: CallContext) => Value | Promise<Value>,
  context: CallContext,
): Promise<HandlerOutcome<Value>> {
  try {
    return { kind: 'done', value: await handler(context) };
  } finally {
    context.end();
  }
}

async function inputRequired(
  core: ServerCore,
  { carrier }: Exchange,
  trip: RoundTrip,
): Promise<{ readonly kind: 'input_required'; readonly result: JsonObject } | undefined> {
  const pending = trip.pending();
  if (pending === undefined) return undefined;
  if (carrier.peer.transport === 'http' && !core.seal.isShared) {
    core.log.warnOnce(
      'requestState is sealed with a key of this process: an answer that reaches another instance, or this one ' +
        'after a restart, is refused. Set `requestState.key`.',
    );
  }
  return { kind: 'input_required', result: await pending };
}
