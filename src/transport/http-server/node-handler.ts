import type { IncomingMessage, ServerResponse } from 'node:http';
import { limitsWith } from '../../protocol/index.js';
import type { MessageHandler } from '../message-handler.js';
import { HttpCore } from './http-core.js';
import { NodeBody } from './node-body.js';
import { NodeSink } from './node-sink.js';
import type { HttpServerOptions } from './options.js';
import { answerRefusal, refuse } from './refusal.js';
import type { HeaderFields } from './request-head.js';
import { hostConflict, isSamePath, pathOf } from './request-head.js';

/** A `node:http` request, as frameworks pass it on. */
export interface NodeRequest extends IncomingMessage {
  /** What a body parser in front made of the body. */
  readonly body?: unknown;
  /** The target before a router took the prefix off. */
  readonly originalUrl?: string;
}

/** A listener for `node:http`, and a handler for Express and what is like it. */
export interface NodeHandler extends AsyncDisposable {
  /**
   * `body` is the parsed body where a framework has it elsewhere than in `request.body` (Fastify: `request.raw`,
   * `reply.raw`, `request.body` after `reply.hijack()`). A function there is Express's `next`, and is not called.
   */
  (request: NodeRequest, response: ServerResponse, body?: unknown): void;
  /** Refuses what is new, and resolves when nothing is left. Idempotent. The `node:http` server is not touched. */
  close(): Promise<void>;
}

/**
 * Serves a handler natively over `node:http`.
 *
 * @throws Fault `invalid_argument`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function createNodeHandler(handler: MessageHandler, options: HttpServerOptions = {}): NodeHandler {
  const core = new HttpCore(handler, options);
  const load = new ConnectionLoad(limitsWith(options.limits).inFlightRequests);
  const { path } = options;
  const handle = (request: NodeRequest, response: ServerResponse, body?: unknown): void => {
    const sink = new NodeSink(response, core);
    if (!load.begin(request, response)) {
      sink.respond(429, [], undefined);
      return;
    }
    const conflict = hostConflict(request.rawHeaders ?? [], request.originalUrl ?? request.url ?? '/');
    if (conflict !== undefined) {
      answerRefusal(sink, refuse(400, conflict));
      return;
    }
    const head = { method: request.method ?? '', path: targetOf(request, path), fields: fieldsOf(request) };
    const parsed = body === undefined || typeof body === 'function' ? request.body : body;
    const remote = request.socket?.remoteAddress;
    const extra = remote === undefined ? {} : { remote };
    core.accept(head, sink, new NodeBody(request, parsed), extra);
  };
  const close = (): Promise<void> => core.close();
  return Object.assign(handle, { close, [Symbol.asyncDispose]: close });
}

/**
 * Requests at once on one connection. HTTP/1.1 clients may send the next before the last is answered, and nothing in
 * `node:http` keeps them from sending a million.
 */
class ConnectionLoad {
  readonly #max: number;
  readonly #open = new WeakMap<object, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** False when this would be one too many. */
  begin({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const open = this.#open.get(socket) ?? 0;
    if (open >= this.#max) return false;
    this.#open.set(socket, open + 1);
    response.on('close', () => this.#open.set(socket, (this.#open.get(socket) ?? 1) - 1));
    return true;
  }
}

/** Only `set-cookie` may have several values, and nothing here looks at it. */
function fieldsOf({ headers, httpVersionMajor }: IncomingMessage): HeaderFields {
  const fields = headers as HeaderFields;
  // RFC 9113 section 8.3.1: HTTP/2 has a pseudo-header in place of Host
  return httpVersionMajor === 2 ? { ...fields, host: fields['host'] ?? fields[':authority'] } : fields;
}

/** A router may have taken its prefix off: either spelling may be the one that the option means. */
function targetOf({ url = '/', originalUrl }: NodeRequest, path: string | undefined): string {
  const target = pathOf(url);
  if (originalUrl === undefined || path === undefined || isSamePath(target, path)) return target;
  return pathOf(originalUrl);
}
