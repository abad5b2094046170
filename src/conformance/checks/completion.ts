import type { JsonObject } from '../../protocol/index.js';
import { isJsonObject, parseUriTemplate } from '../../protocol/index.js';
import { breach, type Check, EVERY_TRANSPORT, type Judgement, levels, pass, skip } from '../check.js';
import { type CheckContext, declares } from '../context.js';
import { passage } from '../spec-passage.js';
import type { Reply } from '../wire/wire-session.js';
import { CODES, describe, expectError } from './reply-judgement.js';

const METHOD = 'completion/complete';
const RESULTS = passage('server/utilities/completion#completion-results');
const ERRORS = passage('server/utilities/completion#error-handling');
/** 2024-11-05 has completion, and no capability for it. */
const DECLARABLE = '2025-03-26';
const MAX_VALUES = 100;

const complete = async (context: CheckContext, ref: JsonObject, name: string): Promise<Reply> =>
  (await context.session()).request(METHOD, { ref, argument: { name, value: '' } });

/** The first thing that might be completed: an argument of a prompt, or a variable of a template. */
async function completable(context: CheckContext): Promise<{ ref: JsonObject; name: string } | undefined> {
  const { capabilities } = context.server;
  const prompts = declares(capabilities, 'prompts') ? (await context.list('prompts/list')).items : [];
  for (const { name, arguments: args } of prompts) {
    const [first] = Array.isArray(args) ? args.filter(isJsonObject) : [];
    if (first !== undefined) return { ref: { type: 'ref/prompt', name }, name: String(first['name']) };
  }
  const templates = declares(capabilities, 'resources')
    ? (await context.list('resources/templates/list')).items
    : [];
  for (const { uriTemplate } of templates) {
    const [variable] = variablesOf(String(uriTemplate));
    if (variable !== undefined) return { ref: { type: 'ref/resource', uri: uriTemplate }, name: variable };
  }
  return undefined;
}

function variablesOf(template: string): readonly string[] {
  try {
    return parseUriTemplate(template).variables;
  } catch {
    return [];
  }
}

function completionProblem(result: JsonObject): string | undefined {
  const { completion } = result;
  if (!isJsonObject(completion)) return 'completion is not an object';
  const { values, total, hasMore } = completion;
  if (!Array.isArray(values) || values.some((value) => typeof value !== 'string'))
    return 'values are not all strings';
  if (values.length > MAX_VALUES) return `${values.length} values, more than ${MAX_VALUES}`;
  if (total !== undefined && !Number.isInteger(total))
    return `total is ${JSON.stringify(total)}, not an integer`;
  if (hasMore !== undefined && typeof hasMore !== 'boolean') return `hasMore is ${JSON.stringify(hasMore)}`;
  return undefined;
}

async function judgeResult(context: CheckContext): Promise<Judgement> {
  const isDeclared = declares(context.server.capabilities, 'completions');
  if (!isDeclared && context.revision >= DECLARABLE) {
    return skip('capability-absent', 'completions is not declared');
  }
  const target = await completable(context);
  if (target === undefined)
    return skip('capability-absent', 'no prompt has an argument, no template a variable');
  const reply = await complete(context, target.ref, target.name);
  if (!isDeclared && reply.kind === 'error')
    return skip('capability-absent', `${METHOD} got ${describe(reply)}`);
  if (reply.kind !== 'result') return breach(`${METHOD} for '${target.name}' got ${describe(reply)}`, reply);
  const problem = completionProblem(reply.result);
  return problem === undefined
    ? pass(undefined, reply)
    : breach(`the result of ${METHOD}: ${problem}`, reply);
}

const refused = (id: string, title: string, what: string, ref: JsonObject): Check => ({
  id,
  title,
  subject: 'completion',
  spec: ERRORS,
  levels: levels('SHOULD', DECLARABLE),
  transports: EVERY_TRANSPORT,
  needs: 'completions',
  async run(context) {
    const reply = await complete(context, ref, 'x');
    return expectError(reply, `${METHOD} ${what}`, [CODES.invalidParams]);
  },
});

export const COMPLETION_CHECKS: readonly Check[] = [
  {
    id: 'completion-result',
    title: 'A completion has at most 100 values of text, a whole total and a boolean hasMore.',
    subject: 'completion',
    spec: RESULTS,
    levels: levels('MUST'),
    transports: EVERY_TRANSPORT,
    isWellFormed: true,
    run: judgeResult,
  },
  {
    id: 'completion-undeclared',
    title: `${METHOD} is refused with -32601 where it is not declared.`,
    subject: 'completion',
    spec: ERRORS,
    levels: levels('SHOULD', DECLARABLE),
    transports: EVERY_TRANSPORT,
    async run(context) {
      if (declares(context.server.capabilities, 'completions')) {
        return skip('not-applicable', 'completions is declared');
      }
      const target = (await completable(context)) ?? { ref: { type: 'ref/prompt', name: 'x' }, name: 'x' };
      const reply = await complete(context, target.ref, target.name);
      return expectError(reply, `${METHOD} without the capability`, [CODES.methodNotFound]);
    },
  },
  refused(
    'completion-unknown-ref',
    'A completion for an unknown prompt is refused with -32602.',
    'for an unknown prompt',
    { type: 'ref/prompt', name: 'plainwire-no-such-prompt' },
  ),
  refused(
    'completion-bad-ref-type',
    'A completion with an unknown type of reference is refused with -32602.',
    'with the reference type ref/plainwire',
    { type: 'ref/plainwire', name: 'x' },
  ),
];
