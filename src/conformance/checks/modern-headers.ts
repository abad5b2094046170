// The headers that mirror a modern request. 2026-07-28 basic/transports/streamable-http#server-validation
import type { JsonObject } from '../../protocol/index.js';
import { encodeMessage, mirroredParams, request } from '../../protocol/index.js';
import { breach, type Check, type CheckFacts, HTTP, type Judgement, modern, pass, skip } from '../check.js';
import { type CheckContext, declares } from '../context.js';
import { passage } from '../spec-passage.js';
import { envelopeMeta } from '../wire/frames.js';
import type { Reply } from '../wire/wire-session.js';
import { CODES, describe, expectRefusal, worst } from './reply-judgement.js';

const PAGE = 'basic/transports/streamable-http';
const { headerMismatch } = CODES;

const facts: Pick<CheckFacts, 'subject' | 'transports' | 'levels' | 'spec'> = {
  subject: 'headers',
  transports: HTTP,
  levels: modern('MUST'),
  spec: passage(`${PAGE}#server-validation`),
};

type Headers = Readonly<Record<string, string | undefined>>;

const mismatchOf = (reply: Reply, sent: string): Judgement => expectRefusal(reply, sent, headerMismatch, 400);

/** server/discover with one header changed. */
const headerCheck = (id: string, what: string, headers: Headers): Check => ({
  id,
  title: `A request ${what} is refused with HTTP 400 and -32020.`,
  ...facts,
  async run(context) {
    const reply = await (await context.session()).request('server/discover', undefined, { headers });
    return mismatchOf(reply, `server/discover ${what}`);
  },
});

const STANDARD_CHECKS: readonly Check[] = [
  headerCheck('hdr-version-missing', 'without MCP-Protocol-Version', { 'mcp-protocol-version': undefined }),
  headerCheck('hdr-version-mismatch', 'whose MCP-Protocol-Version differs from _meta', {
    'mcp-protocol-version': '2025-11-25',
  }),
  headerCheck('hdr-method-missing', 'without Mcp-Method', { 'mcp-method': undefined }),
  headerCheck('hdr-method-mismatch', 'whose Mcp-Method differs from the body', {
    'mcp-method': 'tools/list',
  }),
  headerCheck('hdr-method-case', 'whose Mcp-Method differs in case', { 'mcp-method': 'Server/Discover' }),
];

interface Named {
  readonly method: string;
  readonly params: JsonObject;
  /** What Mcp-Name mirrors. */
  readonly name: string;
}

const NO_NAME = 'plainwire_no_such_name';
const NO_URI = 'plainwire-check://no-such/resource';

/** A request for what does not exist, for each declared feature that has a name to mirror. */
function namedRequests({ server }: CheckContext): Named[] {
  const has = (capability: string): boolean => declares(server.capabilities, capability);
  return [
    ...(has('prompts') ? [{ method: 'prompts/get', params: { name: NO_NAME }, name: NO_NAME }] : []),
    ...(has('resources') ? [{ method: 'resources/read', params: { uri: NO_URI }, name: NO_URI }] : []),
    ...(has('tools')
      ? [{ method: 'tools/call', params: { name: NO_NAME, arguments: {} }, name: NO_NAME }]
      : []),
  ];
}

const NOTHING_NAMED = skip('capability-absent', 'no tools, prompts or resources are declared');

const nameCheck = (
  id: string,
  what: string,
  headersOf: (named: Named) => Headers,
  concerns: (named: Named) => boolean = () => true,
): Check => ({
  id,
  title: `A request ${what} is refused with HTTP 400 and -32020.`,
  ...facts,
  callsTools: 'unknown',
  async run(context) {
    const requests = namedRequests(context).filter(concerns);
    if (requests.length === 0) return NOTHING_NAMED;
    const session = await context.session();
    const judgements: Judgement[] = [];
    for (const named of requests) {
      const reply = await session.request(named.method, named.params, { headers: headersOf(named) });
      judgements.push(mismatchOf(reply, `${named.method} ${what}`));
    }
    return worst(judgements);
  },
});

const isUri = ({ method }: Named): boolean => method === 'resources/read';

const NAME_CHECKS: readonly Check[] = [
  nameCheck('hdr-name-missing', 'without Mcp-Name', () => ({ 'mcp-name': undefined })),
  nameCheck('hdr-name-mismatch', 'whose Mcp-Name differs from the body', () => ({ 'mcp-name': 'another' })),
  nameCheck(
    'hdr-name-mismatch-uri',
    'whose Mcp-Name differs from the URI in the body',
    ({ name }) => ({ 'mcp-name': `${name}/other` }),
    isUri,
  ),
  nameCheck('hdr-name-bad-base64', 'whose Mcp-Name is broken Base64', () => ({
    'mcp-name': '=?base64?@@@?=',
  })),
];

const base64 = (text: string): string => `=?base64?${btoa(text)}?=`;

/** The same request with the name in another form: the answer must be the same as with the plain form. */
const acceptedCheck = (
  id: string,
  what: string,
  anchor: string,
  headersOf: (name: string) => Headers,
): Check => ({
  id,
  title: `Mcp-Name ${what} is read.`,
  ...facts,
  spec: passage(`${PAGE}#${anchor}`),
  callsTools: 'unknown',
  isWellFormed: true,
  async run(context) {
    const requests = namedRequests(context);
    if (requests.length === 0) return NOTHING_NAMED;
    const session = await context.session();
    const judgements: Judgement[] = [];
    for (const { method, params, name } of requests) {
      const plain = await session.request(method, params);
      const reply = await session.request(method, params, { headers: headersOf(name) });
      judgements.push(
        outcomeOf(reply) === outcomeOf(plain)
          ? pass()
          : breach(
              `${method} with Mcp-Name ${what} got ${describe(reply)}; with the plain form ${describe(plain)}`,
              reply,
            ),
      );
    }
    return worst(judgements);
  },
});

