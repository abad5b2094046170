import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { encodeMessage, type Message } from '../../src/protocol/index.js';
import { encodeSseEvent, type SseEventFields } from '../../src/transport/index.js';
import { waitFor } from './wait-for.js';

/** A request as it reached a scripted server. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query, or the whole URL where a proxy was meant. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body as JSON; undefined when it is empty. */
  readonly json: { id?: number; method?: string; params?: Record<string, unknown> } | undefined;
  /** The connection has gone before the response was complete. */
  readonly wasDropped: () => boolean;
}

export type Script = (request: SeenRequest, response: ServerResponse) => void;

export interface HttpScriptOptions {
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** An HTTP server on a loopback port that does what a test says, and remembers what it was asked. */
export class HttpScript implements AsyncDisposable {
  readonly seen: SeenRequest[] = [];
  readonly sockets = new Set<Socket>();
  /** Connections made so far. */
  connections = 0;
  readonly #server: Server;
  readonly #scheme: string;

  private constructor(script: Script, { tls }: HttpScriptOptions) {
    const listener = (request: IncomingMessage, response: ServerResponse): void => {
      void this.#take(script, request, response);
    };
    this.#scheme = tls === undefined ? 'http' : 'https';
    this.#server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
    this.#server.on('connection', (socket: Socket) => {
      this.connections++;
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  static async start(script: Script, options: HttpScriptOptions = {}): Promise<HttpScript> {
    const server = new HttpScript(script, options);
    await new Promise<void>((resolve) => {
      server.#server.listen(0, '127.0.0.1', resolve);
    });
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`;
  }

  get url(): string {
    return `${this.origin}/mcp`;
  }

  /** The requests of one HTTP method, or of one JSON-RPC method. */
  of(method: string): SeenRequest[] {
    return this.seen.filter((request) => request.method === method || request.json?.method === method);
  }

  /** Resolves with the request number `count` of one HTTP or JSON-RPC method. */
  async request(method: string, count = 1): Promise<SeenRequest> {
    await waitFor(`${count} × ${method} came in`, () => this.of(method).length >= count);
    return this.of(method)[count - 1] as SeenRequest;
  }

  /** Resolves when no connection is left. */
  async quiet(): Promise<void> {
    await waitFor('all connections were closed', () => this.sockets.size === 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #take(script: Script, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks).toString();
    let isDropped = false;
    response.once('close', () => {
      isDropped = !response.writableFinished;
    });
    const seen: SeenRequest = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body,
      json: body === '' ? undefined : JSON.parse(body),
      wasDropped: () => isDropped,
    };
    this.seen.push(seen);
    script(seen, response);
  }
}

/** Answers with JSON: a message, or any other value. */
export function answerJson(
  response: ServerResponse,
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): void {
  const isMessage = typeof value === 'object' && value !== null && 'kind' in value;
  const text = isMessage ? encodeMessage(value as Message) : JSON.stringify(value);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}

/** An event stream that a test writes. */
export interface SseScript {
  message(message: Message, fields?: Omit<SseEventFields, 'data'>): void;
  event(fields: SseEventFields): void;
  text(text: string): void;
  /** Ends in order. */
  end(): void;
  /** Breaks the connection, once what was written has gone out. */
  drop(): void;
}

/** Opens an event stream as the answer. */
export function answerSse(response: ServerResponse, headers: Record<string, string> = {}): SseScript {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
  response.flushHeaders();
  const text = (part: string): void => {
    response.write(part);
  };
  return {
    text,
    event: (fields) => text(encodeSseEvent(fields)),
    message: (message, fields = {}) => text(encodeSseEvent({ ...fields, data: encodeMessage(message) })),
    end: () => response.end(),
    drop: () => {
      response.write(': bye\n', () => response.socket?.destroy());
    },
  };
}
