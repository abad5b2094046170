import type {
  Era,
  ErrorMessage,
  Implementation,
  RequestId,
  Revision,
  ServerCapabilities,
} from '../protocol/index.js';
import { RpcError } from '../protocol/index.js';
import type { ClientConnection, ConnectionEnd } from '../transport/index.js';

/** An open connection, and, once that is settled, what is spoken on it. */
export class Line {
  readonly connection: ClientConnection;
  /** `undefined` until it is settled. */
  era: Era | undefined;
  /** Set when the connection has ended, whoever ended it. */
  end: ConnectionEnd | undefined;
  /** Resolves when no further call will be made here: the connection has ended, or was replaced. */
  readonly gone: Promise<void>;
  #calls = 0;
  #isRetired = false;
  #markGone: () => void = () => {};

  constructor(connection: ClientConnection) {
    this.connection = connection;
    this.gone = new Promise((resolve) => {
      this.#markGone = resolve;
    });
    void connection.closed.then((end) => {
      this.end = end;
      this.#markGone();
    });
  }

  /** A call begins; `callEnded` must follow. */
  callBegan(): void {
    this.#calls += 1;
  }

  callEnded(): void {
    this.#calls -= 1;
    if (this.#isRetired && this.#calls === 0) void this.connection.close();
  }

  /** No call will begin any more: closes the connection once those under way have ended. */
  retire(): void {
    this.#isRetired = true;
    this.#markGone();
    if (this.#calls === 0) void this.connection.close();
  }

  /** True where tool arguments are mirrored into headers and a stream belongs to one request. */
  get isHttp(): boolean {
    return this.connection.transport === 'http';
  }
}

/** What was agreed on with a server. */
export interface Session {
  readonly line: Line;
  readonly revision: Revision;
  readonly era: Era;
  /** Self-reported, for display only. */
  readonly serverInfo: Implementation | undefined;
  readonly capabilities: ServerCapabilities;
  readonly instructions: string | undefined;
}

/** Request ids of one client: small integers, which is what every server lives with. */
export class Ids {
  #last = 0;

  next(): RequestId {
    this.#last += 1;
    return this.#last;
  }
}

/** The error that a peer sent, to reject with. */
export function rpcErrorOf(message: ErrorMessage): RpcError {
  const { code, message: text, data } = message.error;
  return new RpcError(code, text, data, message.httpStatus);
}
