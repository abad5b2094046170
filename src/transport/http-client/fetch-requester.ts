import { Fault } from '../../protocol/index.js';
import {
  type HttpCall,
  type HttpRequest,
  type HttpRequester,
  type ResponseHeaders,
  type ResponseReceiver,
  requesterClosed,
} from './http-requester.js';
import { displayUrl } from './http-target.js';

/**
 * Sends requests through a `fetch` function. Redirects are not followed by it. Contents come decoded, so there is no
 * `content-encoding` to look at.
 */
export function fetchRequester(fetchFunction: typeof fetch): HttpRequester {
  const running = new Set<FetchCall>();
  let isClosed = false;
  return {
    send: (request, receiver) => {
      const call = new FetchCall(receiver);
      if (isClosed) {
        receiver.failed(requesterClosed());
        return call;
      }
      running.add(call);
      void call.run(fetchFunction, request).finally(() => running.delete(call));
      return call;
    },
    // The sockets belong to `fetch`, which lets nobody wait for them.
    close: async () => {
      isClosed = true;
      for (const call of running) call.abort();
    },
  };
}

class FetchCall implements HttpCall {
  readonly #aborter = new AbortController();
  #receiver: ResponseReceiver | undefined;

  constructor(receiver: ResponseReceiver) {
    this.#receiver = receiver;
  }

  abort(): void {
    if (this.#receiver === undefined) return;
    this.#receiver = undefined;
    this.#aborter.abort();
  }

  /** Never rejects. */
  async run(fetchFunction: typeof fetch, { url, method, headers, body }: HttpRequest): Promise<void> {
    try {
      const response = await fetchFunction(url.href, {
        method,
        headers,
        body: (body as RequestInit['body']) ?? null,
        redirect: 'manual',
        signal: this.#aborter.signal,
      });
      if (response.type === 'opaqueredirect') throw opaqueRedirect(url);
      this.#receiver?.head(response.status, plainHeaders(response.headers));
      await this.#read(response.body);
      this.#finish()?.end();
    } catch (error) {
      this.#finish()?.failed(error);
    }
  }

  async #read(body: ReadableStream<Uint8Array> | null): Promise<void> {
    if (body === null) return;
    const reader = body.getReader();
    while (this.#receiver !== undefined) {
      const { done, value } = await reader.read();
      if (done) return;
      this.#receiver?.chunk(value);
    }
    await reader.cancel();
  }

  #finish(): ResponseReceiver | undefined {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    return receiver;
  }
}

/** Browsers do not tell where a redirect leads to. */
function opaqueRedirect(url: URL): Fault {
  return new Fault(
    'redirect_refused',
    `The server at ${displayUrl(url)} redirected, and this platform does not say where to. Use the final URL.`,
  );
}

function plainHeaders(headers: Headers): ResponseHeaders {
  const plain: Record<string, string> = {};
  headers.forEach((value, name) => {
    plain[name] = value;
  });
  delete plain['content-encoding'];
  return plain;
}
