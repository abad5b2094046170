import type { JsonObject } from '../../protocol/index.js';
import { isJsonObject } from '../../protocol/index.js';
import {
  breach,
  type Check,
  type CheckFacts,
  EVERY_TRANSPORT,
  fail,
  type Judgement,
  levels,
  pass,
  skip,
} from '../check.js';
import type { CallableTool, CheckContext } from '../context.js';
import { passage } from '../spec-passage.js';
import type { Reply } from '../wire/wire-session.js';
import { CODES, describe, expectError, worst } from './reply-judgement.js';
import { TOOL_ERRORS } from './spec-pages.js';
import { conformanceProblem } from './tool-schemas.js';

const NO_TOOL = 'plainwire_no_such_tool';
const NO_CALLS = skip('not-permitted', 'no listed tool may be called; see --call-readonly and --allow-calls');

const unknownCall = {
  subject: 'tools',
  needs: 'tools',
  transports: EVERY_TRANSPORT,
  callsTools: 'unknown',
} as const;
const listedCall = {
  subject: 'tools',
  needs: 'tools',
  transports: EVERY_TRANSPORT,
  callsTools: 'listed',
} as const;

/** Over HTTP a modern call whose name cannot be mirrored may be refused for its headers. */
const nameCodes = ({ era, transport }: CheckContext): number[] =>
  era === 'modern' && transport === 'http'
    ? [CODES.invalidParams, CODES.headerMismatch]
    : [CODES.invalidParams];

function judgeUnknown(reply: Reply): Judgement {
  const sent = `tools/call of '${NO_TOOL}'`;
  if (reply.kind === 'result' && reply.result['isError'] !== true) {
    return fail(`${sent}, which does not exist, was answered as a success`, reply);
  }
  return expectError(reply, sent, [CODES.invalidParams]);
}

const call = async (context: CheckContext, params: JsonObject, meta?: JsonObject): Promise<Reply> => {
  const session = await context.session();
  return session.request('tools/call', params, meta === undefined ? {} : { meta });
};

const requiredOf = ({ tool }: CallableTool): string[] => {
  const schema = tool['inputSchema'];
  const required = isJsonObject(schema) ? schema['required'] : undefined;
  return Array.isArray(required) ? required.map(String) : [];
};

/** A callable tool with a required argument of a type that a wrong value can be found for. */
async function toolWithRequired(context: CheckContext): Promise<CallableTool | undefined> {
  return (await context.callableTools()).find((each) => requiredOf(each).length > 0);
}

/** The arguments with the first required one replaced by a value of another type. */
function wronglyTyped(callable: CallableTool): JsonObject {
  const [name = ''] = requiredOf(callable);
  const right = callable.arguments[name];
  return { ...callable.arguments, [name]: typeof right === 'object' ? 'plainwire' : { plainwire: true } };
}

async function judgeBadArguments(
  context: CheckContext,
  [what, argumentsOf]: readonly [what: string, argumentsOf: (callable: CallableTool) => JsonObject],
): Promise<Judgement> {
  const callable = await toolWithRequired(context);
  if (callable === undefined) return skip('not-permitted', 'no tool with a required argument may be called');
  const { name } = callable.tool;
  const reply = await call(context, { name, arguments: argumentsOf(callable) });
  if (reply.kind === 'error' || (reply.kind === 'result' && reply.result['isError'] === true)) {
    return pass(undefined, reply);
  }
  return breach(`tools/call of '${name}' ${what}: expected an error, got ${describe(reply)}`, reply);
}

/** Since 2025-11-25 bad arguments are for the model to mend, so they are told in a result. */
async function judgeAsResult(context: CheckContext): Promise<Judgement> {
  const callable = await toolWithRequired(context);
  if (callable === undefined) return skip('not-permitted', 'no tool with a required argument may be called');
  const { name } = callable.tool;
  const reply = await call(context, { name, arguments: {} });
  if (reply.kind === 'result' && reply.result['isError'] === true) return pass(undefined, reply);
  const sent = `tools/call of '${name}' without a required argument`;
  return breach(`${sent}: expected a result with isError, got ${describe(reply)}`, reply);
}

async function judgeArray(context: CheckContext): Promise<Judgement> {
  const [callable] = await context.callableTools();
  if (callable === undefined) return NO_CALLS;
  const { name } = callable.tool;
  return expectError(
    await call(context, { name, arguments: [] }),
    `tools/call of '${name}' with arguments []`,
    [CODES.invalidParams],
  );
}

async function judgeAbsentArguments(context: CheckContext): Promise<Judgement> {
  const callable = (await context.callableTools()).find((each) => requiredOf(each).length === 0);
  if (callable === undefined) return NO_CALLS;
  const { name } = callable.tool;
  const reply = await call(context, { name });
  if (reply.kind === 'result') return pass(undefined, reply);
  return breach(
    `tools/call of '${name}' without arguments, of which none is required, got ${describe(reply)}`,
    reply,
  );
}

/** Calls each tool that may be called, and judges each result. */
async function judgeResults(
  context: CheckContext,
  judge: (result: JsonObject, callable: CallableTool, reply: Reply) => Promise<Judgement | undefined>,
): Promise<Judgement> {
  const callables = await context.callableTools();
  if (callables.length === 0) return NO_CALLS;
  const judgements: Judgement[] = [];
  for (const callable of callables) {
    const reply = await call(context, { name: callable.tool['name'], arguments: callable.arguments });
    if (reply.kind !== 'result' || reply.result['resultType'] === 'input_required') continue;
    const judged = await judge(reply.result, callable, reply);
    if (judged !== undefined) judgements.push(judged);
  }
  if (judgements.length === 0) return skip('capability-absent', 'no call gave what this is about');
  return worst(judgements);
}

