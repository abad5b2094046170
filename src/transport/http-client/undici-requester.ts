import type { Dispatcher } from 'undici';
import type { ConnectionHolder, HeldCall, HeldDispatchOptions } from './droppable-client.js';
import {
  type HttpCall,
  type HttpRequest,
  type HttpRequester,
  type ResponseHeaders,
  type ResponseReceiver,
  requesterClosed,
} from './http-requester.js';
import { openRoute, type Route, type RouteOptions } from './undici-route.js';

/**
 * Sends requests through undici: one pool of connections per origin, kept alive, no pipelining, as many connections as
 * there are requests and streams at once (a stream holds one for as long as it is open). Undici's own timers for
 * headers and bodies are off: an answer may take as long as the caller waits.
 *
 * @throws Fault `platform_missing`, or `invalid_argument` for a proxy that is no URL
 */
export async function undiciRequester(options: RouteOptions): Promise<HttpRequester> {
  const undici = await import('undici');
  const routes = new Map<string, Route>();
  const routeTo = (url: URL): Route => {
    let route = routes.get(url.origin);
    if (route === undefined) {
      route = openRoute(undici, url, options);
      routes.set(url.origin, route);
    }
    return route;
  };
  // Requests mostly go to the same URL, whose parts are put together anew whenever they are asked for.
  let last: Destination | undefined;
  const destination = (url: URL): Destination => {
    if (last?.href !== url.href)
      last = { href: url.href, route: routeTo(url), path: url.pathname + url.search };
    return last;
  };
  let closing: Promise<void> | undefined;
  return {
    send: (request, receiver) => {
      const call = new UndiciCall(receiver);
      try {
        if (closing !== undefined) throw requesterClosed();
        dispatch(destination(request.url), request, call);
      } catch (error) {
        call.fail(error);
      }
      return call;
    },
    close: () => {
      closing ??= Promise.all([...routes.values()].map((route) => route.close())).then(() => {});
      return closing;
    },
  };
}

/** Where a URL leads. */
interface Destination {
  readonly href: string;
  readonly route: Route;
  readonly path: string;
}

function dispatch({ route, path }: Destination, request: HttpRequest, call: UndiciCall): void {
  const { url, method, headers, body } = request;
  const isForwarded = route.proxyHeaders !== undefined;
  const options: HeldDispatchOptions = {
    path: isForwarded ? url.origin + path : path,
    method,
    headers: isForwarded ? { host: url.host, ...headers, ...route.proxyHeaders } : headers,
    body: body ?? null,
    headersTimeout: 0,
    bodyTimeout: 0,
    call,
  };
  route.dispatcher.dispatch(options, call);
}

/** The call and undici's handler in one object: there is one per request. */
class UndiciCall implements HttpCall, HeldCall, Dispatcher.DispatchHandler {
  holder: ConnectionHolder | undefined;
  #receiver: ResponseReceiver | undefined;
  #isOnTheWay = false;

  constructor(receiver: ResponseReceiver) {
    this.#receiver = receiver;
  }

  abort(): void {
    if (this.#receiver === undefined) return;
    this.#receiver = undefined;
    // Before the start there is no connection yet, or it belongs to another request.
    if (this.#isOnTheWay) this.holder?.drop();
  }

  fail(error: unknown): void {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    receiver?.failed(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#isOnTheWay = true;
    // Aborted while it waited for a connection.
    if (this.#receiver === undefined) controller.abort(new Error('aborted'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHeaders,
  ): void {
    // Informational responses come before the one that counts.
    if (status >= 200) this.#receiver?.head(status, headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#receiver?.chunk(chunk);
  }

  onResponseEnd(): void {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    receiver?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }
}
