// What is refused before the body is looked at.
import type { Features } from './features.js';
import { MODERN } from './features.js';
import type { HttpCall, HttpReply } from './http-types.js';
import { empty, json } from './http-types.js';

export const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

const refuse = (status: number, message: string, headers: Record<string, string> = {}): HttpReply =>
  json(status, { jsonrpc: '2.0', error: { code: -32600, message } }, headers);

/** The refusal of a call, or `undefined` when its message may be read. */
export function guard(features: Features, call: HttpCall): HttpReply | undefined {
  return (
    guardSite(call) ??
    serveDocument(features, call) ??
    guardToken(features, call) ??
    guardMethod(features, call)
  );
}

/** 2026-07-28 basic/transports/streamable-http#security-%26-endpoint */
function guardSite({ headers }: HttpCall): HttpReply | undefined {
  if (!LOOPBACK.test(headers['host'] ?? '')) return refuse(403, 'Host not allowed');
  const { origin } = headers;
  if (origin !== undefined && !LOOPBACK.test(origin.replace(/^https?:\/\//, ''))) {
    return refuse(403, 'Origin not allowed');
  }
  return undefined;
}

function serveDocument({ auth }: Features, call: HttpCall): HttpReply | undefined {
  const path = call.path.split('?')[0] ?? '';
  if (path === '/mcp') return undefined;
  const document = auth?.documents(call.origin)[path];
  return document === undefined ? empty(404) : json(200, document);
}

function guardToken({ auth }: Features, { headers, origin }: HttpCall): HttpReply | undefined {
  if (auth === undefined) return undefined;
  const { authorization } = headers;
  if (authorization === `Bearer ${auth.token}`) return undefined;
  const error = authorization?.startsWith('Bearer ') ? ', error="invalid_token"' : '';
  return empty(401, { 'www-authenticate': `Bearer ${auth.challenge(origin)}${error}` });
}

function guardMethod(features: Features, { method, headers }: HttpCall): HttpReply | undefined {
  const isLegacy = features.revisions.some((each) => each !== MODERN);
  const allowed = isLegacy && features.hasSessions ? ['POST', 'GET', 'DELETE'] : ['POST'];
  if (!allowed.includes(method)) return empty(405, { allow: allowed.join(', ') });
  const accept = headers['accept'] ?? '*/*';
  if (method === 'GET' && !/text\/event-stream|\*\/\*/.test(accept)) return refuse(406, 'Not acceptable');
  if (method !== 'POST') return undefined;
  if (!/^application\/json\s*(;|$)/.test(headers['content-type'] ?? '')) {
    return refuse(415, 'Content-Type must be application/json');
  }
  const isBoth = accept.includes('application/json') && accept.includes('text/event-stream');
  return isBoth || accept.includes('*/*') ? undefined : refuse(406, 'Not acceptable');
}
