import type { Socket } from 'node:net';
import type { buildConnector, Client, Dispatcher } from 'undici';

/** Whoever has the one connection of a client. */
export interface ConnectionHolder {
  /** Breaks the connection, and with it the request that is on it. */
  drop(): void;
}

/** A request that wants to know which client it was given to. */
export interface HeldCall {
  holder: ConnectionHolder | undefined;
}

export interface HeldDispatchOptions extends Dispatcher.DispatchOptions {
  readonly call: HeldCall;
}

type ClientOptions = Client.Options & { readonly connect: buildConnector.connector };

/**
 * The `factory` of a pool whose clients can drop their connection. Aborting a request in undici also closes the
 * connection, but then opens a new one, to find nothing to send on it: a server would get a connection for every
 * call that is cancelled.
 */
export function droppableClients(
  undici: typeof import('undici'),
): (origin: URL, options: object) => Dispatcher {
  class DroppableClient extends undici.Client implements ConnectionHolder {
    readonly #held: { socket?: Socket | null };

    constructor(origin: URL, options: ClientOptions) {
      const held: { socket?: Socket | null } = {};
      const connect: buildConnector.connector = (address, callback) =>
        options.connect(address, (error, socket) => {
          held.socket = socket;
          if (error === null) callback(error, socket as Socket);
          else callback(error, null);
        });
      super(origin, { ...options, connect });
      this.#held = held;
    }

    override dispatch(options: Partial<HeldDispatchOptions>, handler: Dispatcher.DispatchHandler): boolean {
      if (options.call !== undefined) options.call.holder = this;
      return super.dispatch(options as HeldDispatchOptions, handler);
    }

    drop(): void {
      this.#held.socket?.destroy(new Error('The request was dropped.'));
    }
  }
  return (origin, options) => new DroppableClient(origin, options as ClientOptions);
}
