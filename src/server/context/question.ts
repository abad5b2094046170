import type {
  ClientCapabilities,
  CreateMessageParams,
  CreateMessageResult,
  ElicitResult,
  FormSchema,
  JsonObject,
  Root,
} from '../../protocol/index.js';
import { checkTolerant, Fault, isJsonObject, METHODS, samplingProblem } from '../../protocol/index.js';
import type { SchemaValidator } from '../../schema/index.js';
import { describeProblems } from '../../schema/index.js';

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

interface Keyed {
  /**
   * Tells this question from the others of the same call, on every run of the handler. Default: its kind and how
   * many of the kind were asked before, so that the order of the questions must not change.
   */
  readonly key?: string;
}

/** Asks the user to fill in a form. */
export interface FormQuestion extends Keyed {
  /** Why it is asked, for the user. */
  readonly message: string;
  /** A flat object of primitive fields; `as const` is fine. */
  readonly requestedSchema: DeepReadonly<FormSchema>;
}

/** Asks the user to open a URL. What is done there does not pass through the client. */
export interface UrlQuestion extends Keyed {
  readonly message: string;
  readonly url: string;
  /** Identifies it in `notifications/elicitation/complete` (2025-11-25 only). Default: random. */
  readonly elicitationId?: string;
}

export type ElicitQuestion = FormQuestion | UrlQuestion;

/** Asks the client's model. */
export type SampleQuestion = CreateMessageParams & Keyed;

export type RootsQuestion = Keyed;

/** A question to the client, as both eras send it. */
export interface Question {
  readonly kind: 'elicitation' | 'sampling' | 'roots';
  readonly key: string | undefined;
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  readonly params: JsonObject | undefined;
  /** What the client must have declared to be asked this. */
  readonly needs: ClientCapabilities;
  /** What is wrong with an answer; undefined when nothing is. */
  problem(answer: JsonObject): string | undefined | Promise<string | undefined>;
}

/**
 * Puts questions to the client in the way of its era.
 * Rejects when there is no answer: the handler is expected to let that through.
 */
export interface QuestionChannel {
  ask(question: Question): Promise<JsonObject>;
}

/** The answers by their method. */
export interface Answers {
  'elicitation/create': ElicitResult;
  'sampling/createMessage': CreateMessageResult;
  'roots/list': { roots: Root[] };
}

/**
 * @throws Fault `invalid_argument` when the URL is none
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#elicitation-requests
 */
export function elicitation(question: ElicitQuestion, validator: SchemaValidator): Question {
  const method = 'elicitation/create';
  if ('url' in question) {
    const { key, message, url } = question;
    // 2026-07-28 client/elicitation#url-mode-elicitation-requests: the url MUST be a valid one
    if (!URL.canParse(url)) throw badQuestion('elicit', `${JSON.stringify(url)} is no URL`);
    return {
      kind: 'elicitation',
      key,
      method,
      params: { mode: 'url', message, url, elicitationId: question.elicitationId },
      needs: { elicitation: { url: {} } },
      problem: (answer) => shapeProblem(method, answer),
    };
  }
  const { key, message, requestedSchema } = question;
  return {
    kind: 'elicitation',
    key,
    method,
    params: { mode: 'form', message, requestedSchema: requestedSchema as unknown as JsonObject },
    needs: { elicitation: { form: {} } },
    problem: (answer) => shapeProblem(method, answer) ?? formProblem(requestedSchema, answer, validator),
  };
}

/**
 * @throws Fault `invalid_argument` when uses of tools and their results do not match
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#creating-messages
 */
export function sampling({ key, ...params }: SampleQuestion): Question {
  const method = 'sampling/createMessage';
  const needsTools = params.tools !== undefined || params.toolChoice !== undefined;
  // 2026-07-28 client/sampling#message-content-constraints
  const problem = samplingProblem(params);
  if (problem !== undefined) throw badQuestion('sample', problem);
  return {
    kind: 'sampling',
    key,
    method,
    params: params as unknown as JsonObject,
    // 2026-07-28 client/sampling#tools-in-sampling: only to clients that declare sampling.tools
    needs: { sampling: needsTools ? { tools: {} } : {} },
    problem: (answer) => shapeProblem(method, answer),
  };
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/client/roots#listing-roots */
export function roots({ key }: RootsQuestion): Question {
  const method = 'roots/list';
  const needs = { roots: {} };
  return {
    kind: 'roots',
    key,
    method,
    params: undefined,
    needs,
    problem: (answer) => shapeProblem(method, answer),
  };
}

function badQuestion(method: 'elicit' | 'sample', problem: string): Fault {
  return new Fault(
    'invalid_argument',
    `The question given to context.${method} cannot be asked: ${problem}.`,
  );
}

function shapeProblem(method: Question['method'], answer: JsonObject): string | undefined {
  const check = checkTolerant(METHODS[method].result, answer);
  return check.ok ? undefined : `${check.path === '' ? 'the answer' : check.path} must be ${check.expected}`;
}

// 2026-07-28 client/elicitation#form-mode-security: servers SHOULD validate that data matches the schema
async function formProblem(
  schema: FormQuestion['requestedSchema'],
  answer: JsonObject,
  validator: SchemaValidator,
): Promise<string | undefined> {
  if (answer['action'] !== 'accept') return undefined;
  const content = answer['content'] ?? {};
  if (!isJsonObject(content)) return 'content must be an object';
  const compiled = await compileForm(schema, validator);
  const outcome = compiled.check(content);
  return outcome.ok ? undefined : describeProblems(outcome.problems, 'content');
}

async function compileForm(schema: FormQuestion['requestedSchema'], validator: SchemaValidator) {
  try {
    // 2026-07-28 client/elicitation#requested-schema: formats are part of what is asked for
    return await validator.compile(schema as unknown as JsonObject, { assertsFormats: true });
  } catch (cause) {
    throw new Fault('invalid_argument', 'The `requestedSchema` given to context.elicit cannot be used.', {
      cause,
    });
  }
}
