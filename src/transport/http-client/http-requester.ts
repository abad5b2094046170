import { Fault } from '../../protocol/index.js';

/** One HTTP request, complete: nothing is added to its headers but what the connection itself needs. */
export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case, unless their case is to go out as it is. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Response headers, names in lower case. A header that came several times is an array. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Takes one response as it arrives: `head`, any number of `chunk`, then `end`; or `failed` at any point, after which
 * nothing follows. Methods must not throw. Pushed, not pulled: a short answer arrives whole in one turn of the event
 * loop, and a reader with promises would spend several on it.
 */
export interface ResponseReceiver {
  head(status: number, headers: ResponseHeaders): void;
  chunk(bytes: Uint8Array): void;
  end(): void;
  /** The connection failed. `error` is what the platform said. */
  failed(error: unknown): void;
}

/** A request that is under way. */
export interface HttpCall {
  /** Drops it together with its socket. The receiver hears nothing more. Harmless after the end. */
  abort(): void;
}

/** Sends HTTP requests: undici on Node, an injected `fetch` elsewhere. Follows no redirects, decodes no contents. */
export interface HttpRequester {
  send(request: HttpRequest, receiver: ResponseReceiver): HttpCall;
  /** Drops what is under way. Idempotent. Resolves when no socket is left. */
  close(): Promise<void>;
}

/** The first value of a header. */
export function headerValue(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** What a request hears that comes after `close`. */
export function requesterClosed(): Fault {
  return new Fault('closed', 'This connection is closed. Open a new one.');
}
