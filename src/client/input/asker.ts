import type {
  CreateMessageParams,
  ElicitFormParams,
  ElicitParams,
  ElicitResult,
  ElicitUrlParams,
  JsonObject,
  Root,
} from '../../protocol/index.js';
import { checkTolerant, ERROR_CODES, Fault, METHODS, samplingProblem } from '../../protocol/index.js';
import { describeProblems } from '../../schema/index.js';
import { elicitHandlers } from '../capabilities.js';
import type { AskContext } from '../handlers.js';
import type { ClientConfig } from '../options.js';
import { withDefaults } from './form.js';
import { requireFileUri } from './root-uri.js';
import { UrlElicitations } from './url-elicitations.js';

/** What came of a question of the server. How it is put to the server is the business of the era. */
export type AskOutcome =
  | { readonly kind: 'answered'; readonly result: JsonObject }
  /** Not declared, or not in order: the server may not ask this. */
  | { readonly kind: 'unasked'; readonly code: number; readonly message: string }
  /** The user said no to a question that has no answer for that. */
  | { readonly kind: 'rejected'; readonly message: string }
  /** A handler of the application threw, or answered with nonsense. */
  | { readonly kind: 'failed'; readonly error: unknown };

type Question = keyof typeof QUESTIONS;

const QUESTIONS = {
  'elicitation/create': METHODS['elicitation/create'],
  'sampling/createMessage': METHODS['sampling/createMessage'],
  'roots/list': METHODS['roots/list'],
} as const;

/** Answers the questions of servers, of both eras, through the handlers of the application. */
export class Asker {
  readonly urlElicitations: UrlElicitations;
  readonly #config: ClientConfig;

  constructor(config: ClientConfig) {
    this.#config = config;
    this.urlElicitations = new UrlElicitations(config.limits.urlElicitations);
  }

  /** Never rejects. */
  async answer(method: string, params: JsonObject | undefined, context: AskContext): Promise<AskOutcome> {
    const refusal = this.#refusal(method, params);
    if (refusal !== undefined) return refusal;
    try {
      return await this.#ask(method as Question, params ?? {}, context);
    } catch (error) {
      return { kind: 'failed', error };
    }
  }

