import type { ClientCapabilities, Envelope, JsonObject, LoggingLevel, RequestId } from '../protocol/index.js';
import { META, withEnvelope } from '../protocol/index.js';
import { clientCapabilities } from './capabilities.js';
import type { ClientConfig } from './options.js';
import type { Session } from './session.js';

/** What goes into `_meta` of one request besides what every request carries. */
export interface MetaExtras {
  /** Asks for progress on this token. */
  readonly token?: RequestId | undefined;
  /** Members that the caller adds. Those of the protocol itself are kept. */
  readonly meta?: JsonObject | undefined;
}

const NONE: MetaExtras = {};

/**
 * Writes what a request says about this client into its params: all of it today, a progress token at most in the
 * legacy era.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta (per-request protocol fields)
 */
export class RequestMeta {
  readonly #config: ClientConfig;
  readonly #capabilities: ClientCapabilities;
  #logLevel: LoggingLevel | undefined;
  #envelope: Envelope | undefined;
  /** The envelope as `_meta`, for requests that add nothing of their own. */
  #plain: JsonObject = {};

  constructor(config: ClientConfig) {
    const { options } = config;
    this.#config = config;
    this.#capabilities = clientCapabilities(options, 'modern');
    // 2026-07-28 server/utilities/logging#per-request-log-level (without a level there are no messages)
    this.#logLevel = options.logLevel ?? (options.onLog === undefined ? undefined : 'info');
  }

  /** For the modern requests to come. */
  set logLevel(level: LoggingLevel) {
    this.#logLevel = level;
    this.#envelope = undefined;
  }

  /** The params to send; the caller's own object is not changed. */
  write(
    session: Session,
    params: JsonObject | undefined,
    { meta, token }: MetaExtras = NONE,
  ): JsonObject | undefined {
    if (session.era === 'legacy' && token === undefined && meta === undefined) return params;
    const given = params?.['_meta'];
    const own = meta === undefined ? given : { ...(given as JsonObject | undefined), ...meta };
    const envelope = session.era === 'legacy' ? undefined : this.#envelopeFor(session);
    if (own === undefined) return withMeta(params, this.#bare(envelope, token));
    if (envelope !== undefined) {
      const full = token === undefined ? envelope : { ...envelope, progressToken: token };
      return withEnvelope({ ...params, _meta: own }, full);
    }
    const progress = token === undefined ? {} : { [META.PROGRESS_TOKEN]: token };
    return { ...params, _meta: { ...(own as JsonObject), ...progress } };
  }

  /** The `_meta` of a request that adds nothing of its own. */
  #bare(envelope: Envelope | undefined, token: RequestId | undefined): JsonObject {
    if (envelope === undefined) return { [META.PROGRESS_TOKEN]: token };
    return token === undefined ? this.#plain : { [META.PROGRESS_TOKEN]: token, ...this.#plain };
  }

  #envelopeFor({ revision }: Session): Envelope {
    if (this.#envelope?.revision !== revision) {
      this.#envelope = {
        revision,
        clientInfo: this.#config.clientInfo,
        clientCapabilities: this.#capabilities,
        ...(this.#logLevel === undefined ? {} : { logLevel: this.#logLevel }),
      };
      this.#plain = Object.freeze(withEnvelope(undefined, this.#envelope)['_meta'] as JsonObject);
    }
    return this.#envelope;
  }
}

/** A member that is there before the copy costs a twentieth of one that is added to it. */
function withMeta(params: JsonObject | undefined, meta: JsonObject): JsonObject {
  const out: JsonObject = { _meta: meta, ...params };
  out['_meta'] = meta;
  return out;
}