async function judgeContent(result: JsonObject, { tool }: CallableTool, reply: Reply): Promise<Judgement> {
  if (!Array.isArray(result['content'])) {
    return breach(`the result of '${tool['name']}' has no array content`, reply);
  }
  const finding = reply.records
    .flatMap(({ findings }) => findings)
    .find(({ path }) => path.startsWith('result'));
  if (finding === undefined) return pass();
  return breach(`the result of '${tool['name']}': ${finding.path} ${finding.message}`, reply);
}

async function judgeStructured(
  result: JsonObject,
  { tool }: CallableTool,
  reply: Reply,
): Promise<Judgement | undefined> {
  const { outputSchema } = tool;
  if (!isJsonObject(outputSchema) || result['isError'] === true) return undefined;
  const { structuredContent } = result;
  if (structuredContent === undefined) {
    return breach(`'${tool['name']}' has an outputSchema, and its result no structuredContent`, reply);
  }
  const problem = await conformanceProblem(outputSchema, structuredContent);
  if (problem === undefined) return pass();
  return breach(
    `structuredContent of '${tool['name']}' does not conform to its outputSchema: ${problem}`,
    reply,
  );
}

/** A client of an older revision reads text only. */
async function judgeTextTwin(
  result: JsonObject,
  { tool }: CallableTool,
  reply: Reply,
): Promise<Judgement | undefined> {
  if (result['structuredContent'] === undefined) return undefined;
  const content = Array.isArray(result['content']) ? result['content'] : [];
  if (content.some((block) => isJsonObject(block) && block['type'] === 'text')) return pass();
  return breach(
    `the result of '${tool['name']}' has structuredContent, and no text with the same in it`,
    reply,
  );
}

const ARGUMENT_ERRORS: Pick<CheckFacts, 'spec' | 'levels'> = { spec: TOOL_ERRORS, levels: levels('SHOULD') };

export const TOOL_CALL_CHECKS: readonly Check[] = [
  {
    id: 'tool-unknown',
    title: 'A call of an unknown tool is refused with -32602.',
    ...unknownCall,
    spec: TOOL_ERRORS,
    levels: levels('SHOULD'),
    isWellFormed: true,
    run: async (context) => judgeUnknown(await call(context, { name: NO_TOOL, arguments: {} })),
  },
  {
    id: 'tool-call-no-name',
    title: 'A call without a name is refused with -32602.',
    ...unknownCall,
    ...ARGUMENT_ERRORS,
    async run(context) {
      return expectError(
        await call(context, { arguments: {} }),
        'tools/call without name',
        nameCodes(context),
      );
    },
  },
  {
    id: 'tool-call-name-type',
    title: 'A call whose name is a number is refused with -32602.',
    ...unknownCall,
    ...ARGUMENT_ERRORS,
    async run(context) {
      return expectError(await call(context, { name: 42 }), 'tools/call with name 42', nameCodes(context));
    },
  },
  {
    id: 'tool-args-array',
    title: 'A call whose arguments are an array is refused with -32602.',
    ...listedCall,
    ...ARGUMENT_ERRORS,
    run: judgeArray,
  },
  {
    id: 'tool-args-missing',
    title: 'A call that lacks a required argument is an error.',
    ...listedCall,
    ...ARGUMENT_ERRORS,
    run: (context) => judgeBadArguments(context, ['without a required argument', () => ({})]),
  },
  {
    id: 'tool-args-wrong-type',
    title: 'A call with an argument of the wrong type is an error.',
    ...listedCall,
    ...ARGUMENT_ERRORS,
    run: (context) => judgeBadArguments(context, ['with an argument of the wrong type', wronglyTyped]),
  },
  {
    id: 'tool-args-iserror',
    title: 'Bad arguments are told in a result with isError, for the model to mend.',
    ...listedCall,
    spec: TOOL_ERRORS,
    levels: levels('SHOULD', '2025-11-25'),
    run: judgeAsResult,
  },
  {
    id: 'tool-call-no-arguments',
    title: 'A tool that requires no arguments can be called without any.',
    ...listedCall,
    spec: passage('server/tools#calling-tools'),
    levels: levels('SHOULD'),
    isWellFormed: true,
    run: judgeAbsentArguments,
  },
  {
    id: 'tool-result-schema',
    title: 'The content of a tool result has the form that the schema gives it.',
    ...listedCall,
    spec: passage('server/tools#tool-result'),
    levels: levels('MUST'),
    isWellFormed: true,
    run: (context) => judgeResults(context, judgeContent),
  },
  {
    id: 'tool-output-conforms',
    title: 'A tool with an outputSchema gives structuredContent that conforms to it.',
    ...listedCall,
    spec: passage('server/tools#output-schema'),
    levels: levels('MUST', '2025-06-18'),
    isWellFormed: true,
    run: (context) => judgeResults(context, judgeStructured),
  },
  {
    id: 'tool-output-text',
    title: 'A result with structuredContent has it as text too.',
    ...listedCall,
    spec: passage('server/tools#structured-content'),
    levels: levels('SHOULD', '2025-06-18'),
    isWellFormed: true,
    run: (context) => judgeResults(context, judgeTextTwin),
  },
];
