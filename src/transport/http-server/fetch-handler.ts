import type { MessageHandler } from '../message-handler.js';
import { bodyTooLarge } from './classify-entity.js';
import type { BodySource, RequestExtra } from './http-core.js';
import { HttpCore } from './http-core.js';
import type { HttpServerOptions } from './options.js';
import type { Refusal } from './refusal.js';
import { refuse } from './refusal.js';
import type { HeaderFields } from './request-head.js';
import { WebSink } from './web-sink.js';

/** A fetch-style server: a `Request` in, a `Response` out. */
export interface FetchHandler extends AsyncDisposable {
  /** `extra` is for what the platform knows already, such as who is calling. Never rejects. */
  (request: Request, extra?: RequestExtra): Promise<Response>;
  /** Refuses what is new, and resolves when nothing is left. Idempotent. */
  close(): Promise<void>;
}

/**
 * Serves a handler on any platform that has fetch: Workers, Deno, Bun, Hono, Next.js… Name the host in `allowedHosts`:
 * by default only loopback is answered.
 *
 * @throws Fault `invalid_argument`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function createFetchHandler(handler: MessageHandler, options: HttpServerOptions = {}): FetchHandler {
  const core = new HttpCore(handler, options);
  const handle = (request: Request, extra?: RequestExtra): Promise<Response> => {
    const url = new URL(request.url);
    const sink = new WebSink();
    // The platform's way to say that the client has gone, as long as no stream was begun.
    if (request.signal?.aborted === true) sink.clientGone();
    else request.signal?.addEventListener('abort', () => sink.clientGone(), { once: true });
    const head = { method: request.method, path: url.pathname, fields: fieldsOf(request, url) };
    core.accept(head, sink, new WebBody(request), extra);
    return sink.response;
  };
  const close = (): Promise<void> => core.close();
  return Object.assign(handle, { close, [Symbol.asyncDispose]: close });
}

/** Some platforms leave the Host header out, because the URL has it. */
function fieldsOf(request: Request, url: URL): HeaderFields {
  const fields: Record<string, string | undefined> = Object.fromEntries(request.headers);
  fields['host'] ??= url.host;
  return fields;
}

class WebBody implements BodySource {
  readonly #request: Request;

  constructor(request: Request) {
    this.#request = request;
  }

  read(maxBytes: number, done: (body: Uint8Array | string | Refusal) => void): void {
    if (this.#request.bodyUsed) {
      done(refuse(400, 'The body was read before it came here'));
      return;
    }
    void readAll(this.#request.body, maxBytes).then(done);
  }
}

async function readAll(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array | Refusal> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const reader = body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > maxBytes) {
        await reader.cancel();
        return bodyTooLarge(maxBytes);
      }
      chunks.push(part.value);
    }
  } catch {
    return refuse(400, 'The body broke off');
  }
  return joined(chunks, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
