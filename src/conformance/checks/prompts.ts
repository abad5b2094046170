import type { JsonObject } from '../../protocol/index.js';
import { isJsonObject, META } from '../../protocol/index.js';
import { breach, type Check, EVERY_TRANSPORT, type Judgement, levels, pass, skip } from '../check.js';
import type { CheckContext } from '../context.js';
import { passage } from '../spec-passage.js';
import type { Reply } from '../wire/wire-session.js';
import { CODES, describe, expectError, worst } from './reply-judgement.js';
import { isBase64 } from './resources.js';
import { repeated } from './tool-definitions.js';

const ERRORS = passage('server/prompts#error-handling');
const NO_PROMPT = 'plainwire-no-such-prompt';
const MAX_PROMPTS = 10;
/** Declared where a prompt says that it needs to ask. */
const ALL_CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

const facts = { subject: 'prompts', needs: 'prompts', transports: EVERY_TRANSPORT } as const;

const get = async (context: CheckContext, params: JsonObject): Promise<Reply> =>
  (await context.session()).request('prompts/get', params);

const argumentsOf = ({ arguments: args }: JsonObject): readonly JsonObject[] =>
  Array.isArray(args) ? args.filter(isJsonObject) : [];

const isDemanding = (prompt: JsonObject): boolean =>
  argumentsOf(prompt).some(({ required }) => required === true);

async function judgeMissing(context: CheckContext, args: JsonObject | undefined): Promise<Judgement> {
  const prompt = (await context.list('prompts/list')).items.find(isDemanding);
  if (prompt === undefined) return skip('capability-absent', 'no prompt has a required argument');
  const { name } = prompt;
  const reply = await get(context, args === undefined ? { name } : { name, arguments: args });
  const what = args === undefined ? 'without arguments' : 'with arguments {}';
  return expectError(reply, `prompts/get of '${name}' ${what}, of which one is required`, [
    CODES.invalidParams,
  ]);
}

/** A prompt that needs to ask the user is asked again with everything declared. */
async function getPlain(context: CheckContext, name: unknown): Promise<Reply> {
  const reply = await get(context, { name: String(name) });
  if (reply.kind !== 'error' || reply.error.code !== CODES.missingCapability) return reply;
  const meta = { [META.CLIENT_CAPABILITIES]: ALL_CAPABILITIES };
  return (await context.session()).request('prompts/get', { name: String(name) }, { meta });
}

async function judgeEach(
  context: CheckContext,
  judge: (result: JsonObject, name: string, reply: Reply) => Judgement,
): Promise<Judgement> {
  const prompts = (await context.list('prompts/list')).items.filter((prompt) => !isDemanding(prompt));
  if (prompts.length === 0) return skip('capability-absent', 'every prompt has a required argument');
  const judgements: Judgement[] = [];
  for (const { name } of prompts.slice(0, MAX_PROMPTS)) {
    const reply = await getPlain(context, name);
    judgements.push(
      reply.kind === 'result'
        ? judge(reply.result, String(name), reply)
        : breach(`prompts/get of '${name}', which requires nothing, got ${describe(reply)}`, reply),
    );
  }
  return worst(judgements);
}

function judgeMessages(result: JsonObject, name: string, reply: Reply): Judgement {
  if (result['resultType'] === 'input_required') return pass();
  if (!Array.isArray(result['messages']))
    return breach(`prompts/get of '${name}' gave no array messages`, reply);
  const finding = reply.records
    .flatMap(({ findings }) => findings)
    .find(({ path }) => path.startsWith('result'));
  if (finding === undefined) return pass();
  return breach(`prompts/get of '${name}': ${finding.path} ${finding.message}`, reply);
}

function judgeMedia(result: JsonObject, name: string, reply: Reply): Judgement {
  const messages = Array.isArray(result['messages']) ? result['messages'] : [];
  const media = messages.flatMap((message) => {
    const content = isJsonObject(message) ? message['content'] : undefined;
    return isJsonObject(content) && (content['type'] === 'image' || content['type'] === 'audio')
      ? [content]
      : [];
  });
  if (media.length === 0) return skip('capability-absent', 'no prompt that was got has an image or a sound');
  const wrong = media.find(({ data, mimeType }) => !isBase64(data) || !String(mimeType).includes('/'));
  return wrong === undefined
    ? pass()
    : breach(`the ${wrong['type']} in prompt '${name}' is not Base64 with a MIME type`, reply);
}

export const PROMPT_CHECKS: readonly Check[] = [
  {
    id: 'prompt-unknown',
    title: 'prompts/get of an unknown prompt is refused with -32602.',
    ...facts,
    spec: ERRORS,
    levels: levels('SHOULD'),
    isWellFormed: true,
    run: async (context) =>
      expectError(await get(context, { name: NO_PROMPT }), `prompts/get of '${NO_PROMPT}'`, [
        CODES.invalidParams,
      ]),
  },
  {
    id: 'prompt-no-name',
    title: 'prompts/get without a name is refused with -32602.',
    ...facts,
    spec: ERRORS,
    levels: levels('SHOULD'),
    async run(context) {
      const isMirrored = context.era === 'modern' && context.transport === 'http';
      const codes = isMirrored ? [CODES.invalidParams, CODES.headerMismatch] : [CODES.invalidParams];
      return expectError(await get(context, {}), 'prompts/get without name', codes);
    },
  },
  {
    id: 'prompt-missing-args',
    title: 'prompts/get that lacks a required argument is refused with -32602.',
    ...facts,
    spec: ERRORS,
    levels: levels('SHOULD'),
    run: (context) => judgeMissing(context, {}),
  },
  {
    id: 'prompt-missing-arguments-object',
    title: 'prompts/get without arguments is refused with -32602 where one is required.',
    ...facts,
    spec: ERRORS,
    levels: levels('SHOULD'),
    run: (context) => judgeMissing(context, undefined),
  },
  {
    id: 'prompt-get-noargs',
    title: 'A prompt that requires nothing can be got, and its messages have the form of the schema.',
    ...facts,
    spec: passage('server/prompts#getting-a-prompt'),
    levels: levels('MUST'),
    isWellFormed: true,
    run: (context) => judgeEach(context, judgeMessages),
  },
  {
    id: 'prompt-media-base64',
    title: 'Images and sounds in prompts are Base64 with a MIME type.',
    ...facts,
    spec: passage('server/prompts#image-content'),
    levels: levels('MUST'),
    isWellFormed: true,
    run: (context) => judgeEach(context, judgeMedia),
  },
  {
    id: 'prompt-name-unique',
    title: 'No two prompts have the same name.',
    ...facts,
    spec: passage('server/prompts#prompt'),
    levels: levels('SHOULD'),
    isWellFormed: true,
    async run(context) {
      const walk = await context.list('prompts/list');
      if (walk.items.length === 0) return skip('capability-absent', walk.problem ?? 'no prompt is listed');
      const twice = repeated(walk.items.map(({ name }) => name));
      return twice === undefined ? pass() : breach(`two prompts have the name '${twice}'`, walk);
    },
  },
];
