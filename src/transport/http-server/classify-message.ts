import type {
  BatchMessage,
  DecodeFault,
  ErrorMessage,
  Message,
  NotificationMessage,
  RequestMessage,
  ResponseMessage,
  Revision,
} from '../../protocol/index.js';
import {
  checkRequestHeaders,
  ERROR_CODES,
  eraOf,
  invalidRequest,
  isJsonObject,
  isRevision,
  META,
  malformedEnvelope,
  missingEnvelope,
  RpcError,
  readEnvelope,
} from '../../protocol/index.js';
import type { MirroredParam } from '../message-handler.js';
import { isModernVersion } from './classify-endpoint.js';
import type { EraPolicy, SessionFacts, SessionQuery } from './classify-session.js';
import { ASSUMED_REVISION, checkLegacyVersion, classifySession } from './classify-session.js';
import type { Refusal } from './refusal.js';
import { refuse, refuseMessage, refuseWith } from './refusal.js';
import type { HeaderFields } from './request-head.js';
import { SESSION_FIELD, VERSION_FIELD } from './request-head.js';

/** What the body of a POST is, once its headers agree. The set is closed. */
export type MessageVerdict<Session> =
  | { readonly kind: 'modern-request'; readonly message: RequestMessage }
  | { readonly kind: 'modern-notification'; readonly message: NotificationMessage }
  /** Opens a legacy session, or, without sessions, is answered like any other request. */
  | { readonly kind: 'initialize'; readonly message: RequestMessage }
  /** Belongs to a legacy session. */
  | { readonly kind: 'legacy'; readonly session: Session; readonly body: Message | BatchMessage }
  /** Legacy, on a server without sessions; `revision` is all there is to go by. */
  | { readonly kind: 'sessionless'; readonly revision: Revision; readonly body: Message | BatchMessage }
  | Refusal;

/** What the ladder looks at besides the message. */
export interface MessageQuery<Session extends SessionFacts> extends SessionQuery<Session> {
  /** The mirrored arguments of a tool. */
  readonly mirrored: (toolName: string) => readonly MirroredParam[];
}

const NO_PARAMS: readonly MirroredParam[] = [];

/**
 * The revision whose batches a body may be: batches exist in 2025-03-26 alone, and only the session (or, without
 * sessions, the version header) says that this is one. Undefined: no batches.
 */
export function batchRevision<Session extends SessionFacts>(
  { fields, find }: Pick<SessionQuery<Session>, 'fields' | 'find'>,
  policy: EraPolicy,
): Revision | undefined {
  if (policy.eras === 'modern') return undefined;
  const version = fields[VERSION_FIELD];
  if (!policy.hasSessions) return sessionlessRevision(version);
  const sessionId = fields[SESSION_FIELD];
  return sessionId === undefined || isModernVersion(version) ? undefined : find(sessionId)?.revision;
}

/**
 * The last steps of the ladder: kind of message, era, version, envelope, header checks, session. Pure but for what
 * `find` and `mirrored` look up. The era is decided for each message alone: one with an envelope is modern, whatever
 * session header stands beside it.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 */
export function classifyMessage<Session extends SessionFacts>(
  body: Message | BatchMessage | DecodeFault,
  query: MessageQuery<Session>,
  policy: EraPolicy,
): MessageVerdict<Session> {
  switch (body.kind) {
    case 'fault':
      return refuseWith(body.response);
    case 'request':
      return classifyRequest(body, query, policy);
    case 'notification':
      if (isModernNotification(body, query.fields, policy))
        return { kind: 'modern-notification', message: body };
      return classifyLegacy(body, query, policy);
    case 'success':
    case 'error':
      return classifyResponse(body, query, policy);
    case 'batch':
      return classifyLegacy(body, query, policy);
  }
}

function classifyRequest<Session extends SessionFacts>(
  message: RequestMessage,
  query: MessageQuery<Session>,
  policy: EraPolicy,
): MessageVerdict<Session> {
  if (policy.eras !== 'legacy') {
    const envelope = readEnvelope(message);
    if (envelope.kind === 'malformed') return refuseMessage(400, envelope.error, message.id);
    if (envelope.kind === 'modern') {
      const mismatch = checkHeaders(message, envelope.revision, query);
      return mismatch === undefined
        ? { kind: 'modern-request', message }
        : refuseMessage(400, mismatch, message.id);
    }
  }
  if (policy.eras === 'modern') return refuseMessage(400, bareInModern(message, policy), message.id);
  if (message.method === 'initialize') return classifyInitialize(message, query, policy);
  const bare = policy.eras === 'both' ? bareOfEither(query.fields, policy) : undefined;
  return bare === undefined ? classifyLegacy(message, query, policy) : refuseMessage(400, bare, message.id);
}

/**
 * A request without an envelope of which nothing says that it is a legacy one: no session and no version, or a modern
 * one. 2026-07-28 basic#meta: a request that lacks a required field MUST be rejected with -32602
 */
