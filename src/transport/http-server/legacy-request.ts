import type {
  JsonObject,
  NotificationMessage,
  RequestId,
  RequestMessage,
  ResponseMessage,
} from '../../protocol/index.js';
import { Fault, redactedExcerpt } from '../../protocol/index.js';
import type { AuthInfo, Peer, RequestContext } from '../message-handler.js';
import { LazySignal } from './lazy-signal.js';
import type { LegacyPost, PostMember } from './legacy-post.js';
import type { LegacySession, SessionRequest } from './legacy-session.js';
import type { HeaderFields } from './request-head.js';

/** Who sent a legacy request. */
export interface LegacyCaller {
  readonly peer: Peer;
  /** Undefined on a server without sessions. */
  readonly session: LegacySession | undefined;
  readonly auth: AuthInfo | undefined;
  readonly fields: HeaderFields;
}

/** One legacy request that a handler is at work on, and the context it gets. Call its methods as methods. */
export class LegacyRequest implements RequestContext, SessionRequest, PostMember {
  declare readonly auth?: AuthInfo;
  declare readonly closeStream?: (options?: { retryMs?: number }) => void;
  readonly headers: HeaderFields;
  readonly peer: Peer;
  readonly message: RequestMessage;
  readonly #post: LegacyPost;
  readonly #session: LegacySession | undefined;
  readonly #cancelled = new LazySignal();
  #isOpen = true;

  constructor(post: LegacyPost, message: RequestMessage, { peer, session, auth, fields }: LegacyCaller) {
    this.#post = post;
    this.message = message;
    this.#session = session;
    this.peer = peer;
    this.headers = fields;
    if (auth !== undefined) this.auth = auth;
    if (session?.streams.canPoll === true) {
      this.closeStream = (options) => {
        if (this.#isOpen) post.closeConnection(options?.retryMs);
      };
    }
  }

  get id(): RequestId {
    return this.message.id;
  }

  get signal(): AbortSignal {
    return this.#cancelled.signal;
  }

  /** Whether the client still waits on its POST. */
  get isConnected(): boolean {
    return this.#post.isConnected;
  }

  notify(notification: NotificationMessage): void {
    if (this.#isOpen) this.#post.notify(notification);
  }

  request(method: string, params?: JsonObject, options?: { signal?: AbortSignal }): Promise<ResponseMessage> {
    if (!this.#isOpen) {
      const text = `The request ${this.message.method} is over; nothing can be asked on its behalf any more.`;
      return Promise.reject(new Fault('closed', text));
    }
    const stream = this.#post.questionStream();
    if (this.#session === undefined || stream === undefined) return Promise.reject(unreachable(method));
    return this.#session.ask(stream, method, params, [options?.signal, this.signal]);
  }

  /** The answer is there. False when it comes too late. */
  close(): boolean {
    if (!this.#isOpen) return false;
    this.#isOpen = false;
    this.#session?.remove(this);
    return true;
  }

  /** The client takes it back. 2025-11-25 basic/utilities/cancellation */
  cancel(reason: unknown): void {
    // 2025-11-25 basic/utilities/cancellation#behavior-requirements: initialize cannot be cancelled
    if (this.message.method === 'initialize') return;
    const why = typeof reason === 'string' && reason !== '' ? ` Its reason: ${redactedExcerpt(reason)}` : '';
    this.abandon(new Fault('cancelled', `The client cancelled the request.${why}`, { origin: 'peer' }));
  }

  /** Nothing more is sent for it. */
  abandon(reason: Fault): void {
    if (!this.close()) return;
    this.#cancelled.abort(reason);
    this.#post.settle(undefined);
  }

  /** Answers for the handler, which is told to stop. */
  stop(reason: Fault): void {
    if (!this.close()) return;
    this.#post.giveUp(this.id, reason);
    this.#cancelled.abort(reason);
  }
}

function unreachable(method: string): Fault {
  return new Fault(
    'peer_unreachable',
    `${method} cannot be asked of the client: it has no session, or closed the connection of this request before there ` +
      'was a stream to resume.',
  );
}
