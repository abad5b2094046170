// The correct servers that mutants are made of. A check that one of them cannot show, another can.
import type { Deviation } from './base/deviation.js';
import { FEATURES, MODERN } from './base/features.js';
import { empty } from './base/http-types.js';
import { replying } from './deviations.js';

const SCOPE = 'notes:read';
export const TOKEN = 'the-only-token';

/** Of both eras, with sessions and JSON answers. */
const dual: Deviation = {};
/** Answers with event streams, which can be resumed. */
const streams: Deviation = { features: { streams: true, isResumable: true } };
/** Without legacy revisions. */
const modern: Deviation = { features: { revisions: [MODERN], hasSessions: false } };
/** Declares nothing, and offers nothing. */
const bare: Deviation = {
  features: { capabilities: {}, tools: [], resources: [], templates: [], prompts: [] },
};
/** Resources that cannot be subscribed to, and no completion or logging. */
const modest: Deviation = {
  features: { capabilities: { tools: {}, resources: {}, prompts: {} } },
};
/** All items on one page, and a tool that takes its time first. */
const slow: Deviation = {
  features: { pageSize: 100, tools: [...FEATURES.tools].sort((one) => (one['name'] === 'wait' ? -1 : 1)) },
};
/** With sessions, but nothing to say in them by itself. */
const silent: Deviation = replying((usual, { method }) => (method === 'GET' ? empty(405) : usual));
/** Wants a token, and says where to get one. */
const guarded: Deviation = {
  features: {
    auth: {
      token: TOKEN,
      challenge: (origin) =>
        `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="${SCOPE}"`,
      documents: (origin) => ({
        '/.well-known/oauth-protected-resource/mcp': {
          resource: `${origin}/mcp`,
          authorization_servers: [`${origin}/as`],
          scopes_supported: [SCOPE],
        },
        '/.well-known/oauth-authorization-server/as': {
          issuer: `${origin}/as`,
          authorization_endpoint: `${origin}/as/authorize`,
          token_endpoint: `${origin}/as/token`,
          registration_endpoint: `${origin}/as/register`,
          code_challenge_methods_supported: ['S256'],
        },
      }),
    },
  },
};

export const VARIANTS = { dual, streams, modern, bare, modest, slow, silent, guarded };

export type VariantName = keyof typeof VARIANTS;
