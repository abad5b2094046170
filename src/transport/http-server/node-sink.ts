import type { ServerResponse } from 'node:http';
import type { ResponseSink, SinkOwner } from './response-sink.js';

/** A connection that is kept alive would keep a server from closing. */
export interface ClosingServer {
  readonly isClosing: boolean;
}

/** An answer through `node:http`, and what is built on it. */
export class NodeSink implements ResponseSink {
  owner: SinkOwner | undefined;
  extraHeaders: readonly string[] = [];
  readonly #response: ServerResponse;
  readonly #server: ClosingServer;

  constructor(response: ServerResponse, server: ClosingServer) {
    this.#response = response;
    this.#server = server;
    // 'close' comes after every answer, complete or not; the owner is let go of when it is complete.
    response.on('close', () => this.#lost());
    // Writing to a connection that breaks is no news: 'close' follows.
    response.on('error', ignore);
  }

  get isGone(): boolean {
    return this.#response.destroyed;
  }

  respond(status: number, headers: readonly string[], body: string | undefined): void {
    const response = this.#response;
    this.owner = undefined;
    if (response.headersSent || response.destroyed) return;
    const fields = [...headers, ...this.extraHeaders];
    // With its length known, head and body leave in one write.
    if (body !== undefined) fields.push('Content-Length', String(Buffer.byteLength(body)));
    else if (status !== 204) fields.push('Content-Length', '0');
    // HTTP/2 has no such header.
    if (this.#server.isClosing && response.req.httpVersionMajor === 1) fields.push('Connection', 'close');
    response.writeHead(status, fields);
    response.end(body);
  }

  open(headers: readonly string[]): void {
    const response = this.#response;
    if (response.headersSent || response.destroyed) return;
    response.writeHead(200, [...headers, ...this.extraHeaders]);
    // Else the head would wait for the first event.
    response.flushHeaders();
  }

  write(text: string): void {
    if (!this.#response.writableEnded && !this.#response.destroyed) this.#response.write(text);
  }

  end(): void {
    this.owner = undefined;
    const { socket } = this.#response;
    if (this.#server.isClosing) this.#response.end(() => socket?.end());
    else this.#response.end();
  }

  queuedBytes(): number {
    return this.#response.writableLength;
  }

  destroy(): void {
    this.#response.destroy();
    this.#lost();
  }

  #lost(): void {
    const { owner } = this;
    this.owner = undefined;
    owner?.clientGone();
  }
}

function ignore(): void {}
