import { eraOf, LATEST_LEGACY_REVISION, type Revision } from '../../protocol/index.js';
import type { ServerFacts } from '../context.js';
import { initializeParams, requestFrame } from '../wire/frames.js';
import { NO_SCOPE } from '../wire/scope.js';
import type { Opener } from './opener.js';
import type { RevisionProbe } from './probe.js';

type Access = ServerFacts['access'];

/** Whether the server demands credentials, and whether those that there are suffice. */
export async function findAccess(opener: Opener, probes: readonly RevisionProbe[]): Promise<Access> {
  const served = probes.find((probe) => probe.served);
  if (served === undefined) return probes.some(isRefusedForAuthorization) ? 'protected' : 'open';
  if (!opener.hasCredentials) return 'open';
  return (await isRefusedWithout(opener, served.revision)) ? 'authorized' : 'open';
}

/** 2025-11-25 basic/authorization#error-handling: 401 demands authorization, 403 says that it does not suffice. */
function isRefusedForAuthorization({ reply }: RevisionProbe): boolean {
  const http = reply?.http;
  if (http === undefined) return false;
  return http.status === 401 || (http.status === 403 && http.headers['www-authenticate'] !== undefined);
}

async function isRefusedWithout(opener: Opener, revision: Revision): Promise<boolean> {
  const wire = opener.http({
    session: 'http without credentials',
    revision: () => revision,
    isNegotiated: () => eraOf(revision) === 'modern',
    scope: () => NO_SCOPE,
  });
  if (wire === undefined) return false;
  const options = { revision, capabilities: {} };
  const frame =
    eraOf(revision) === 'modern'
      ? requestFrame(1, 'server/discover', undefined, options)
      : requestFrame(1, 'initialize', initializeParams(revision, {}), options);
  const reply = await wire.send({ headers: wire.headersFor(frame), body: frame, withoutCredentials: true });
  return reply.status === 401 || reply.status === 403;
}

/** In which revision a server that lets nobody in is held against the rules of authorization. */
export const PROTECTED_REVISION: Revision = LATEST_LEGACY_REVISION;
