import type { JsonObject, Revision } from '../../protocol/index.js';
import { Fault, isJsonObject, redactedExcerpt } from '../../protocol/index.js';
import type { Exchange } from '../dispatch/exchange.js';
import { missingCapabilities } from './client-capabilities.js';
import type { Question, QuestionChannel } from './question.js';

/**
 * Asks by a request of its own, on the stream of the request that is being handled.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
export class LegacyQuestions implements QuestionChannel {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /** Throws a `Fault`: `capability_missing`, `question_refused`, `invalid_result`, or what the carrier says. */
  async ask(question: Question): Promise<JsonObject> {
    const { carrier, clientCapabilities, revision } = this.#exchange;
    // 2025-11-25 basic/lifecycle#operation: only use capabilities that were negotiated
    const missing = missingCapabilities(question.needs, clientCapabilities);
    if (missing !== undefined) throw capabilityMissing(missing);
    const { method } = question;
    const response = await carrier.request(method, legacyParams(question, revision), {
      signal: carrier.signal,
    });
    if (response.kind === 'error') {
      const { code, message } = response.error;
      throw new Fault(
        'question_refused',
        `The client answered ${method} with an error: ${redactedExcerpt(message)} (${code})`,
        {
          details: { error: response.error },
        },
      );
    }
    const problem = await question.problem(response.result);
    if (problem === undefined) return response.result;
    throw new Fault('invalid_result', `The client's answer to ${method} is not usable: ${problem}.`);
  }
}

function capabilityMissing(missing: JsonObject): Fault {
  return new Fault(
    'capability_missing',
    'This session has no capability for it, for the client did not declare it or the revision does not have it: ' +
      JSON.stringify(missing),
    { details: { requiredCapabilities: missing } },
  );
}

/** What the questions of earlier revisions have or lack. */
function legacyParams({ params }: Question, revision: Revision): JsonObject | undefined {
  if (!isJsonObject(params)) return undefined;
  // 2025-11-25 client/elicitation#url-mode-elicitation-requests: an id is required
  if (params['mode'] === 'url')
    return { ...params, elicitationId: params['elicitationId'] ?? globalThis.crypto.randomUUID() };
  if (params['mode'] !== 'form' || revision === '2025-11-25') return params;
  const { mode: _notYet, ...rest } = params;
  return rest;
}