  /** Why the server may not ask this; `undefined` when it may. */
  #refusal(method: string, params: JsonObject | undefined): AskOutcome | undefined {
    const { options } = this.#config;
    const hasHandler = {
      'elicitation/create': options.onElicit !== undefined,
      'sampling/createMessage': options.onSample !== undefined,
      'roots/list': options.roots !== undefined,
    };
    if (!Object.hasOwn(hasHandler, method) || !hasHandler[method as Question]) {
      return unasked('METHOD_NOT_FOUND', `${method} is not supported: the client did not declare it`);
    }
    if (method === 'roots/list') return undefined;
    const check = checkTolerant(QUESTIONS[method as Question].params, params);
    if (!check.ok)
      return unasked(
        'INVALID_PARAMS',
        `Invalid params of ${method}: ${check.path} must be ${check.expected}`,
      );
    return method === 'elicitation/create'
      ? this.#elicitRefusal(params as unknown as ElicitParams)
      : this.#samplingRefusal(params as unknown as CreateMessageParams);
  }

  // 2025-11-25 client/elicitation#error-handling (a mode that was not declared: -32602)
  #elicitRefusal({ mode = 'form' }: ElicitParams): AskOutcome | undefined {
    if (elicitHandlers(this.#config.options.onElicit)[mode] !== undefined) return undefined;
    return unasked('INVALID_PARAMS', `Elicitation mode ${JSON.stringify(mode)} was not declared`);
  }

  // 2026-07-28 client/sampling#tools-in-sampling, 2025-11-25 client/sampling#error-handling
  #samplingRefusal(params: CreateMessageParams): AskOutcome | undefined {
    const { sampling } = this.#config.options;
    const hasTools = params.tools !== undefined || params.toolChoice !== undefined;
    if (hasTools && sampling?.tools !== true) {
      return unasked('INVALID_PARAMS', 'Tool use in sampling was not declared');
    }
    const problem = samplingProblem(params);
    return problem === undefined ? undefined : unasked('INVALID_PARAMS', problem);
  }

  async #ask(method: Question, params: JsonObject, context: AskContext): Promise<AskOutcome> {
    switch (method) {
      case 'elicitation/create':
        return answered(method, await this.#elicit(params as unknown as ElicitParams, context));
      case 'sampling/createMessage': {
        const answer = await this.#config.options.onSample?.(
          params as unknown as CreateMessageParams,
          context,
        );
        if (answer === 'rejected') return { kind: 'rejected', message: 'User rejected sampling request' };
        return answered(method, answer);
      }
      case 'roots/list':
        return answered(method, { roots: await this.#roots(context) });
    }
  }

  async #elicit(params: ElicitParams, context: AskContext): Promise<ElicitResult> {
    const handlers = elicitHandlers(this.#config.options.onElicit);
    if (params.mode === 'url') return this.#visit(params as ElicitUrlParams, context);
    const form = params as ElicitFormParams;
    const answer = (await handlers.form?.(form, context)) ?? { action: 'cancel' };
    const filled = withDefaults(form, answer);
    await this.#checkForm(form, filled);
    return filled;
  }

  async #visit(params: ElicitUrlParams, context: AskContext): Promise<ElicitResult> {
    const { elicitationId } = params;
    let action: ElicitResult['action'] = 'cancel';
    // Begun before the user is asked: the server may tell the end before the answer is out.
    this.urlElicitations.begin(elicitationId);
    try {
      const answer = await elicitHandlers(this.#config.options.onElicit).url?.(params, context);
      action = answer?.action ?? 'cancel';
    } finally {
      if (action !== 'accept') this.urlElicitations.end(elicitationId);
    }
    // 2026-07-28 client/elicitation#response-actions (no content in URL mode)
    return { action };
  }

  // 2026-07-28 client/elicitation#form-mode-security (clients SHOULD validate all responses)
  async #checkForm({ requestedSchema }: ElicitFormParams, { action, content }: ElicitResult): Promise<void> {
    if (action !== 'accept') return;
    const { schemas, warn } = this.#config;
    let outcome: ReturnType<Awaited<ReturnType<typeof schemas.compile>>['check']>;
    try {
      // 2026-07-28 client/elicitation#requested-schema: formats are part of what is asked for
      const form = await schemas.compile(requestedSchema as JsonObject, { assertsFormats: true });
      outcome = form.check(content);
    } catch (error) {
      warn(
        new Fault('schema_invalid', 'The schema of a form does not compile; the answer goes out unchecked.', {
          cause: error,
        }),
      );
      return;
    }
    if (outcome.ok) return;
    const problems = describeProblems(outcome.problems, 'the content');
    throw new Fault('handler_failed', `The answer of onElicit does not fit the form: ${problems}.`);
  }

  async #roots(context: AskContext): Promise<readonly Root[]> {
    const { roots } = this.#config.options;
    const list = typeof roots === 'function' ? await roots(context) : (roots ?? []);
    for (const { uri } of list) requireFileUri(uri);
    return list;
  }
}

function answered(method: Question, result: unknown): AskOutcome {
  const check = checkTolerant(QUESTIONS[method].result, result);
  if (check.ok) return { kind: 'answered', result: result as JsonObject };
  const where = check.path === '' ? 'it' : check.path;
  const message = `The handler for ${method} answered wrongly: ${where} must be ${check.expected}.`;
  return { kind: 'failed', error: new Fault('handler_failed', message) };
}

function unasked(name: 'METHOD_NOT_FOUND' | 'INVALID_PARAMS', message: string): AskOutcome {
  return { kind: 'unasked', code: ERROR_CODES[name].code, message };
}
