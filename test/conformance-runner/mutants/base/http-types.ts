/** An HTTP request, read to its end. */
export interface HttpCall {
  readonly method: string;
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** Of the server itself, such as http://127.0.0.1:1234 */
  readonly origin: string;
  /** Fires when the client has closed the connection before the end. */
  readonly gone: AbortSignal;
}

/** One event of a stream: its `data`, and its `id` when it has one. */
export type SendEvent = (data: string, id?: string, event?: string) => void;

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Writes the events of a stream; it ends when the promise resolves. */
  readonly stream?: (send: SendEvent) => Promise<void>;
}

export type Handle = (call: HttpCall) => Promise<HttpReply>;

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): HttpReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

export const empty = (status: number, headers: Record<string, string> = {}): HttpReply => ({
  status,
  headers,
});

export const eventStream = (stream: (send: SendEvent) => Promise<void>): HttpReply => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' },
  stream,
});
