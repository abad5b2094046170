import type { DecodeOptions, NotificationMessage } from '../../protocol/index.js';
import { decodeMessage } from '../../protocol/index.js';
import type { AuthInfo, MirroredParam } from '../message-handler.js';
import type { MessageQuery, MessageVerdict } from './classify-message.js';
import { batchRevision, classifyMessage } from './classify-message.js';
import { classifySession } from './classify-session.js';
import type { ExchangeServices } from './exchange-services.js';
import { dispatchInitialize, dispatchLegacy } from './legacy-dispatch.js';
import type { LegacySession } from './legacy-session.js';
import { ModernExchange, modernPeer } from './modern-exchange.js';
import { answerRefusal, refuse } from './refusal.js';
import type { RequestHead } from './request-head.js';
import type { ResponseSink } from './response-sink.js';
import type { SessionTable } from './session-table.js';
import { sessionlessPeer } from './sessionless-peer.js';

/** A request on its way through the ladder. */
export interface Asking {
  readonly head: RequestHead;
  readonly sink: ResponseSink;
  readonly auth: AuthInfo | undefined;
}

const NO_PARAMS: readonly MirroredParam[] = [];

/** Carries out what the ladder makes of the bodies of POSTs. */
export class MessageDispatch {
  readonly #services: ExchangeServices;
  readonly #sessions: SessionTable;
  readonly #plain: DecodeOptions;
  readonly #batches: DecodeOptions;

  constructor(services: ExchangeServices, sessions: SessionTable) {
    const { limits } = services.settings;
    this.#services = services;
    this.#sessions = sessions;
    this.#plain = { limits };
    this.#batches = { limits, revision: '2025-03-26' };
  }

  /** Takes in a body that is there, whole. */
  take(asking: Asking, bytes: Uint8Array | string): void {
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
        answerRefusal(sink, verdict);
        return;
    }
  }

  #legacy(
    { sink }: Asking,
    body: Parameters<typeof dispatchLegacy>[2],
    caller: Parameters<typeof dispatchLegacy>[3],
  ): void {
    const refusal = dispatchLegacy(this.#services, sink, body, caller);
    if (refusal !== undefined) answerRefusal(sink, refusal);
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
      answerRefusal(sink, refuse(503, 'All sessions there may be are in use', ['Retry-After', '60']));
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
}
