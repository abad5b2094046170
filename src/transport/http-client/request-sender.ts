import { Fault, type Limits, VERSION } from '../../protocol/index.js';
import {
  type HttpCall,
  type HttpRequest,
  type HttpRequester,
  headerValue,
  type ResponseHeaders,
  type ResponseReceiver,
} from './http-requester.js';
import { displayUrl, type HttpTarget, parseTargetUrl } from './http-target.js';
import { networkFault } from './network-fault.js';
import { decideRedirect, type RedirectDecision } from './redirect-policy.js';
import { readUserHeaders } from './user-headers.js';

/** A request to the endpoint, with the headers that the protocol gives it. */
export interface OutgoingRequest {
  readonly method: HttpRequest['method'];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Elsewhere than the endpoint: the message URL of HTTP+SSE. */
  readonly url?: URL;
}

/** As a `ResponseReceiver`, but redirects are dealt with, and what fails is a `Fault`. */
export interface AnswerReceiver extends ResponseReceiver {
  failed(fault: Fault): void;
}

/** A request on its way; `url` is where it went to in the end. */
export interface SentCall extends HttpCall {
  readonly url: URL;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Of the body of a redirect; a longer one is cut off together with its connection. */
const MAX_DISCARDED_BYTES = 65_536;
const NO_HEADERS: Readonly<Record<string, string>> = {};
const DEFAULT_HEADERS: Readonly<Record<string, string>> = { 'user-agent': `plainwire/${VERSION}` };

/** Adds the user's headers to requests, follows redirects, and says what a network error means. */
export class RequestSender {
  readonly #requester: HttpRequester;
  readonly #target: HttpTarget;
  readonly #limits: Limits;
  readonly #warn: (warning: Fault) => void;
  readonly #fixedHeaders: Readonly<Record<string, string>> | undefined;
  #url: URL;

  /** @throws Fault `invalid_argument` */
  constructor(requester: HttpRequester, target: HttpTarget, limits: Limits, warn: (warning: Fault) => void) {
    this.#requester = requester;
    this.#target = target;
    this.#limits = limits;
    this.#warn = warn;
    this.#url = parseTargetUrl(target.url);
    if (typeof target.headers !== 'function')
      this.#fixedHeaders = this.#userHeaders(target.headers ?? NO_HEADERS);
  }

  /** Where requests go: changed by a permanent redirect. */
  get url(): URL {
    return this.#url;
  }

  get limits(): Limits {
    return this.#limits;
  }

  send(outgoing: OutgoingRequest, receiver: AnswerReceiver): SentCall {
    const call = new SentRequest(this, outgoing, receiver);
    if (this.#fixedHeaders !== undefined) call.start(this.#fixedHeaders);
    else void this.#startWithHeaders(call);
    return call;
  }

  /** For `SentRequest`. */
  dispatch(request: HttpRequest, receiver: ResponseReceiver): HttpCall {
    return this.#requester.send(request, receiver);
  }

  /** For `SentRequest`: from now on requests go there. */
  moveTo(url: URL): void {
    this.#url = url;
  }

  async #startWithHeaders(call: SentRequest): Promise<void> {
    try {
      const { headers } = this.#target;
      const asked = { url: call.url.href, method: call.method };
      const given = typeof headers === 'function' ? await headers(asked) : NO_HEADERS;
      call.start(this.#userHeaders(given));
    } catch (cause) {
      call.failed(cause instanceof Fault ? cause : headersFailed(cause));
    }
  }

  #userHeaders(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const { headers, warning } = readUserHeaders(given);
    if (warning !== undefined) this.#warn(warning);
    return headers;
  }
}

/** One request on its way through redirects. */
class SentRequest implements SentCall, ResponseReceiver {
  readonly #sender: RequestSender;
  readonly #outgoing: OutgoingRequest;
  #receiver: AnswerReceiver | undefined;
  #call: HttpCall | undefined;
  #url: URL;
  #headers: Readonly<Record<string, string>> = NO_HEADERS;
  #carriesCredentials = false;
  #followed = 0;
  /** Set while the body of a redirect, which is of no use, runs out. */
  #redirect: RedirectDecision | undefined;
  #discarded = 0;

