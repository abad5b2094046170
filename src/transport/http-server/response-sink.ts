/** Who is told that the client has gone. */
export interface SinkOwner {
  /** Called once, and only while an answer is still to come or under way. */
  clientGone(): void;
}

/**
 * Where one HTTP answer goes: a `node:http` response or a fetch `Response`. After the answer is complete, or the client
 * has gone, everything here does nothing.
 */
export interface ResponseSink {
  owner: SinkOwner | undefined;
  /** The client went before there was an owner to tell, or has been told of. */
  readonly isGone: boolean;
  /** Headers of every answer to this request, whatever it becomes. Name, value, name, value… */
  extraHeaders: readonly string[];
  /** A whole answer. */
  respond(status: number, headers: readonly string[], body: string | undefined): void;
  /** Begins an answer of unknown length, with status 200. */
  open(headers: readonly string[]): void;
  write(text: string): void;
  end(): void;
  /** Bytes that were written and that the client has not taken yet. */
  queuedBytes(): number;
  /** Breaks the connection off; the owner is told at once. */
  destroy(): void;
}
