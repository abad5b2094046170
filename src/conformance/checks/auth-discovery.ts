// Where to get a token: the metadata of the resource and of its authorization server. RFC 9728, RFC 8414
import type { JsonObject } from '../../protocol/index.js';
import {
  breach,
  type Check,
  fail,
  info,
  type Judgement,
  type Levels,
  levels,
  pass,
  skip,
  warn,
} from '../check.js';
import type { CheckContext } from '../context.js';
import { passage, type SpecReference } from '../spec-passage.js';
import type { HttpReply } from '../wire/raw-http.js';
import { AUTH_FACTS, authSpec, bearerIn, isOpen, knock, OPEN } from './authorization.js';

const SINCE = '2025-06-18';
const LOCATION = authSpec(
  'authorization-server-location',
  'authorization-server-discovery#authorization-server-location',
);
const DISCOVERY: SpecReference = {
  ...authSpec(
    'protected-resource-metadata-discovery-requirements',
    'authorization-server-discovery#protected-resource-metadata-discovery-requirements',
  ),
  '2025-06-18': passage('basic/authorization#authorization-server-location'),
};
const METADATA: SpecReference = {
  ...authSpec(
    'authorization-server-metadata-discovery',
    'authorization-server-discovery#authorization-server-metadata-discovery',
  ),
  '2025-06-18': passage('basic/authorization#server-metadata-discovery'),
};

/** A document, where it was found. */
interface Document {
  readonly url: string;
  readonly json: JsonObject;
  readonly reply: HttpReply;
}

/** GET of a document without credentials; undefined when there is none. */
async function fetchDocument({ http }: CheckContext, url: string): Promise<Document | undefined> {
  const reply = await http.send({
    method: 'GET',
    url,
    headers: { accept: 'application/json' },
    withoutCredentials: true,
  });
  return reply.status === 200 && reply.json !== undefined ? { url, json: reply.json, reply } : undefined;
}

/** A server elsewhere must not make this machine ask its own network. */
function mayFetch({ http }: CheckContext, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, hostname } = new URL(url);
  if (http.isLoopback || host === http.url.host) return protocol === 'https:' || protocol === 'http:';
  return protocol === 'https:' && !LOCAL_HOST.test(hostname);
}

const LOCAL_HOST =
  /^(?:localhost|.*\.localhost|.*\.local|\[.*\]|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(?:1[6-9]|2\d|3[01])\..*|0\..*)\.?$/;

async function firstDocument(context: CheckContext, urls: readonly string[]): Promise<Document | undefined> {
  for (const url of urls) {
    const document = mayFetch(context, url) ? await fetchDocument(context, url) : undefined;
    if (document !== undefined) return document;
  }
  return undefined;
}

/** The well-known places of the metadata of a resource, the one with its path first. RFC 9728 section 3.1 */
function resourcePlaces({ origin, pathname }: URL): string[] {
  const root = `${origin}/.well-known/oauth-protected-resource`;
  return pathname === '/' ? [root] : [`${root}${pathname}`, root];
}

/** The well-known places of the metadata of an authorization server, in the order of the specification. */
export function issuerPlaces(issuer: string): string[] {
  if (!URL.canParse(issuer)) return [];
  const { origin, pathname } = new URL(issuer);
  const path = pathname === '/' ? '' : pathname.replace(/\/$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
  ];
  return path === '' ? places : [...places, `${origin}${path}/.well-known/openid-configuration`];
}

interface Resource {
  /** `resource_metadata` of the challenge. */
  readonly named: string | undefined;
  readonly document: Document | undefined;
}

async function resourceOf(context: CheckContext): Promise<Resource> {
  const named = bearerIn(await knock(context))?.params['resource_metadata'];
  const places = named === undefined ? resourcePlaces(context.http.url) : [named];
  return { named, document: await firstDocument(context, places) };
}

const issuersIn = ({ json }: Document): string[] => {
  const { authorization_servers: issuers } = json;
  return Array.isArray(issuers)
    ? issuers.filter((issuer): issuer is string => typeof issuer === 'string')
    : [];
};

