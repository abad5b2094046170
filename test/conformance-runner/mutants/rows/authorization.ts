import type { AuthFeatures } from '../base/features.js';
import { empty } from '../base/http-types.js';
import type { Json } from '../base/json.js';
import { type Deviation, receiving, replyInstead, replying } from '../deviations.js';
import type { MutantRow, MutantRows } from '../row.js';
import { VARIANTS } from '../variants.js';

const AUTH = VARIANTS.guarded.features?.auth as AuthFeatures;
const RESOURCE = '/.well-known/oauth-protected-resource/mcp';
const SERVER = '/.well-known/oauth-authorization-server/as';

/** Lays members over one of the documents; one with `undefined` is left out. */
const documenting = (path: string, members: (origin: string) => Json): Deviation => ({
  features: {
    auth: {
      ...AUTH,
      documents: (origin) => {
        const documents = AUTH.documents(origin);
        return { ...documents, [path]: { ...documents[path], ...members(origin) } };
      },
    },
  },
});

const without = (path: string): Deviation => ({
  features: {
    auth: {
      ...AUTH,
      documents: (origin) => {
        const { [path]: _gone, ...documents } = AUTH.documents(origin);
        return documents;
      },
    },
  },
});

const challenged = (change: (challenge: string) => string | undefined): Deviation =>
  replying((reply) => {
    const { 'www-authenticate': challenge, ...headers } = reply.headers;
    const changed = challenge === undefined ? undefined : change(challenge);
    return {
      ...reply,
      headers: changed === undefined ? headers : { ...headers, 'www-authenticate': changed },
    };
  });

const rows: readonly MutantRow[] = [
  {
    check: 'auth-401',
    deviation: replying((reply) => (reply.status === 401 ? { ...reply, status: 403 } : reply)),
  },
  { check: 'auth-www-authenticate', deviation: challenged(() => undefined) },
  {
    check: 'auth-scope-param',
    deviation: challenged((challenge) => challenge.replace(/, scope="[^"]*"/, '')),
  },
  {
    check: 'auth-invalid-token-401',
    deviation: replyInstead(
      ({ headers }) => headers['authorization']?.startsWith('Bearer ') === true,
      empty(500),
    ),
  },
  {
    check: 'auth-invalid-token-error',
    deviation: challenged((challenge) => challenge.replace(/, error="[^"]*"/, '')),
  },
  {
    check: 'auth-query-token-rejected',
    deviation: replyInstead(({ path }) => path.includes('access_token='), empty(200)),
  },
  {
    check: 'auth-basic-rejected',
    deviation: replyInstead(
      ({ headers }) => headers['authorization']?.startsWith('Basic ') === true,
      empty(200),
    ),
  },
  {
    check: 'auth-get-401',
    deviation: replyInstead(({ method, path }) => method === 'GET' && path === '/mcp', empty(200)),
  },
  { check: 'auth-delete-401', deviation: replyInstead(({ method }) => method === 'DELETE', empty(204)) },
  {
    check: 'auth-resource-metadata-param',
    deviation: {
      ...without(RESOURCE),
      ...challenged((challenge) => challenge.replace(/resource_metadata="[^"]*", /, '')),
    },
  },
  { check: 'prm-available', deviation: without(RESOURCE) },
  {
    check: 'prm-authorization-servers',
    deviation: documenting(RESOURCE, () => ({ authorization_servers: [] })),
  },
  {
    check: 'prm-resource-matches',
    deviation: documenting(RESOURCE, () => ({ resource: 'https://another.example.com/mcp' })),
  },
  {
    check: 'prm-resource-matches',
    deviation: documenting(RESOURCE, (origin) => ({ resource: `${origin}/` })),
    verdict: 'warn',
  },
  { check: 'as-metadata', deviation: without(SERVER) },
  { check: 'as-issuer-identical', deviation: documenting(SERVER, (origin) => ({ issuer: `${origin}/as/` })) },
  {
    check: 'as-pkce-s256',
    deviation: documenting(SERVER, () => ({ code_challenge_methods_supported: ['plain'] })),
  },
  {
    check: 'as-https',
    deviation: documenting(SERVER, () => ({ token_endpoint: 'http://as.example.com/token' })),
  },
  { check: 'as-registration', deviation: documenting(SERVER, () => ({ registration_endpoint: undefined })) },
];

const MODERN_ROWS: readonly MutantRow[] = [
  {
    check: 'auth-discover-401',
    deviation: receiving(({ headers, body }) =>
      body.includes('"server/discover"')
        ? { headers: { ...headers, authorization: `Bearer ${AUTH.token}` } }
        : {},
    ),
  },
  {
    check: 'prm-no-offline-access',
    deviation: documenting(RESOURCE, () => ({ scopes_supported: ['offline_access'] })),
  },
];

export const AUTHORIZATION_ROWS: MutantRows = [
  ...rows.map((row): MutantRow => ({ variant: 'guarded', revision: '2025-11-25', ...row })),
  ...MODERN_ROWS.map((row): MutantRow => ({ variant: 'guarded', hasToken: true, ...row })),
];