  constructor(sender: RequestSender, outgoing: OutgoingRequest, receiver: AnswerReceiver) {
    this.#sender = sender;
    this.#outgoing = outgoing;
    this.#receiver = receiver;
    this.#url = outgoing.url ?? sender.url;
  }

  get url(): URL {
    return this.#url;
  }

  get method(): HttpRequest['method'] {
    return this.#outgoing.method;
  }

  start(userHeaders: Readonly<Record<string, string>>): void {
    const own = this.#outgoing.headers;
    this.#headers = Object.assign({}, DEFAULT_HEADERS, userHeaders, own);
    this.#carriesCredentials = Object.keys(userHeaders).length > 0 || own['mcp-session-id'] !== undefined;
    this.#dispatch();
  }

  abort(): void {
    this.#receiver = undefined;
    this.#call?.abort();
  }

  head(status: number, headers: ResponseHeaders): void {
    if (REDIRECTS.has(status)) this.#redirect = this.#decide(status, headers);
    else this.#receiver?.head(status, headers);
  }

  chunk(bytes: Uint8Array): void {
    if (this.#redirect === undefined) {
      this.#receiver?.chunk(bytes);
      return;
    }
    this.#discarded += bytes.length;
    if (this.#discarded <= MAX_DISCARDED_BYTES) return;
    this.#call?.abort();
    this.#take(this.#redirect);
  }

  end(): void {
    if (this.#redirect === undefined) this.#receiver?.end();
    else this.#take(this.#redirect);
  }

  failed(error: unknown): void {
    this.#receiver?.failed(networkFault(error, this.#url));
  }

  #dispatch(): void {
    if (this.#receiver === undefined) return;
    const { method, body } = this.#outgoing;
    const [url, headers] = [this.#url, this.#headers];
    const request = body === undefined ? { method, url, headers } : { method, url, headers, body };
    const call = this.#sender.dispatch(request, this);
    // It may already be over, or aborted, by what the receiver did.
    if (this.#receiver === undefined) call.abort();
    else this.#call = call;
  }

  #decide(status: number, headers: ResponseHeaders): RedirectDecision {
    return decideRedirect({
      method: this.#outgoing.method,
      status,
      from: this.#url,
      location: headerValue(headers, 'location'),
      carriesCredentials: this.#carriesCredentials,
      followed: this.#followed,
      limit: this.#sender.limits.redirects,
    });
  }

  #take(decision: RedirectDecision): void {
    this.#redirect = undefined;
    this.#discarded = 0;
    if (decision.kind !== 'follow') {
      this.failed(notFollowed(this.#url, decision, this.#sender.limits));
      return;
    }
    this.#followed++;
    this.#url = decision.url;
    if (decision.remember && this.#outgoing.url === undefined) this.#sender.moveTo(decision.url);
    this.#dispatch();
  }
}

function headersFailed(cause: unknown): Fault {
  return new Fault('handler_failed', 'The function that gives the HTTP headers failed.', { cause });
}

function notFollowed(
  from: URL,
  decision: Exclude<RedirectDecision, { kind: 'follow' }>,
  { redirects }: Limits,
): Fault {
  if (decision.kind === 'too-many') {
    return new Fault(
      'limit_exceeded',
      `The server redirected more than ${redirects} times, last at ${displayUrl(from)}. Use the final URL, or raise limits.redirects.`,
      { limit: 'redirects' },
    );
  }
  const { reason, to } = decision;
  const target = to === undefined ? '' : ` to ${displayUrl(to)}`;
  return new Fault(
    'redirect_refused',
    `The server at ${displayUrl(from)} redirected${target}, which was not followed: ${reason}. Use the final URL.`,
    to === undefined ? {} : { details: { location: displayUrl(to) } },
  );
}