const outcomeOf = (reply: Reply): string =>
  `${reply.kind} ${reply.kind === 'error' ? reply.error.code : ''} ${reply.http?.status}`;

const ACCEPTED_CHECKS: readonly Check[] = [
  acceptedCheck('hdr-name-base64', 'in Base64', 'value-encoding', (name) => ({ 'mcp-name': base64(name) })),
  acceptedCheck('hdr-name-ows', 'with blanks around it', 'value-encoding', (name) => ({
    'mcp-name': `  ${name} `,
  })),
  acceptedCheck('hdr-name-case', 'under the field name MCP-NAME', 'case-sensitivity', (name) => ({
    'mcp-name': undefined,
    'MCP-NAME': name,
  })),
];

/** What is sent for a mirrored argument. */
const VALUE = { string: 'plainwire', integer: 7, boolean: true } as const;

interface ParamCall {
  readonly header: string;
  readonly params: JsonObject;
}

/** A call of a tool that may be called and mirrors an argument that stands at the top. */
async function paramCall(context: CheckContext): Promise<ParamCall | undefined> {
  for (const { tool, arguments: args } of await context.callableTools()) {
    const reading = mirroredParams(tool['inputSchema']);
    const row = reading.ok ? reading.params.find(({ path }) => path.length === 1) : undefined;
    if (row === undefined) continue;
    const value = VALUE[row.type];
    const params = { name: tool['name'], arguments: { ...args, [String(row.path[0])]: value } };
    return { header: `mcp-param-${row.header.toLowerCase()}`, params };
  }
  return undefined;
}

const paramCheck = (id: string, what: string, value: string | undefined): Check => ({
  id,
  title: `A call ${what} is refused with HTTP 400 and -32020.`,
  ...facts,
  spec: passage(`${PAGE}#server-behavior-for-custom-headers`),
  callsTools: 'listed',
  async run(context) {
    const call = await paramCall(context);
    if (call === undefined) return skip('not-permitted', 'no tool with x-mcp-header may be called');
    const headers = { [call.header]: value };
    const reply = await (await context.session()).request('tools/call', call.params, { headers });
    return mismatchOf(reply, `tools/call of '${call.params['name']}' ${what}`);
  },
});

const PARAM_CHECKS: readonly Check[] = [
  paramCheck('hdr-param-missing', 'without the Mcp-Param header of an argument', undefined),
  paramCheck('hdr-param-mismatch', 'whose Mcp-Param header differs from the argument', 'another'),
  paramCheck('hdr-param-bad-base64', 'whose Mcp-Param header is broken Base64', '=?base64?@@@?='),
];

const OLDER = passage(`${PAGE}#earlier-streamable-http-revisions`);

const IGNORED_CHECKS: readonly Check[] = [
  {
    id: 'hdr-unknown-ignored',
    title: 'Mcp-Session-Id, Last-Event-ID and unknown Mcp-Param headers are ignored.',
    ...facts,
    spec: OLDER,
    levels: modern('SHOULD'),
    async run(context) {
      const headers = {
        'mcp-session-id': 'plainwire-none',
        'last-event-id': '7',
        'mcp-param-plainwire': 'x',
      };
      const reply = await (await context.session()).request('server/discover', undefined, { headers });
      if (reply.kind === 'result') return pass(undefined, reply);
      return breach(`server/discover with ${Object.keys(headers).join(', ')} got ${describe(reply)}`, reply);
    },
  },
  {
    id: 'hdr-session-not-echoed',
    title: 'Mcp-Session-Id of a request does not come back.',
    ...facts,
    spec: OLDER,
    levels: modern('SHOULD'),
    async run(context) {
      const headers = { 'mcp-session-id': 'plainwire-none' };
      const reply = await (await context.session()).request('server/discover', undefined, { headers });
      const echoed = reply.http?.headers['mcp-session-id'];
      return echoed === undefined ? pass() : breach(`Mcp-Session-Id came back: ${echoed}`, reply);
    },
  },
  {
    id: 'http-no-session-minted',
    title: 'A modern request gets no Mcp-Session-Id.',
    ...facts,
    spec: OLDER,
    levels: modern('SHOULD'),
    isWellFormed: true,
    async run(context) {
      const session = await context.session();
      const frame = encodeMessage(
        request(session.nextId(), 'server/discover', { _meta: envelopeMeta(context.revision, {}) }),
      );
      const reply = await context.http.send({ body: frame, headers: context.http.headersFor(frame) });
      const minted = reply.headers['mcp-session-id'];
      return minted === undefined
        ? pass()
        : breach('server/discover was answered with an Mcp-Session-Id', reply);
    },
  },
];

export const MODERN_HEADER_CHECKS: readonly Check[] = [
  ...STANDARD_CHECKS,
  ...NAME_CHECKS,
  ...ACCEPTED_CHECKS,
  ...PARAM_CHECKS,
  ...IGNORED_CHECKS,
];
