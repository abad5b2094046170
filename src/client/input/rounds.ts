import type { JsonObject, Limits, ResultReading } from '../../protocol/index.js';
import { Fault } from '../../protocol/index.js';
import type { AskOutcome } from './asker.js';

/** An input-required result, as read. */
export type InputRequired = Extract<ResultReading, { kind: 'input_required' }>;

/** Marks an answer that is no result. A class, so that no result of a server can be taken for one. */
export class Wanted {
  readonly wanted: InputRequired;

  constructor(wanted: InputRequired) {
    this.wanted = wanted;
  }
}

/** What a retry adds to the params of the original request. */
export type RetryParams = { inputResponses?: JsonObject; requestState?: string };

export interface Rounds {
  /** For messages: `tools/call`. */
  readonly method: string;
  readonly limits: Limits;
  /** Puts one question to the application. Must not reject. */
  ask(method: string, params: JsonObject | undefined): Promise<AskOutcome>;
  /** Sends the request again; gives the result, or what the server wants to know next. */
  retry(params: RetryParams): Promise<JsonObject | Wanted>;
  /** Throws when the call is over: cancelled, or out of time. */
  throwIfOver(): void;
}

/**
 * Answers what the server wants to know and sends the request again, until there is a result. All questions of a
 * round are asked at once. `requestState` goes back exactly as it came, and only when it came.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow
 */
export async function answerRounds(first: InputRequired, rounds: Rounds): Promise<JsonObject> {
  const { limits, method } = rounds;
  let wanted = first;
  for (let round = 1; round <= limits.inputRounds; round += 1) {
    const params: RetryParams = {};
    if (wanted.inputRequests !== undefined) {
      params.inputResponses = await answerAll(wanted.inputRequests, rounds);
    }
    if (wanted.requestState !== undefined) params.requestState = wanted.requestState;
    rounds.throwIfOver();
    const answer = await rounds.retry(params);
    if (!(answer instanceof Wanted)) return answer;
    wanted = answer.wanted;
  }
  const message = `The server still asks for input after ${limits.inputRounds} rounds of ${method}. Raise limits.inputRounds if it needs more.`;
  throw new Fault('input_rounds_exceeded', message, { limit: 'inputRounds', details: { method } });
}

async function answerAll(
  questions: NonNullable<InputRequired['inputRequests']>,
  rounds: Rounds,
): Promise<JsonObject> {
  const answers = await Promise.all(
    Object.entries(questions).map(async ([key, { method, params }]): Promise<[string, JsonObject]> => {
      const outcome = await rounds.ask(method, params as JsonObject | undefined);
      return [key, resultOf(outcome, method, rounds.method)];
    }),
  );
  // fromEntries, because the keys are the server's own and one may be __proto__
  return Object.fromEntries(answers);
}

/** The answer, or why there is none: today's protocol has no way to tell the server that a question failed. */
function resultOf(outcome: AskOutcome, question: string, call: string): JsonObject {
  switch (outcome.kind) {
    case 'answered':
      return outcome.result;
    case 'unasked': {
      const message = `In ${call} the server asked ${question}, which it may not: ${outcome.message}.`;
      throw new Fault('input_required_unexpected', message, { details: { method: call, question } });
    }
    case 'rejected':
      throw new Fault('input_rejected', `${call} cannot go on: ${outcome.message}.`, {
        details: { method: call, question },
      });
    case 'failed': {
      const message = `${call} cannot go on: the handler for ${question} failed.`;
      throw new Fault('handler_failed', message, {
        cause: outcome.error,
        details: { method: call, question },
      });
    }
  }
}