const NO_METADATA = skip('could-not-test', 'no protected resource metadata was found');

const resourceCheck = (
  facts: { id: string; title: string; spec: SpecReference; levels: Levels },
  judge: (document: Document, context: CheckContext) => Judgement,
): Check => ({
  ...AUTH_FACTS,
  ...facts,
  isWellFormed: true,
  async run(context) {
    if (isOpen(context)) return OPEN;
    const { document } = await resourceOf(context);
    return document === undefined ? NO_METADATA : judge(document, context);
  },
});

/** A parent path covers more than the endpoint; another origin is another resource. */
function judgeResource({ json, reply }: Document, { http }: CheckContext): Judgement {
  const { resource } = json;
  if (typeof resource !== 'string' || !URL.canParse(resource)) {
    return breach(`resource is ${JSON.stringify(resource) ?? 'missing'}, not a URL`, reply);
  }
  const { origin, pathname } = new URL(resource);
  const told = `resource is ${resource}, the server ${http.url.href}`;
  if (origin !== http.url.origin) return fail(told, reply);
  const path = pathname.replace(/\/$/, '');
  const own = http.url.pathname.replace(/\/$/, '');
  if (path === own) return pass(undefined, reply);
  return own.startsWith(`${path}/`) ? warn(told, reply) : breach(told, reply);
}

const RESOURCE_CHECKS: readonly Check[] = [
  {
    ...AUTH_FACTS,
    id: 'auth-resource-metadata-param',
    title:
      'The metadata of the resource is named in the challenge, or (since 2025-11-25) at a well-known place.',
    spec: DISCOVERY,
    levels: levels('MUST', SINCE),
    isWellFormed: true,
    async run(context) {
      if (isOpen(context)) return OPEN;
      const { named, document } = await resourceOf(context);
      if (named !== undefined)
        return URL.canParse(named) ? pass(named) : breach(`resource_metadata is ${named}`);
      if (document !== undefined && context.revision >= '2025-11-25') return pass(document.url);
      return breach('the challenge has no resource_metadata, and that is the only way to find the metadata');
    },
  },
  {
    ...AUTH_FACTS,
    id: 'prm-available',
    title: 'The metadata of the resource can be read.',
    spec: DISCOVERY,
    levels: levels('MUST', SINCE),
    isWellFormed: true,
    async run(context) {
      if (isOpen(context)) return OPEN;
      const { named, document } = await resourceOf(context);
      if (document !== undefined) return pass(document.url, document.reply);
      return breach(`no JSON document at ${named ?? resourcePlaces(context.http.url).join(' or ')}`);
    },
  },
  resourceCheck(
    {
      id: 'prm-authorization-servers',
      title: 'The metadata names at least one authorization server.',
      spec: LOCATION,
      levels: levels('MUST', SINCE),
    },
    (document) =>
      issuersIn(document).length > 0
        ? pass(issuersIn(document).join(', '))
        : breach('authorization_servers names none', document.reply),
  ),
  resourceCheck(
    {
      id: 'prm-resource-matches',
      title: 'The metadata is about this server.',
      spec: passage('https://www.rfc-editor.org/rfc/rfc9728#section-3.3'),
      levels: levels('MUST', SINCE),
    },
    judgeResource,
  ),
  resourceCheck(
    {
      id: 'prm-no-offline-access',
      title: 'scopes_supported does not have offline_access.',
      spec: passage('basic/authorization/index#refresh-tokens'),
      levels: levels('SHOULD', '2026-07-28'),
    },
    ({ json, reply }) => {
      const { scopes_supported: scopes } = json;
      const isThere = Array.isArray(scopes) && scopes.includes('offline_access');
      return isThere ? breach('scopes_supported has offline_access', reply) : pass();
    },
  ),
];

interface Issuer {
  readonly issuer: string;
  readonly document: Document | undefined;
}

