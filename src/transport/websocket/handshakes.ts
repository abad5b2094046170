import type { IncomingMessage } from 'node:http';
import type { Fault, Limits } from '../../protocol/index.js';
import { type Authenticate, authenticate } from '../http-server/index.js';
import type { AuthInfo } from '../message-handler.js';
import { SUBPROTOCOL } from './open-web-socket.js';

/** Who may connect. */
export interface HandshakePolicy {
  readonly allowedOrigins?: readonly string[];
  readonly authenticate?: Authenticate;
  readonly onWarning?: (warning: Fault) => void;
}

/** How `ws` is told. */
type Decide = (isAllowed: boolean, status?: number, text?: string, headers?: Record<string, string>) => void;

/** Why an upgrade is refused. */
interface Refusal {
  readonly status: number;
  readonly text: string;
  readonly headers?: Record<string, string>;
}

/** Decides on the handshakes of one server, and remembers who came in. */
export class Handshakes {
  readonly #policy: HandshakePolicy;
  readonly #limits: Limits;
  readonly #connections: () => number;
  readonly #callers = new WeakMap<IncomingMessage, AuthInfo>();
  /** Being decided on. The hook may take its time, and a server that closes must not wait for it. */
  readonly #pending = new Set<IncomingMessage>();

  /** `connections` tells how many there are. */
  constructor(policy: HandshakePolicy, limits: Limits, connections: () => number) {
    this.#policy = policy;
    this.#limits = limits;
    this.#connections = connections;
  }

  /** Never rejects. */
  async decide(request: IncomingMessage, decide: Decide): Promise<void> {
    this.#pending.add(request);
    const refusal =
      refusalOf(request, this.#policy.allowedOrigins ?? []) ?? (await this.#authenticate(request));
    this.#pending.delete(request);
    const final = refusal ?? this.#withoutRoom();
    if (final === undefined) decide(true);
    else decide(false, final.status, final.text, final.headers);
  }

  /** Who the hook said this is. */
  callerOf(request: IncomingMessage): AuthInfo | undefined {
    return this.#callers.get(request);
  }

  /** Ends what is not decided. */
  close(): void {
    for (const { socket } of this.#pending) socket.destroy();
  }

  async #authenticate(request: IncomingMessage): Promise<Refusal | undefined> {
    const { authenticate: hook, onWarning } = this.#policy;
    if (hook === undefined) return undefined;
    const fields = request.headers as Readonly<Record<string, string | undefined>>;
    const { remoteAddress } = request.socket;
    const verdict = await authenticate(hook, fields, 'GET', remoteAddress, (fault) => onWarning?.(fault));
    if (verdict.kind === 'accept') {
      if (verdict.auth !== undefined) this.#callers.set(request, verdict.auth);
      return undefined;
    }
    const [name, value] = verdict.headers;
    const headers = name === undefined || value === undefined ? {} : { [name]: value };
    return { status: verdict.status, text: verdict.body.error.message, headers };
  }

  /** Looked at last: others may have come in while the hook was at work. */
  #withoutRoom(): Refusal | undefined {
    const { connections } = this.#limits;
    if (this.#connections() < connections) return undefined;
    return { status: 503, text: `Service Unavailable: limit connections (${connections})` };
  }
}

/**
 * Browsers send the Origin of the page with every WebSocket handshake and no other check keeps a page from connecting,
 * so an Origin that is not listed is refused.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security-warning
 */
function refusalOf(request: IncomingMessage, allowedOrigins: readonly string[]): Refusal | undefined {
  const { origin, 'sec-websocket-protocol': protocols = '' } = request.headers;
  if (origin !== undefined && !allowedOrigins.includes(origin)) {
    return { status: 403, text: 'Forbidden: the Origin is not in allowedOrigins' };
  }
  if (!protocols.split(',').some((name) => name.trim() === SUBPROTOCOL)) {
    return { status: 400, text: `Bad Request: name the subprotocol ${SUBPROTOCOL}` };
  }
  return undefined;
}
