import type { JsonObject } from '../../protocol/index.js';
import { isJsonObject, parseUriTemplate } from '../../protocol/index.js';
import {
  breach,
  type Check,
  EVERY_TRANSPORT,
  type Judgement,
  legacy,
  levels,
  modern,
  pass,
  skip,
} from '../check.js';
import { type CheckContext, declares } from '../context.js';
import { passage } from '../spec-passage.js';
import type { Reply } from '../wire/wire-session.js';
import { CODES, describe, expectError, expectResult, worst } from './reply-judgement.js';
import { pages } from './spec-pages.js';
import { repeated } from './tool-definitions.js';

const ERRORS = passage('server/resources#error-handling');
const READING = passage('server/resources#reading-resources');
const SUBSCRIPTIONS = passage('server/resources#subscriptions');
const NO_RESOURCE = 'plainwire-check://no-such/resource';
const MAX_READ = 10;

const facts = { subject: 'resources', needs: 'resources', transports: EVERY_TRANSPORT } as const;

const ask = async (context: CheckContext, method: string, params: JsonObject): Promise<Reply> =>
  (await context.session()).request(method, params);

/** RFC 3986: a scheme, a colon, and nothing outside of the characters of a URI. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/;

async function judgeUris(context: CheckContext): Promise<Judgement> {
  const walk = await context.list('resources/list');
  if (walk.items.length === 0) return skip('capability-absent', walk.problem ?? 'no resource is listed');
  const wrong = walk.items.find(({ uri }) => typeof uri !== 'string' || !URI.test(uri));
  if (wrong === undefined) return pass(`${walk.items.length} URIs`);
  return breach(`the URI ${JSON.stringify(wrong['uri'])?.slice(0, 120)} is not one of RFC 3986`, walk);
}

async function judgeTemplates(context: CheckContext): Promise<Judgement> {
  const walk = await context.list('resources/templates/list');
  if (walk.items.length === 0) return skip('capability-absent', walk.problem ?? 'no template is listed');
  for (const { uriTemplate } of walk.items) {
    try {
      parseUriTemplate(String(uriTemplate));
    } catch (error) {
      return breach(`the template '${String(uriTemplate)}': ${(error as Error).message}`, walk);
    }
  }
  return pass(`${walk.items.length} templates`);
}

/** A resource may ask the user first; then there is nothing to judge. */
const isAsking = (reply: Reply): boolean =>
  (reply.kind === 'result' && reply.result['resultType'] === 'input_required') ||
  (reply.kind === 'error' && reply.error.code === CODES.missingCapability);

async function judgeReads(
  context: CheckContext,
  judge: (contents: readonly unknown[], uri: string, reply: Reply) => Judgement,
): Promise<Judgement> {
  const walk = await context.list('resources/list');
  if (walk.items.length === 0) return skip('capability-absent', walk.problem ?? 'no resource is listed');
  const judgements: Judgement[] = [];
  for (const { uri } of walk.items.slice(0, MAX_READ)) {
    const reply = await ask(context, 'resources/read', { uri });
    if (isAsking(reply)) continue;
    if (reply.kind !== 'result') {
      judgements.push(breach(`resources/read of the listed ${uri} got ${describe(reply)}`, reply));
      continue;
    }
    const { contents } = reply.result;
    judgements.push(
      Array.isArray(contents)
        ? judge(contents, String(uri), reply)
        : breach(`resources/read of ${uri} gave no array contents`, reply),
    );
  }
  return judgements.length === 0
    ? skip('could-not-test', 'every resource asks the user first')
    : worst(judgements);
}

