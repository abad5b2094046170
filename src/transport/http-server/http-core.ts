import type { DecodeOptions, NotificationMessage } from '../../protocol/index.js';
import { decodeMessage, encodeMessage, Fault, failure, internalError } from '../../protocol/index.js';
import type { AuthInfo, MessageHandler, MirroredParam } from '../message-handler.js';
import type { AuthVerdict } from './authenticate.js';
import { authenticate } from './authenticate.js';
import { allowedMethods, classifyEndpoint } from './classify-endpoint.js';
import { classifyEntity, classifyStreamEntity } from './classify-entity.js';
import type { MessageQuery, MessageVerdict } from './classify-message.js';
import { batchRevision, classifyMessage } from './classify-message.js';
import { classifySession } from './classify-session.js';
import { corsHeaders, preflightHeaders } from './cors.js';
import { ExchangeServices } from './exchange-services.js';
import { dispatchInitialize, dispatchLegacy } from './legacy-dispatch.js';
import type { LegacySession } from './legacy-session.js';
import { JSON_HEADERS, ModernExchange, modernPeer } from './modern-exchange.js';
import type { HttpServerOptions } from './options.js';
import { httpServerSettings } from './options.js';
import type { Refusal } from './refusal.js';
import { refuse } from './refusal.js';
import type { HeaderFields, RequestHead } from './request-head.js';
import { LAST_EVENT_FIELD } from './request-head.js';
import type { ResponseSink } from './response-sink.js';
import { SessionTable } from './session-table.js';
import { sessionlessPeer } from './sessionless-peer.js';

/** The body of a request. */
export interface BodySource {
  /** Calls back once; never when the client goes before the end of the body. */
  read(maxBytes: number, done: (body: Uint8Array | string | Refusal) => void): void;
}

/** What the caller knows of a request beyond the request. */
export interface RequestExtra {
  /** Who is calling, when that was found out already; the `authenticate` hook is not asked then. */
  readonly auth?: AuthInfo;
  /** Address of the caller, for the `authenticate` hook. */
  readonly remote?: string;
}

/** A request on its way through the ladder. */
interface Asking {
  readonly head: RequestHead;
  readonly sink: ResponseSink;
  readonly auth: AuthInfo | undefined;
}

const NO_EXTRA: RequestExtra = {};
const NO_PARAMS: readonly MirroredParam[] = [];

/**
 * Serves a `MessageHandler` over streamable HTTP, for any way of getting requests in and answers out. The ladder of
 * decisions is in the classify-* files; this runs it.
 */
export class HttpCore {
  readonly #services: ExchangeServices;
  readonly #sessions: SessionTable;
  readonly #plain: DecodeOptions;
  readonly #batches: DecodeOptions;
  /** The Host header of the last request that was let through. */
  #allowedHost: string | undefined;
  #closing: Promise<void> | undefined;

  constructor(handler: MessageHandler, options: HttpServerOptions) {
    const settings = httpServerSettings(options);
    this.#services = new ExchangeServices(handler, settings);
    this.#sessions = new SessionTable(this.#services);
    this.#plain = { limits: settings.limits };
    this.#batches = { limits: settings.limits, revision: '2025-03-26' };
  }

  get isClosing(): boolean {
    return this.#closing !== undefined;
  }

  /** Never throws; always answers, unless the client goes. */
  accept(head: RequestHead, sink: ResponseSink, body: BodySource, extra: RequestExtra = NO_EXTRA): void {
    this.#guard(sink, () => this.#accept(head, sink, body, extra));
  }

