import type {
  BatchMessage,
  DecodeFault,
  Message,
  NotificationMessage,
  RequestMessage,
  ResponseMessage,
  RpcError,
} from '../../protocol/index.js';
import {
  ERROR_CODES,
  Fault,
  failure,
  invalidRequest,
  isRequestId,
  isRevision,
  RpcError as WireError,
} from '../../protocol/index.js';
import { ASSUMED_REVISION } from './classify-session.js';
import type { ExchangeServices } from './exchange-services.js';
import { LegacyPost } from './legacy-post.js';
import type { LegacyCaller } from './legacy-request.js';
import { LegacyRequest } from './legacy-request.js';
import type { LegacySession } from './legacy-session.js';
import type { Refusal } from './refusal.js';
import { refuseMessage } from './refusal.js';
import type { ResponseSink } from './response-sink.js';
import type { SessionTable } from './session-table.js';

/** Takes in the body of a legacy POST, a message or a batch. Gives a refusal back when there is no more to it. */
export function dispatchLegacy(
  services: ExchangeServices,
  sink: ResponseSink,
  body: Message | BatchMessage,
  caller: LegacyCaller,
): Refusal | undefined {
  if (body.kind === 'request') {
    const refusal = refusalOf(body, services, caller.session);
    if (refusal !== undefined) return refuseMessage(refusal.httpStatus ?? 200, refusal, body.id);
  }
  const members = body.kind === 'batch' ? body.members : [body];
  const post = new LegacyPost(services, sink, caller.session, body.kind === 'batch');
  const requests: LegacyRequest[] = [];
  for (const member of members) {
    if (member.kind !== 'request') {
      takeOther(services, post, member, caller);
      continue;
    }
    const refusal = refusalOf(member, services, caller.session);
    if (refusal === undefined) {
      const request = new LegacyRequest(post, member, caller);
      caller.session?.add(request);
      requests.push(request);
    } else {
      post.addText(services.encodeResponse(failure(member.id, refusal.toErrorObject())), member.id);
    }
  }
  run(services, post, requests);
  return undefined;
}

/**
 * Opens a session: the handler answers `initialize`, and when it agrees, the answer carries the session id. The session
 * may have to be there before the answer, when that has become a stream.
 */
export function dispatchInitialize(
  services: ExchangeServices,
  sink: ResponseSink,
  message: RequestMessage,
  caller: LegacyCaller & { readonly session: LegacySession },
  sessions: SessionTable,
): void {
  const { session } = caller;
  const post = new LegacyPost(services, sink, session, false);
  let isRefused = false;
  post.headers = () => {
    if (isRefused) return [];
    sessions.add(session);
    return ['Mcp-Session-Id', session.sessionId];
  };
  const request = new LegacyRequest(post, message, caller);
  session.add(request);
  post.begin([request]);
  services.ask(message, request, (response) => {
    if (!request.close()) return;
    isRefused = response.kind !== 'success';
    if (response.kind === 'success') {
      const { protocolVersion } = response.result;
      session.establish(isRevision(protocolVersion) ? protocolVersion : ASSUMED_REVISION);
    }
    post.settle(response);
    // Refused, or the client is gone without having seen its session id.
    const isUsable = !isRefused && sessions.find(session.sessionId) !== undefined;
    if (!isUsable) sessions.end(session, new Fault('closed', 'The handshake came to nothing.'));
  });
}

function run(services: ExchangeServices, post: LegacyPost, requests: readonly LegacyRequest[]): void {
  if (requests.length === 0) {
    post.finish();
    return;
  }
  post.begin(requests);
  for (const request of requests) {
    services.ask(request.message, request, (response) => {
      if (request.close()) post.settle(response);
    });
  }
}

/** Why a request cannot be taken on. */
function refusalOf(
  { id, method }: RequestMessage,
  { settings }: ExchangeServices,
  session: LegacySession | undefined,
): RpcError | undefined {
  // 2025-03-26 basic/lifecycle#initialization: never part of a batch, nor twice in a session
  if (method === 'initialize' && session !== undefined)
    return invalidRequest('This session is initialized already');
  if (session === undefined) return undefined;
  if (session.inFlight(id) !== undefined) {
    // 2025-11-25 basic#requests: an id must not have been used before in the session
    return invalidRequest('Invalid Request: this id belongs to a request that is still in flight');
  }
  const max = settings.limits.inFlightRequests;
  if (session.inFlightCount < max) return undefined;
  const text = `Server busy: ${max} requests of this client are in flight. Try again when one is answered`;
  return new WireError(ERROR_CODES.INTERNAL_ERROR.code, text, { limit: 'inFlightRequests', max });
}

function takeOther(
  services: ExchangeServices,
  post: LegacyPost,
  member: Exclude<Message | DecodeFault, RequestMessage>,
  caller: LegacyCaller,
): void {
  switch (member.kind) {
    case 'notification':
      takeNotification(services, member, caller);
      return;
    case 'success':
    case 'error':
      takeResponse(services, member, caller);
      return;
    case 'fault':
      takeBroken(services, post, member, caller);
      return;
  }
}

function takeNotification(
  services: ExchangeServices,
  message: NotificationMessage,
  { peer, session }: LegacyCaller,
): void {
  if (message.method === 'notifications/cancelled') {
    const id = message.params?.['requestId'];
    if (isRequestId(id)) session?.inFlight(id)?.cancel(message.params?.['reason']);
    return;
  }
  services.tell(message, peer);
}

function takeResponse(
  services: ExchangeServices,
  response: ResponseMessage,
  { session }: LegacyCaller,
): void {
  if (session !== undefined) session.answer(response);
  else services.settings.warnings.peer('sent a response, though a server without sessions asks nothing');
}

/** A member of a batch that is no message. https://www.jsonrpc.org/specification#batch */
function takeBroken(
  services: ExchangeServices,
  post: LegacyPost,
  { fault, response, shape }: DecodeFault,
  { session }: LegacyCaller,
): void {
  if (shape === 'response') session?.spoil(response.id, fault);
  else if (shape !== 'notification') post.addText(services.encodeResponse(response), response.id);
}
