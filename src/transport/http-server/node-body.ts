import type { IncomingMessage } from 'node:http';
import { bodyTooLarge } from './classify-entity.js';
import type { BodySource } from './http-core.js';
import type { Refusal } from './refusal.js';
import { refuse } from './refusal.js';

type Done = (body: Uint8Array | string | Refusal) => void;

/** A body over its limit is read on and thrown away up to this many times the limit, so that the answer gets through. */
const DISCARD_FACTOR = 2;

/**
 * The body of a `node:http` request. `parsed` is what a body parser in front made of it: bytes and text are taken as
 * they are, an object is written out again (which costs time, and the digits of integers beyond 2^53).
 */
export class NodeBody implements BodySource {
  readonly #request: IncomingMessage;
  readonly #parsed: unknown;

  constructor(request: IncomingMessage, parsed: unknown) {
    this.#request = request;
    this.#parsed = parsed;
  }

  read(maxBytes: number, done: Done): void {
    const parsed = this.#parsed;
    // Parsers that do not care for the type leave an empty object, and the body unread.
    if (parsed !== undefined && (this.#request.readableEnded || hasContent(parsed))) {
      done(fromParsed(parsed, maxBytes));
    } else if (this.#request.readableEnded) {
      done(refuse(400, 'The body was read before it came here, and is not in request.body'));
    } else {
      this.#readStream(maxBytes, done);
    }
  }

  #readStream(maxBytes: number, done: Done): void {
    const request = this.#request;
    // Let go of at the end: the listeners live as long as the request, which for a stream can be days.
    let upload: { readonly chunks: Buffer[]; readonly done: Done } | undefined = { chunks: [], done };
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        upload?.chunks.push(chunk);
      } else if (upload !== undefined) {
        const { done: answer } = upload;
        upload = undefined;
        answer(bodyTooLarge(maxBytes));
      } else if (size > maxBytes * DISCARD_FACTOR) {
        request.destroy();
      }
    });
    request.on('end', () => {
      const complete = upload;
      upload = undefined;
      complete?.done(joined(complete.chunks));
    });
    // 'close' on the response tells when the upload broke off; without a listener this would end the process.
    request.on('error', ignore);
  }
}

function joined(chunks: readonly Buffer[]): Uint8Array {
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
}

function ignore(): void {}

function hasContent(parsed: unknown): boolean {
  if (typeof parsed === 'string' || parsed instanceof Uint8Array) return parsed.length > 0;
  return typeof parsed === 'object' && parsed !== null && Object.keys(parsed).length > 0;
}

function fromParsed(parsed: unknown, maxBytes: number): Uint8Array | string | Refusal {
  if (typeof parsed === 'string' || parsed instanceof Uint8Array) {
    return parsed.length > maxBytes ? bodyTooLarge(maxBytes) : parsed;
  }
  try {
    return JSON.stringify(parsed);
  } catch {
    return refuse(400, 'request.body cannot be written as JSON');
  }
}
