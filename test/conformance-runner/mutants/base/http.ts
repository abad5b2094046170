// The HTTP carrier of the server: streamable HTTP of both eras on /mcp.
import type { Answer, Peer, Respond } from './core.js';
import { envelope, errorAnswer, newPeer } from './core.js';
import type { Features } from './features.js';
import { MODERN } from './features.js';
import { guard } from './http-guards.js';
import type { Handle, HttpCall, HttpReply, SendEvent } from './http-types.js';
import { empty, eventStream, json } from './http-types.js';
import type { Json } from './json.js';
import { isObject } from './json.js';
import { noHandshake, Refusal } from './methods.js';
import { checkHeaders } from './modern-headers.js';
import { Session } from './sessions.js';

/** The correct server; one per listener. */
export function correctHandler(features: Features, respond: Respond): Handle {
  const sessions = new Map<string, Session>();
  return async (call) => {
    const refused = guard(features, call);
    if (refused !== undefined) return refused;
    if (call.method === 'POST') return post(features, respond, sessions, call);
    if (!features.hasSessions) return empty(405, { allow: 'POST' });
    return call.method === 'GET' ? get(features, sessions, call) : remove(sessions, call);
  };
}

const errorReply = (id: unknown, refusal: Refusal): HttpReply => {
  const { message, status } = errorAnswer(id, refusal);
  return json(status, message);
};

async function post(
  features: Features,
  respond: Respond,
  sessions: Map<string, Session>,
  call: HttpCall,
): Promise<HttpReply> {
  let message: unknown;
  try {
    message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(call.body));
  } catch {
    return errorReply(undefined, new Refusal(-32700, 'Parse error', undefined, 400));
  }
  if (isModernPost(features, message, call)) return postModern(features, respond, message, call);
  return postLegacy(features, respond, sessions, message, call);
}

function isModernPost(features: Features, message: unknown, { headers }: HttpCall): boolean {
  if (!features.revisions.includes(MODERN)) return false;
  if (!features.revisions.some((each) => each !== MODERN)) return true;
  const isEnveloped = envelope(message)['io.modelcontextprotocol/protocolVersion'] !== undefined;
  return isEnveloped || headers['mcp-protocol-version'] === MODERN || headers['mcp-method'] !== undefined;
}

async function postModern(features: Features, respond: Respond, message: unknown, call: HttpCall) {
  if (isObject(message) && message['jsonrpc'] === '2.0' && typeof message['method'] === 'string') {
    const { id } = message;
    if (id === undefined) return empty(202);
    if (message['method'] === 'initialize') return errorReply(id, noHandshake(features));
    try {
      if (typeof id === 'string' || Number.isInteger(id)) checkHeaders(features, message, call.headers);
    } catch (error) {
      if (error instanceof Refusal) return errorReply(id, error);
      throw error;
    }
  } else if (!Array.isArray(message)) {
    return errorReply(undefined, new Refusal(-32600, 'Neither request nor notification', undefined, 400));
  }
  const peer = newPeer();
  call.gone.addEventListener('abort', () => {
    for (const running of peer.running.values()) running.abort();
  });
  return answer(features, respond, message, peer, undefined);
}

async function postLegacy(
  features: Features,
  respond: Respond,
  sessions: Map<string, Session>,
  message: unknown,
  call: HttpCall,
): Promise<HttpReply> {
  const { headers } = call;
  const version = headers['mcp-protocol-version'];
  if (version !== undefined && (version === MODERN || !features.revisions.includes(version))) {
    return json(400, { jsonrpc: '2.0', error: { code: -32600, message: 'Unsupported protocol version' } });
  }
  if (!features.hasSessions) {
    const isFirst = isObject(message) && message['method'] === 'initialize';
    const peer = newPeer(isFirst ? undefined : (version ?? '2025-03-26'));
    return answer(features, respond, message, peer, undefined);
  }
  if (isObject(message) && message['method'] === 'initialize' && headers['mcp-session-id'] === undefined) {
    return openSession(features, respond, sessions, message);
  }
  const session = sessionOf(sessions, call);
  if (!(session instanceof Session)) return session;
  return answer(features, respond, message, session.peer, session);
}

async function openSession(
  features: Features,
  respond: Respond,
  sessions: Map<string, Session>,
  message: Json,
): Promise<HttpReply> {
  const session = new Session();
  const reply = await answer(features, respond, message, session.peer, session);
  if (session.peer.revision === undefined) return reply;
  sessions.set(session.id, session);
  return { ...reply, headers: { ...reply.headers, 'mcp-session-id': session.id } };
}

function sessionOf(sessions: Map<string, Session>, { headers }: HttpCall): Session | HttpReply {
  const id = headers['mcp-session-id'];
  if (id === undefined)
    return errorReply(undefined, new Refusal(-32600, 'Mcp-Session-Id is missing', undefined, 400));
  return sessions.get(id) ?? errorReply(undefined, new Refusal(-32001, 'Session not found', undefined, 404));
}

/** Answers with one JSON object, or with a stream when something may come before the answer. */
async function answer(
  features: Features,
  respond: Respond,
  message: unknown,
  peer: Peer,
  session: Session | undefined,
): Promise<HttpReply> {
  if (isStreamed(features, message)) {
    const early: Json[] = [];
    const answered = respond(message, peer, (each) => early.push(each));
    const first = await Promise.race([
      answered,
      new Promise<'open'>((resolve) => setImmediate(resolve, 'open')),
    ]);
    if (first === undefined) return empty(202);
    // A refused request has a status of its own, which a stream could not have.
    if (first !== 'open' && first.status !== 200) return json(first.status, first.message);
    return eventStream((send) => writeStream(features, answered, early, session, send));
  }
  const done = await respond(message, peer, () => {});
  return done === undefined ? empty(202) : json(done.status, done.message);
}

function isStreamed(features: Features, message: unknown): boolean {
  if (!isObject(message) || message['id'] === undefined) return false;
  const needsStream =
    message['method'] === 'subscriptions/listen' || envelope(message)['progressToken'] !== undefined;
  return features.streams || needsStream;
}

/** Events as they come: `early` is an array whose `push` is taken over. */
async function writeStream(
  features: Features,
  answered: Promise<Answer | undefined>,
  early: Json[],
  session: Session | undefined,
  send: SendEvent,
): Promise<void> {
  const isResumable = features.isResumable && session !== undefined;
  const write = isResumable ? session.openStream(send) : (data: string) => send(data);
  if (isResumable && session.peer.revision === '2025-11-25') write('');
  for (const message of early) write(JSON.stringify(message));
  early.push = (...messages) => {
    for (const message of messages) write(JSON.stringify(message));
    return 0;
  };
  const last = await answered;
  if (last !== undefined) write(JSON.stringify(last.message));
}

function get(features: Features, sessions: Map<string, Session>, call: HttpCall): HttpReply {
  const session = sessionOf(sessions, call);
  if (!(session instanceof Session)) return session;
  const last = call.headers['last-event-id'];
  if (features.isResumable && last !== undefined) {
    return eventStream(async (send) => session.replay(last, send));
  }
  return eventStream(
    () =>
      new Promise((resolve) => {
        call.gone.addEventListener('abort', () => resolve());
      }),
  );
}

function remove(sessions: Map<string, Session>, call: HttpCall): HttpReply {
  const session = sessionOf(sessions, call);
  if (!(session instanceof Session)) return session;
  sessions.delete(session.id);
  return empty(204);
}