/** The first authorization server that the resource names; undefined when it names none. */
async function issuerOf(context: CheckContext): Promise<Issuer | undefined> {
  const { document } = await resourceOf(context);
  const [issuer] = document === undefined ? [] : issuersIn(document);
  if (issuer === undefined) return undefined;
  return { issuer, document: await firstDocument(context, issuerPlaces(issuer)) };
}

const issuerCheck = (
  facts: { id: string; title: string; spec: SpecReference; levels: Levels },
  judge: (document: Document, issuer: string) => Judgement,
): Check => ({
  ...AUTH_FACTS,
  ...facts,
  isWellFormed: true,
  async run(context) {
    if (isOpen(context)) return OPEN;
    const found = await issuerOf(context);
    if (found?.document === undefined)
      return skip('could-not-test', 'no authorization server metadata was found');
    return judge(found.document, found.issuer);
  },
});

const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
];

/** https, or this machine. */
function isSafe(text: unknown): boolean {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

const ISSUER_CHECKS: readonly Check[] = [
  {
    ...AUTH_FACTS,
    id: 'as-metadata',
    title: 'The metadata of the authorization server can be read at one of the well-known places.',
    spec: METADATA,
    levels: levels('MUST', SINCE),
    isWellFormed: true,
    async run(context) {
      if (isOpen(context)) return OPEN;
      const found = await issuerOf(context);
      if (found === undefined) return skip('could-not-test', 'no authorization server is named');
      if (found.document !== undefined) return pass(found.document.url, found.document.reply);
      return breach(`no JSON document at ${issuerPlaces(found.issuer).join(' or ')}`);
    },
  },
  issuerCheck(
    {
      id: 'as-issuer-identical',
      title: 'issuer is exactly what the resource names.',
      spec: passage('https://www.rfc-editor.org/rfc/rfc8414#section-3.3'),
      levels: levels('MUST', SINCE),
    },
    ({ json, reply }, issuer) =>
      json['issuer'] === issuer
        ? pass()
        : breach(`issuer is ${JSON.stringify(json['issuer'])}, the resource names ${issuer}`, reply),
  ),
  issuerCheck(
    {
      id: 'as-pkce-s256',
      title: 'code_challenge_methods_supported has S256.',
      spec: authSpec(
        'authorization-code-protection',
        'security-considerations#authorization-code-protection',
      ),
      levels: levels('MUST', '2025-11-25'),
    },
    ({ json, reply }) => {
      const { code_challenge_methods_supported: methods } = json;
      if (Array.isArray(methods) && methods.includes('S256')) return pass();
      return breach(`code_challenge_methods_supported is ${JSON.stringify(methods) ?? 'missing'}`, reply);
    },
  ),
  issuerCheck(
    {
      id: 'as-https',
      title: 'The endpoints of the authorization server are reached by https.',
      spec: authSpec('communication-security', 'security-considerations#communication-security'),
      levels: levels('SHOULD', SINCE),
    },
    ({ json, reply }) => {
      const unsafe = ENDPOINTS.find((name) => json[name] !== undefined && !isSafe(json[name]));
      return unsafe === undefined ? pass() : breach(`${unsafe} is ${JSON.stringify(json[unsafe])}`, reply);
    },
  ),
  issuerCheck(
    {
      id: 'as-registration',
      title: 'The authorization server lets clients register by themselves.',
      spec: {
        ...authSpec('client-registration-approaches', 'client-registration'),
        '2025-06-18': passage('basic/authorization#dynamic-client-registration'),
      },
      levels: levels('INFO', SINCE),
    },
    ({ json, reply }) => {
      const ways = [
        ...(json['client_id_metadata_document_supported'] === true ? ['client id metadata documents'] : []),
        ...(json['registration_endpoint'] === undefined ? [] : ['dynamic registration']),
      ];
      return ways.length > 0 ? pass(ways.join(', ')) : info('clients must be registered in advance', reply);
    },
  ),
];

export const AUTH_DISCOVERY_CHECKS: readonly Check[] = [...RESOURCE_CHECKS, ...ISSUER_CHECKS];