  /**
   * Refuses what is new, tells subscriptions to end (their signal is aborted, their result is still sent), gives the
   * rest `drainMs` to finish, and ends all sessions. Idempotent.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close(new Fault('closed', 'The server is closing.'));
    return this.#closing;
  }

  async #close(reason: Fault): Promise<void> {
    this.#sessions.drain();
    await this.#services.drain(reason);
    this.#sessions.close(reason);
  }

  #guard(sink: ResponseSink, step: () => void): void {
    this.#services.guard(step, () => {
      sink.respond(500, JSON_HEADERS, encodeMessage(failure(undefined, internalError().toErrorObject())));
    });
  }

  #accept(head: RequestHead, sink: ResponseSink, body: BodySource, extra: RequestExtra): void {
    if (this.isClosing) {
      this.#refuse(sink, refuse(503, 'The server is closing'));
      return;
    }
    const { settings } = this.#services;
    const endpoint = classifyEndpoint(head, settings.endpoint, this.#allowedHost);
    if (endpoint.kind === 'refuse') {
      this.#refuse(sink, endpoint);
      return;
    }
    this.#allowedHost = head.fields['host'];
    sink.extraHeaders = corsHeaders(head.fields);
    if (endpoint.kind === 'preflight') {
      const methods = allowedMethods(settings.endpoint);
      sink.respond(204, preflightHeaders(head.fields, methods), undefined);
      return;
    }
    const next = (verdict: AuthVerdict): void => {
      if (verdict.kind === 'refuse') {
        this.#refuse(sink, verdict);
        return;
      }
      const asking: Asking = { head, sink, auth: verdict.auth };
      if (endpoint.kind === 'message') this.#post(asking, body);
      else this.#session(asking, endpoint.kind);
    };
    if (extra.auth !== undefined) next({ kind: 'accept', auth: extra.auth });
    else this.#authenticate({ head, sink }, extra.remote, next);
  }

  #authenticate(
    { head, sink }: Omit<Asking, 'auth'>,
    remote: string | undefined,
    next: (verdict: AuthVerdict) => void,
  ): void {
    const services = this.#services;
    const { settings } = services;
    const verdict = authenticate(settings.authenticate, head.fields, head.method, remote, (fault) =>
      services.warn(fault),
    );
    if ('then' in verdict) void verdict.then((settled) => this.#guard(sink, () => next(settled)));
    else next(verdict);
  }

  #post(asking: Asking, body: BodySource): void {
    const { requestBodyBytes } = this.#services.settings.limits;
    const refusal = classifyEntity(asking.head.fields, requestBodyBytes);
    if (refusal !== undefined) {
      this.#refuse(asking.sink, refusal);
      return;
    }
    body.read(requestBodyBytes, (read) => {
      this.#guard(asking.sink, () => {
        if (typeof read === 'string' || read instanceof Uint8Array) this.#message(asking, read);
        else this.#refuse(asking.sink, read);
      });
    });
  }

  #message(asking: Asking, bytes: Uint8Array | string): void {
    const { era } = this.#services.settings;
    const query = this.#query(asking);
    const options = batchRevision(query, era) === '2025-03-26' ? this.#batches : this.#plain;
    const body = decodeMessage(bytes, options);
    if (body.kind === 'fault' && body.shape === 'response') {
      const verdict = classifySession(query, era);
      if (verdict.kind === 'session') verdict.session.spoil(body.response.id, body.fault);
    }
    this.#dispatch(asking, classifyMessage(body, query, era));
  }

  #query({ head, auth }: Asking): MessageQuery<LegacySession> {
    return {
      fields: head.fields,
      principal: auth?.principal,
      find: (sessionId) => this.#sessions.find(sessionId),
      mirrored: (toolName) => this.#services.handler.mirroredParams?.(toolName) ?? NO_PARAMS,
    };
  }

  #dispatch(asking: Asking, verdict: MessageVerdict<LegacySession>): void {
    const { sink, auth, head } = asking;
    switch (verdict.kind) {
      case 'modern-request':
        // Gone while we found out who it is: that cancels, too.
        if (sink.isGone) return;
        new ModernExchange(this.#services, sink, verdict.message, head.fields, auth).run();
        return;
      case 'modern-notification':
        this.#modernNotification(verdict.message);
        sink.respond(202, [], undefined);
        return;
      case 'initialize':
        this.#initialize(asking, verdict);
        return;
      case 'legacy': {
        const { session } = verdict;
        this.#sessions.touch(session);
        this.#legacy(asking, verdict.body, { peer: session, session, auth, fields: head.fields });
        return;
      }
      case 'sessionless': {
        const peer = sessionlessPeer(verdict.revision);
        this.#legacy(asking, verdict.body, { peer, session: undefined, auth, fields: head.fields });
        return;
      }
      case 'refuse':
        this.#refuse(sink, verdict);
        return;
    }
  }

  #legacy(
    { sink }: Asking,
    body: Parameters<typeof dispatchLegacy>[2],
    caller: Parameters<typeof dispatchLegacy>[3],
  ): void {
    const refusal = dispatchLegacy(this.#services, sink, body, caller);
    if (refusal !== undefined) this.#refuse(sink, refusal);
  }

  #initialize(
    asking: Asking,
    { message }: Extract<MessageVerdict<LegacySession>, { kind: 'initialize' }>,
  ): void {
    const { sink, auth, head } = asking;
    const { era } = this.#services.settings;
    if (!era.hasSessions) {
      this.#legacy(asking, message, {
        peer: sessionlessPeer(undefined),
        session: undefined,
        auth,
        fields: head.fields,
      });
    } else if (!this.#sessions.makeRoom()) {
      this.#refuse(sink, refuse(503, 'All sessions there may be are in use', ['Retry-After', '60']));
    } else {
      const session = this.#sessions.create(auth?.principal);
      const caller = { peer: session, session, auth, fields: head.fields };
      dispatchInitialize(this.#services, sink, message, caller, this.#sessions);
    }
  }

  /**
   * There is no stream to cancel by, and no request that this could name: on HTTP closing the stream cancels.
   * 2026-07-28 basic/patterns/cancellation#transport-specific-cancellation
   */
  #modernNotification(message: NotificationMessage): void {
    if (message.method !== 'notifications/cancelled') this.#services.tell(message, modernPeer());
  }

  /** GET and DELETE. 2025-11-25 basic/transports#listening-for-messages-from-the-server, #session-management */
  #session(asking: Asking, kind: 'stream' | 'end-session'): void {
    const { sink, head } = asking;
    const refusal = kind === 'stream' ? classifyStreamEntity(head.fields) : undefined;
    const verdict = refusal ?? classifySession(this.#query(asking), this.#services.settings.era);
    if (verdict.kind === 'refuse') {
      this.#refuse(sink, verdict);
      return;
    }
    const { session } = verdict;
    if (kind === 'end-session') {
      this.#sessions.end(session, new Fault('closed', 'The client ended the session.', { origin: 'peer' }));
      sink.respond(204, [], undefined);
      return;
    }
    this.#sessions.touch(session);
    this.#stream(sink, session, head.fields);
  }

  #stream(sink: ResponseSink, session: LegacySession, fields: HeaderFields): void {
    const lastEventId = fields[LAST_EVENT_FIELD];
    if (lastEventId === undefined) {
      session.listen(sink);
      return;
    }
    switch (session.resume(lastEventId, sink)) {
      case 'resumed':
        return;
      case 'complete':
        // A client that missed nothing must not come back for more, and 405 is the one answer that says so.
        this.#refuse(sink, refuse(405, 'This stream is complete', ['Allow', 'POST, DELETE, OPTIONS']));
        return;
      case 'unknown':
        this.#refuse(sink, refuse(400, 'What followed this Last-Event-ID is no longer kept'));
        return;
    }
  }

  #refuse(sink: ResponseSink, { status, headers, body }: Refusal): void {
    const text = encodeMessage(body, this.#services.settings.limits);
    sink.respond(status, [...JSON_HEADERS, ...headers], text);
  }
}
