import type {
  EnvelopeReading,
  Era,
  JsonObject,
  MethodRow,
  NotificationMessage,
  RequestMessage,
  ResponseMessage,
  ResultExtras,
  Revision,
  ServerCapabilities,
} from '../../protocol/index.js';
import {
  completeResult,
  ERROR_CODES,
  eraOf,
  initializeUnsupported,
  invalidRequest,
  isRevision,
  legacyResult,
  META,
  methodIn,
  methodNotFound,
  missingEnvelope,
  RpcError,
  readEnvelope,
  success,
  unsupportedVersion,
} from '../../protocol/index.js';
import type { MessageHandler, MirroredParam, Peer, RequestContext } from '../../transport/index.js';
import { isPromise } from '../../transport/index.js';
import { initialize } from '../lifecycle/initialize.js';
import type { CachedMethod } from '../options.js';
import type { ServerCore } from '../server-core.js';
import { requireServerCapability } from './capability-gate.js';
import { checkedParams } from './checked-params.js';
import { errorResponse } from './error-boundary.js';
import type { Exchange } from './exchange.js';
import { METHOD_HANDLERS, type MethodHandler } from './method-handlers.js';

const INVALID_REQUEST = ERROR_CODES.INVALID_REQUEST.code;
const NO_PARAMS: readonly MirroredParam[] = [];

type ModernReading = Extract<EnvelopeReading, { kind: 'modern' }>;
/** What a request says about its sender; its params are not checked yet. */
type Sender = Omit<Exchange, 'id' | 'method' | 'params' | 'carrier'>;

/** Who answers a method that the server has. */
interface Route {
  readonly row: MethodRow;
  readonly handler: MethodHandler;
}

/** A modern client by its subscriptions, a legacy one in its session. */
function canBeNotified({ era, session }: Sender): boolean {
  return era === 'modern' || session !== undefined;
}

/**
 * Answers requests of both eras. Which one a request belongs to is decided for each anew: an envelope makes it
 * modern, even after an `initialize`; a bare one is legacy, and then only after an `initialize`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 */
export class Dispatcher implements MessageHandler {
  readonly #core: ServerCore;
  readonly #extras = new Map<string, ResultExtras>();
  readonly #routes = new WeakMap<ServerCapabilities, Map<string, Route>>();

  constructor(core: ServerCore) {
    this.#core = core;
  }

  request(message: RequestMessage, carrier: RequestContext): ResponseMessage | Promise<ResponseMessage> {
    const reading = readEnvelope(message);
    if (reading.kind === 'bare') return this.#legacy(message, carrier);
    try {
      if (reading.kind === 'malformed') throw reading.error;
      return this.#answer(message, 'modern', this.#dispatch(message, carrier, this.#modernSender(reading)));
    } catch (error) {
      return errorResponse(message, error, 'modern', this.#core.log);
    }
  }

  #legacy(message: RequestMessage, carrier: RequestContext): ResponseMessage | Promise<ResponseMessage> {
    let sender: Sender | undefined;
    try {
      sender = message.method === 'initialize' ? undefined : this.#legacySender(carrier);
      const result =
        sender === undefined
          ? this.#beforeSession(message, carrier)
          : this.#dispatch(message, carrier, sender);
      return this.#answer(message, 'legacy', result);
    } catch (error) {
      // Without a session the sender may be of either era; an HTTP status tells it more than 200 would.
      return errorResponse(message, error, sender === undefined ? 'modern' : 'legacy', this.#core.log);
    }
  }

  #answer(
    message: RequestMessage,
    era: Era,
    result: JsonObject | Promise<JsonObject>,
  ): ResponseMessage | Promise<ResponseMessage> {
    return isPromise(result) ? this.#later(message, era, result) : this.#response(message, era, result);
  }

  async #later(message: RequestMessage, era: Era, result: Promise<JsonObject>): Promise<ResponseMessage> {
    try {
      return this.#response(message, era, await result);
    } catch (error) {
      return errorResponse(message, error, era, this.#core.log);
    }
  }

  #response({ id, method }: RequestMessage, era: Era, result: JsonObject): ResponseMessage {
    const full =
      era === 'legacy' ? legacyResult(result) : completeResult(method, result, this.#extrasOf(method));
    return success(id, full);
  }

  notification(message: NotificationMessage, peer: Peer): void {
    if (message.method !== 'notifications/initialized') return;
    const session = this.#core.sessions.of(peer);
    if (session !== undefined) session.isReady = true;
  }

  mirroredParams(toolName: string): readonly MirroredParam[] {
    return this.#core.tools.get(toolName)?.mirrored ?? NO_PARAMS;
  }