function judgeContents(contents: readonly unknown[], uri: string, reply: Reply): Judgement {
  const finding = reply.records
    .flatMap(({ findings }) => findings)
    .find(({ path }) => path.startsWith('result'));
  if (finding !== undefined)
    return breach(`resources/read of ${uri}: ${finding.path} ${finding.message}`, reply);
  const isNamed = contents.every(
    (each) => isJsonObject(each) && typeof each['uri'] === 'string' && each['uri'] !== '',
  );
  return isNamed ? pass() : breach(`resources/read of ${uri} gave contents without a uri`, reply);
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Whether text is Base64 with padding, in the standard alphabet. */
export const isBase64 = (text: unknown): boolean => typeof text === 'string' && BASE64.test(text);

function judgeBlobs(contents: readonly unknown[], uri: string, reply: Reply): Judgement {
  const blobs = contents.flatMap((each) =>
    isJsonObject(each) && each['blob'] !== undefined ? [each['blob']] : [],
  );
  if (blobs.length === 0) return skip('capability-absent', 'no resource that was read is binary');
  return blobs.every(isBase64) ? pass() : breach(`the blob of ${uri} is not Base64`, reply);
}

async function judgeUnknownEmpty(context: CheckContext): Promise<Judgement> {
  const reply = await ask(context, 'resources/read', { uri: NO_RESOURCE });
  const contents = reply.kind === 'result' ? reply.result['contents'] : undefined;
  if (!Array.isArray(contents) || contents.length > 0) return pass(undefined, reply);
  return breach(`resources/read of ${NO_RESOURCE}, which does not exist, gave empty contents`, reply);
}

async function judgeSubscribe(context: CheckContext, method: string): Promise<Judgement> {
  const [resource] = (await context.list('resources/list')).items;
  if (resource === undefined) return skip('capability-absent', 'no resource is listed');
  const params = { uri: resource['uri'] };
  const subscribed = await ask(context, 'resources/subscribe', params);
  const reply = method === 'resources/subscribe' ? subscribed : await ask(context, method, params);
  if (method === 'resources/subscribe') await ask(context, 'resources/unsubscribe', params);
  return expectResult(reply, `${method} of ${params.uri}`);
}

const READ_CHECKS: readonly Check[] = [
  {
    id: 'resource-read-listed',
    title: 'A listed resource can be read, and its contents have the form of the schema.',
    ...facts,
    spec: READING,
    levels: levels('MUST'),
    isWellFormed: true,
    run: (context) => judgeReads(context, judgeContents),
  },
  {
    id: 'resource-blob-base64',
    title: 'Binary contents are Base64.',
    ...facts,
    spec: passage('server/resources#security-considerations'),
    levels: levels('MUST'),
    isWellFormed: true,
    run: (context) => judgeReads(context, judgeBlobs),
  },
  {
    id: 'resource-unknown-empty',
    title: 'Reading a resource that does not exist does not give empty contents.',
    ...facts,
    spec: ERRORS,
    levels: { ...legacy('INFO'), ...modern('MUST') },
    isWellFormed: true,
    run: judgeUnknownEmpty,
  },
  {
    id: 'resource-unknown-code',
    title: 'Reading a resource that does not exist is refused: -32002 before 2026-07-28, -32602 since.',
    ...facts,
    spec: ERRORS,
    levels: { ...legacy('SHOULD'), ...modern('MUST') },
    isWellFormed: true,
    async run(context) {
      const code = context.era === 'legacy' ? CODES.resourceNotFound : CODES.invalidParams;
      const reply = await ask(context, 'resources/read', { uri: NO_RESOURCE });
      return expectError(reply, `resources/read of ${NO_RESOURCE}`, [code]);
    },
  },
  {
    id: 'resource-unknown-data-uri',
    title: 'The error for a resource that does not exist names its URI in data.uri.',
    ...facts,
    spec: ERRORS,
    levels: modern('SHOULD'),
    isWellFormed: true,
    async run(context) {
      const reply = await ask(context, 'resources/read', { uri: NO_RESOURCE });
      if (reply.kind !== 'error') return skip('could-not-test', `resources/read got ${describe(reply)}`);
      const { data } = reply.error;
      const uri = isJsonObject(data) ? data['uri'] : undefined;
      if (uri === NO_RESOURCE) return pass(undefined, reply);
      return breach(
        `error.data is ${JSON.stringify(data) ?? 'missing'}, without the uri ${NO_RESOURCE}`,
        reply,
      );
    },
  },
  {
    id: 'resource-read-no-uri',
    title: 'resources/read without a URI is refused with -32602.',
    ...facts,
    spec: ERRORS,
    levels: levels('SHOULD'),
    async run(context) {
      const isMirrored = context.era === 'modern' && context.transport === 'http';
      const codes = isMirrored ? [CODES.invalidParams, CODES.headerMismatch] : [CODES.invalidParams];
      return expectError(await ask(context, 'resources/read', {}), 'resources/read without uri', codes);
    },
  },
  {
    id: 'resource-read-bad-uri',
    title: 'resources/read of what is no URI is refused.',
    ...facts,
    spec: ERRORS,
    levels: levels('SHOULD'),
    async run(context) {
      const isLegacy = context.era === 'legacy';
      const codes = isLegacy ? [CODES.invalidParams, CODES.resourceNotFound] : [CODES.invalidParams];
      const reply = await ask(context, 'resources/read', { uri: 'no URI at all' });
      return expectError(reply, "resources/read of 'no URI at all'", codes);
    },
  },
];

const SUBSCRIBE_CHECKS: readonly Check[] = [
  {
    id: 'subscribe-listed',
    title: 'A listed resource can be subscribed to.',
    ...facts,
    needs: 'resources.subscribe',
    spec: SUBSCRIPTIONS,
    levels: legacy('MUST'),
    isWellFormed: true,
    run: (context) => judgeSubscribe(context, 'resources/subscribe'),
  },
  {
    id: 'unsubscribe',
    title: 'A subscription can be given up.',
    ...facts,
    needs: 'resources.subscribe',
    spec: SUBSCRIPTIONS,
    levels: legacy('MUST'),
    isWellFormed: true,
    run: (context) => judgeSubscribe(context, 'resources/unsubscribe'),
  },
  {
    id: 'subscribe-undeclared',
    title: 'resources/subscribe is refused with -32601 where it is not declared.',
    subject: 'resources',
    transports: EVERY_TRANSPORT,
    spec: passage('server/resources#capabilities'),
    levels: legacy('SHOULD'),
    async run(context) {
      if (declares(context.server.capabilities, 'resources.subscribe')) {
        return skip('not-applicable', 'resources.subscribe is declared');
      }
      const reply = await ask(context, 'resources/subscribe', { uri: NO_RESOURCE });
      return expectError(reply, 'resources/subscribe without the capability', [CODES.methodNotFound]);
    },
  },
  {
    id: 'subscribe-unknown-uri',
    title: 'A subscription to a resource that does not exist is refused.',
    ...facts,
    needs: 'resources.subscribe',
    spec: ERRORS,
    levels: legacy('SHOULD'),
    async run(context) {
      const reply = await ask(context, 'resources/subscribe', { uri: NO_RESOURCE });
      if (reply.kind === 'error') return pass(undefined, reply);
      if (reply.kind === 'result') await ask(context, 'resources/unsubscribe', { uri: NO_RESOURCE });
      return breach(
        `resources/subscribe of ${NO_RESOURCE}: expected an error, got ${describe(reply)}`,
        reply,
      );
    },
  },
];

export const RESOURCE_CHECKS: readonly Check[] = [
  {
    id: 'resource-uri-valid',
    title: 'Every resource has a URI of RFC 3986.',
    ...facts,
    spec: {
      '2024-11-05': passage('server/resources#resource'),
      '2025-03-26': passage('server/resources#resource'),
      ...pages('server/resources#custom-uri-schemes', 'server/resources#custom-uri-schemes'),
    },
    levels: levels('MUST'),
    isWellFormed: true,
    run: judgeUris,
  },
  {
    id: 'resource-uri-unique',
    title: 'No two resources have the same URI.',
    ...facts,
    spec: passage('server/resources#resource'),
    levels: levels('SHOULD'),
    isWellFormed: true,
    async run(context) {
      const walk = await context.list('resources/list');
      if (walk.items.length === 0) return skip('capability-absent', walk.problem ?? 'no resource is listed');
      const twice = repeated(walk.items.map(({ uri }) => uri));
      return twice === undefined ? pass() : breach(`two resources have the URI ${twice}`, walk);
    },
  },
  {
    id: 'templates-list',
    title: 'A server with resources answers resources/templates/list.',
    ...facts,
    spec: passage('server/resources#resource-templates'),
    levels: levels('MUST'),
    isWellFormed: true,
    run: async (context) =>
      expectResult(await ask(context, 'resources/templates/list', {}), 'resources/templates/list'),
  },
  {
    id: 'template-rfc6570',
    title: 'Every uriTemplate is one of RFC 6570.',
    ...facts,
    spec: passage('server/resources#resource-templates'),
    levels: levels('MUST'),
    isWellFormed: true,
    run: judgeTemplates,
  },
  ...READ_CHECKS,
  ...SUBSCRIBE_CHECKS,
];
