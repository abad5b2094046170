import { encodeMessage, Fault, failure, internalError } from '../../protocol/index.js';
import { BoundedHandler } from '../bounded-handler.js';
import type { AuthInfo, MessageHandler } from '../message-handler.js';
import type { AuthVerdict } from './authenticate.js';
import { authenticate } from './authenticate.js';
import { allowedMethods, classifyEndpoint } from './classify-endpoint.js';
import { classifyEntity } from './classify-entity.js';
import { corsHeaders, preflightHeaders } from './cors.js';
import { ExchangeServices } from './exchange-services.js';
import type { Asking } from './message-dispatch.js';
import { MessageDispatch } from './message-dispatch.js';
import type { HttpServerOptions } from './options.js';
import { httpServerSettings } from './options.js';
import type { Refusal } from './refusal.js';
import { answerRefusal, JSON_HEADERS, refuse } from './refusal.js';
import type { RequestHead } from './request-head.js';
import type { ResponseSink } from './response-sink.js';
import { takeSessionRequest } from './session-requests.js';
import { SessionTable } from './session-table.js';

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

const NO_EXTRA: RequestExtra = {};

/**
 * Serves a `MessageHandler` over streamable HTTP, for any way of getting requests in and answers out. The ladder of
 * decisions is in the classify-* files; this runs it.
 */
export class HttpCore {
  readonly #services: ExchangeServices;
  readonly #sessions: SessionTable;
  readonly #messages: MessageDispatch;
  /** The Host header of the last request that was let through. */
  #allowedHost: string | undefined;
  #closing: Promise<void> | undefined;

  constructor(handler: MessageHandler, options: HttpServerOptions) {
    const settings = httpServerSettings(options);
    const { limits, warnings } = settings;
    const bounded = new BoundedHandler(handler, limits.runningRequests, (fault) => warnings.once(fault));
    this.#services = new ExchangeServices(bounded, settings);
    this.#sessions = new SessionTable(this.#services);
    this.#messages = new MessageDispatch(this.#services, this.#sessions);
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
      answerRefusal(sink, refuse(503, 'The server is closing'));
      return;
    }
    const { settings } = this.#services;
    const endpoint = classifyEndpoint(head, settings.endpoint, this.#allowedHost);
    if (endpoint.kind === 'refuse') {
      answerRefusal(sink, endpoint);
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
        answerRefusal(sink, verdict);
        return;
      }
      const asking: Asking = { head, sink, auth: verdict.auth };
      if (endpoint.kind === 'message') this.#post(asking, body);
      else takeSessionRequest(asking, endpoint.kind, this.#services, this.#sessions);
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
      answerRefusal(asking.sink, refusal);
      return;
    }
    body.read(requestBodyBytes, (read) => {
      this.#guard(asking.sink, () => {
        if (typeof read === 'string' || read instanceof Uint8Array) this.#messages.take(asking, read);
        else answerRefusal(asking.sink, read);
      });
    });
  }
}