  /** What a peer without envelope and session may ask. 2025-11-25 basic/lifecycle#initialization */
  #beforeSession(message: RequestMessage, carrier: RequestContext): JsonObject {
    if (message.method === 'initialize') return initialize(this.#core, message, carrier);
    const servesLegacy = this.#core.settings.revisions.some((revision) => eraOf(revision) === 'legacy');
    if (message.method === 'ping' && servesLegacy) return {};
    // 2026-07-28 basic#meta: a request without the required fields MUST be rejected with -32602
    throw missingEnvelope(META.PROTOCOL_VERSION);
  }

  #modernSender(reading: ModernReading): Sender {
    const { revision } = reading;
    const { revisions } = this.#core.settings;
    if (!isRevision(revision) || eraOf(revision) !== 'modern' || !revisions.includes(revision)) {
      throw unsupportedVersion(revision, revisions);
    }
    const { clientInfo, clientCapabilities, logLevel } = reading;
    return { era: 'modern', revision, clientInfo, clientCapabilities, logLevel, session: undefined };
  }

  /** Undefined when the peer has not initialized. */
  #legacySender({ peer, auth }: RequestContext): Sender | undefined {
    const session = this.#core.sessions.of(peer);
    if (session === undefined) return this.#sessionlessSender(peer.assumedRevision);
    // A session id is no credential. 2025-11-25 basic/security_best_practices#session-hijacking
    if (session.principal !== auth?.principal) {
      throw new RpcError(
        INVALID_REQUEST,
        'Invalid request: the session belongs to another caller',
        undefined,
        403,
      );
    }
    const { revision, clientInfo, clientCapabilities, logLevel } = session;
    return { era: 'legacy', revision, clientInfo, clientCapabilities, logLevel, session };
  }

  /** A client whose carrier keeps no sessions: what it declared is not known, so it is asked nothing. */
  #sessionlessSender(revision: Revision | undefined): Sender | undefined {
    if (revision === undefined) return undefined;
    const { revisions } = this.#core.settings;
    if (!revisions.includes(revision)) {
      throw invalidRequest(`Invalid request: ${revision} is not served, only ${revisions.join(', ')}`);
    }
    return {
      era: 'legacy',
      revision,
      clientInfo: undefined,
      clientCapabilities: {},
      logLevel: undefined,
      session: undefined,
    };
  }

  #dispatch(
    message: RequestMessage,
    carrier: RequestContext,
    sender: Sender,
  ): JsonObject | Promise<JsonObject> {
    const { id, method } = message;
    const { era, revision, clientInfo, clientCapabilities, logLevel, session } = sender;
    const { row, handler } = this.#routeOf(method, sender);
    const params = checkedParams(row, message);
    // Member by member: to spread the sender into it costs a tenth of the whole dispatch.
    return handler(this.#core, {
      id,
      method,
      params,
      era,
      revision,
      clientInfo,
      clientCapabilities,
      logLevel,
      session,
      carrier,
    });
  }

  /** Decided once per method and set of capabilities, which is a new object after every registration. */
  #routeOf(method: string, sender: Sender): Route {
    const declared = this.#core.capabilities(sender.revision, canBeNotified(sender));
    let routes = this.#routes.get(declared);
    if (routes === undefined) {
      routes = new Map();
      this.#routes.set(declared, routes);
    }
    let route = routes.get(method);
    if (route === undefined) {
      route = this.#decideRoute(method, sender.revision, declared);
      routes.set(method, route);
    }
    return route;
  }

  #decideRoute(method: string, revision: Revision, declared: ServerCapabilities): Route {
    const row = methodIn(method, revision, 'client');
    const handler = METHOD_HANDLERS.get(method);
    if (row === undefined || handler === undefined) throw this.#unknown(method);
    requireServerCapability(row, declared, revision);
    return { row, handler };
  }

  // 2026-07-28 basic/versioning: a modern server SHOULD name its versions in any error to `initialize`
  #unknown(method: string): RpcError {
    const { revisions } = this.#core.settings;
    const isModernOnly = revisions.every((revision) => eraOf(revision) === 'modern');
    return method === 'initialize' && isModernOnly
      ? initializeUnsupported(revisions)
      : methodNotFound(method);
  }

  /** Made once per method: they are the same for every result. */
  #extrasOf(method: string): ResultExtras {
    let extras = this.#extras.get(method);
    if (extras === undefined) {
      const { settings, info } = this.#core;
      extras = {
        ...settings.cache[method as CachedMethod],
        ...(settings.identify ? { serverInfo: info } : {}),
      };
      if (METHOD_HANDLERS.has(method)) this.#extras.set(method, extras);
    }
    return extras;
  }
}