function bareOfEither(fields: HeaderFields, { hasSessions }: EraPolicy): RpcError | undefined {
  if (isModernVersion(fields[VERSION_FIELD])) return missingEnvelope(META.PROTOCOL_VERSION);
  const isLegacy = fields[VERSION_FIELD] !== undefined || fields[SESSION_FIELD] !== undefined || !hasSessions;
  return isLegacy ? undefined : malformedEnvelope(NO_ENVELOPE);
}

const NO_ENVELOPE =
  `_meta lacks the required field '${META.PROTOCOL_VERSION}'. Clients of earlier revisions send initialize first, and ` +
  'the Mcp-Session-Id of its answer with every request';

/** 2026-07-28 basic/transports/streamable-http#server-validation */
function checkHeaders(
  message: RequestMessage,
  envelopeRevision: string,
  { fields, mirrored }: MessageQuery<SessionFacts>,
): RpcError | undefined {
  const tool = message.method === 'tools/call' ? message.params?.['name'] : undefined;
  return checkRequestHeaders({
    message,
    envelopeRevision,
    headers: (name) => fields[name.toLowerCase()],
    mirrored: typeof tool === 'string' ? mirrored(tool) : NO_PARAMS,
  });
}

/**
 * A legacy client on a modern server. Its user sees this text and nothing else, so it names the versions.
 * 2026-07-28 basic/versioning#backward-compatibility-with-initialization-based-versions
 */
function bareInModern({ method, params }: RequestMessage, { revisions }: EraPolicy): RpcError {
  if (method !== 'initialize') return missingEnvelope(META.PROTOCOL_VERSION);
  const asked = params?.['protocolVersion'];
  const requested = typeof asked === 'string' ? asked : '';
  const supported = revisions.filter((revision) => eraOf(revision) === 'modern');
  const text = `Unsupported protocol version: this server speaks only ${supported.join(', ')}, without initialize`;
  return new RpcError(ERROR_CODES.UNSUPPORTED_PROTOCOL_VERSION.code, text, { supported, requested }, 400);
}

/** The version header is not sent with `initialize`, and is not looked at: it could only be a leftover. */
function classifyInitialize<Session extends SessionFacts>(
  message: RequestMessage,
  query: MessageQuery<Session>,
  policy: EraPolicy,
): MessageVerdict<Session> {
  const sessionId = query.fields[SESSION_FIELD];
  if (!policy.hasSessions || sessionId === undefined) return { kind: 'initialize', message };
  const session = query.find(sessionId);
  if (session === undefined || session.principal !== query.principal) {
    // 2025-11-25 basic/transports#session-management: 404 to whatever carries the id of an ended session
    return refuseMessage(
      404,
      invalidRequest('There is no such session: initialize without Mcp-Session-Id'),
      message.id,
    );
  }
  return refuseMessage(400, invalidRequest('This session is initialized already'), message.id);
}

/** 2026-07-28 basic/transports/streamable-http#sending-messages: the client MUST NOT send responses */
function classifyResponse<Session extends SessionFacts>(
  message: ResponseMessage,
  query: MessageQuery<Session>,
  policy: EraPolicy,
): MessageVerdict<Session> {
  const isModern = policy.eras === 'modern' || isModernVersion(query.fields[VERSION_FIELD]);
  return isModern && policy.eras !== 'legacy'
    ? refuse(400, 'The body must be a request or a notification; this revision has no responses from clients')
    : classifyLegacy(message, query, policy);
}

/** The headers of a notification are not defined by the modern revision, so any sign of it counts. */
function isModernNotification(
  { params }: NotificationMessage,
  fields: HeaderFields,
  { eras }: EraPolicy,
): boolean {
  if (eras !== 'both') return eras === 'modern';
  if (isModernVersion(fields[VERSION_FIELD])) return true;
  const meta = params?.['_meta'];
  return isJsonObject(meta) && isModernVersion(asText(meta[META.PROTOCOL_VERSION]));
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function classifyLegacy<Session extends SessionFacts>(
  body: Message | BatchMessage,
  query: MessageQuery<Session>,
  policy: EraPolicy,
): MessageVerdict<Session> {
  if (policy.hasSessions) {
    const verdict = classifySession(query, policy);
    return verdict.kind === 'refuse'
      ? withId(verdict, body)
      : { kind: 'legacy', session: verdict.session, body };
  }
  const error = checkLegacyVersion(query.fields, policy);
  if (error !== undefined) return withId(refuseMessage(400, error, undefined), body);
  return { kind: 'sessionless', revision: sessionlessRevision(query.fields[VERSION_FIELD]), body };
}

function sessionlessRevision(version: string | undefined): Revision {
  return isRevision(version) ? version : ASSUMED_REVISION;
}

/** A refused request is told so under its id. */
function withId(refusal: Refusal, body: Message | BatchMessage): Refusal {
  if (body.kind !== 'request') return refusal;
  const answer: ErrorMessage = { ...refusal.body, id: body.id };
  return { ...refusal, body: answer };
}
