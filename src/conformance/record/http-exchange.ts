import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Limits } from '../../protocol/index.js';
import { type BodyTap, EventTap, FrameTap } from './body-tap.js';
import { type BodyWatcher, bodyWatcher } from './decoded-body.js';
import { endToEnd, requestHeadersFor } from './passing-headers.js';
import { NO_NAMES, recordedHeaders } from './recorded-headers.js';
import type { Recording } from './recording.js';
import type { SessionNumbers } from './session-numbers.js';

/** What all exchanges of one recorder share. */
export interface ExchangeParts {
  readonly recording: Recording;
  readonly target: URL;
  /** How clients may write host and port of the recorder, in lower case. */
  readonly own: readonly string[];
  readonly limits: Limits;
  readonly sessions: SessionNumbers;
  /** Opens the request to the server. */
  readonly open: (method: string, path: string, headers: readonly string[]) => ClientRequest;
  /** The exchange is in the recording to its end. */
  readonly onOver: () => void;
}

/** One request that passes to the server, and what comes back on it. */
export class HttpExchange {
  readonly #parts: ExchangeParts;
  readonly #number: number;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #onward: ClientRequest;
  readonly #asked: FrameTap;
  #answer: BodyWatcher | undefined;
  #isOver = false;

  constructor(parts: ExchangeParts, number: number, request: IncomingMessage, response: ServerResponse) {
    this.#parts = parts;
    this.#number = number;
    this.#request = request;
    this.#response = response;
    const { method = 'GET', url = '/', rawHeaders } = request;
    this.#onward = parts.open(method, url, requestHeadersFor(rawHeaders, parts.own, parts.target));
    this.#asked = new FrameTap(parts.limits.requestBodyBytes, (frame, isCut) =>
      this.#recordRequest(frame, isCut),
    );
    this.#passRequest();
    this.#onward.on('response', (incoming) => this.#passAnswer(incoming));
    this.#onward.on('error', (error) => this.#failed(error));
    response.on('error', () => {});
    response.on('close', () => {
      this.#clientGone();
      parts.onOver();
    });
  }

  #passRequest(): void {
    const request = this.#request;
    request.pipe(this.#onward);
    request.on('data', (chunk: Uint8Array) => this.#asked.push(chunk));
    request.once('end', () => this.#asked.end());
    request.on('error', () => {});
  }

  #recordRequest(frame: Uint8Array, isCut: boolean): void {
    const { recording, own, sessions, target } = this.#parts;
    const { method = 'GET', url: path = '/', rawHeaders, headers } = this.#request;
    recording.frame('client', frame, {
      ...(isCut ? { cut: true as const } : {}),
      http: {
        exchange: this.#number,
        method,
        path,
        ...sessions.of(headers['mcp-session-id']),
        headers: recordedHeaders(rawHeaders, { authorities: own, origin: target.origin }),
      },
    });
  }

  #passAnswer(incoming: IncomingMessage): void {
    // A server that answers before it has read everything: the request comes first in the recording all the same.
    this.#asked.broken();
    const response = this.#response;
    const { statusCode = 502, statusMessage = '', rawHeaders } = incoming;
    response.sendDate = false;
    response.writeHead(statusCode, statusMessage, endToEnd(rawHeaders));
    const answer = bodyWatcher(incoming.headers['content-encoding'], this.#answerTap(incoming));
    this.#answer = answer;
    incoming.on('data', (chunk: Uint8Array) => {
      answer.chunk(chunk, () => {
        if (response.write(chunk) || response.destroyed) return;
        incoming.pause();
        response.once('drain', () => incoming.resume());
      });
    });
    incoming.once('end', () =>
      answer.end(() => {
        this.#isOver = true;
        response.end();
      }),
    );
    incoming.once('error', () => this.#serverGone());
  }

  #answerTap(incoming: IncomingMessage): BodyTap {
    const { recording, limits, sessions } = this.#parts;
    const { statusCode: status = 0, headers, rawHeaders } = incoming;
    const http = {
      exchange: this.#number,
      status,
      ...sessions.of(headers['mcp-session-id']),
      headers: recordedHeaders(rawHeaders, NO_NAMES),
    };
    if (/^\s*text\/event-stream\b/i.test(headers['content-type'] ?? '')) {
      // Else the head would wait for the first event.
      this.#response.flushHeaders();
      recording.frame('server', '', { http });
      return new EventTap(recording, this.#number, limits.sseEventBytes);
    }
    return new FrameTap(limits.responseBodyBytes, (frame, isCut) =>
      recording.frame('server', frame, { ...(isCut ? { cut: true as const } : {}), http }),
    );
  }

  /** The answer broke off, and so it does for the client. */
  #serverGone(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#answer?.broken();
    this.#response.destroy();
  }

  /** The server could not be reached, or dropped the request without an answer. */
  #failed(error: NodeJS.ErrnoException): void {
    if (this.#isOver || this.#answer !== undefined) {
      this.#serverGone();
      return;
    }
    this.#isOver = true;
    this.#asked.broken();
    this.#parts.recording.end('server', { http: { exchange: this.#number } });
    const { host } = this.#parts.target;
    const text = `The recorder got no answer from ${host} (${error.code ?? error.name}).\n`;
    this.#response.writeHead(502, { 'Content-Type': 'text/plain' }).end(text);
  }

  #clientGone(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#asked.broken();
    this.#parts.recording.end('client', { http: { exchange: this.#number } });
    this.#onward.destroy();
  }
}
