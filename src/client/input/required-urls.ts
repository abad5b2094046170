import type { ElicitUrlParams, JsonObject, UrlElicitationRequiredData } from '../../protocol/index.js';
import {
  checkTolerant,
  ERROR_CODES,
  Fault,
  isRpcError,
  UrlElicitationRequiredDataShape,
} from '../../protocol/index.js';
import type { AskContext } from '../handlers.js';
import type { ClientConfig } from '../options.js';
import { delay } from '../subscriptions/delay.js';
import type { Asker } from './asker.js';

/**
 * The interactions by URL that a server wants to have happened before a request is sent again; `undefined` for any
 * other error.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
 */
export function requiredUrls(error: unknown): readonly ElicitUrlParams[] | undefined {
  if (!isRpcError(error) || error.code !== ERROR_CODES.URL_ELICITATION_REQUIRED.code) return undefined;
  if (!checkTolerant(UrlElicitationRequiredDataShape, error.data).ok) return undefined;
  const { elicitations } = error.data as unknown as UrlElicitationRequiredData;
  return elicitations.length === 0 ? undefined : elicitations;
}

export interface VisitParts {
  readonly config: ClientConfig;
  readonly asker: Asker;
  readonly context: AskContext;
  /** How long to wait for a server to tell that an interaction has ended: it need not. */
  readonly patienceMs: number;
}

/**
 * Asks the user for consent to each interaction, one after the other, and waits until the server tells that all have
 * ended. False as soon as one is not consented to: the request is not to be sent again. Never rejects.
 */
export async function visitAll(urls: readonly ElicitUrlParams[], parts: VisitParts): Promise<boolean> {
  const { asker, config, context, patienceMs } = parts;
  for (const params of urls) {
    const outcome = await asker.answer(
      'elicitation/create',
      { ...params, mode: 'url' } as unknown as JsonObject,
      context,
    );
    if (outcome.kind === 'failed') {
      const text = 'The handler for elicitation by URL failed; the request is not sent again.';
      config.warn(new Fault('handler_failed', text, { cause: outcome.error }));
    }
    if (outcome.kind !== 'answered' || outcome.result['action'] !== 'accept') return false;
  }
  const ended = urls.map(({ elicitationId }) => asker.urlElicitations.ended(elicitationId));
  const waiting = new AbortController();
  const patience = delay(config.clock, patienceMs, AbortSignal.any([context.signal, waiting.signal]));
  await Promise.race([Promise.all(ended), patience]);
  waiting.abort();
  return !context.signal.aborted;
}
