import { decodeMessage, Fault, type Limits, type RequestId } from '../../protocol/index.js';
import type { Clock } from '../clock.js';
import type { ConnectionEnd } from '../connection.js';
import { type Deferred, deferred } from '../deferred.js';
import type { FrameChannel, FrameReceiver, LostFrame } from '../frame-channel.js';
import {
  type HttpRequester,
  LegacySession,
  POST_HEADERS,
  type RequestSender,
  type ResponseHandler,
  type ResponseOutcome,
  ResponseReader,
  refusalFault,
} from '../http-client/index.js';
import { EventStream, type EventStreamListener } from './event-stream.js';

export interface SseChannelParts {
  readonly requester: HttpRequester;
  readonly sender: RequestSender;
  readonly limits: Limits;
  readonly clock: Clock;
}

/** How long messages that were just sent may take to get out on close. */
const FAREWELL_MS = 2000;

/**
 * HTTP+SSE as a channel of frames: what comes, comes as events of one GET; what goes, goes as POSTs to the URL that
 * the first event names.
 *
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
 */
export class SseChannel implements FrameChannel, EventStreamListener {
  readonly transport = 'sse';
  /** A pause does not reach the server: its stream has to be read. */
  readonly slowsWhenPaused = false;
  readonly closed: Promise<ConnectionEnd>;
  /** Resolves once messages can be sent; rejects with the `Fault` that prevents it. */
  readonly ready: Promise<void>;
  readonly #parts: SseChannelParts;
  readonly #source: EventStream;
  /** Messages that the server has not acknowledged, oldest first. */
  readonly #posts = new Set<OpenPost>();
  readonly #resolveClosed: (end: ConnectionEnd) => void;
  readonly #resolveReady: (outcome: Fault | undefined) => void;
  #endpoint: URL | undefined;
  #receiver: FrameReceiver | undefined;
  #isPaused = false;
  #kept: Uint8Array[] = [];
  #keptBytes = 0;
  #isOver = false;
  #closing: Promise<void> | undefined;

  constructor(parts: SseChannelParts) {
    this.#parts = parts;
    const closed = deferred<ConnectionEnd>();
    this.closed = closed.promise;
    this.#resolveClosed = closed.resolve;
    const ready = deferred<Fault | undefined>();
    this.ready = ready.promise.then((fault) => {
      if (fault !== undefined) throw fault;
    });
    this.#resolveReady = ready.resolve;
    this.#source = new EventStream(parts.sender, parts.limits, this);
  }

  /** Asks for the stream. */
  open(): void {
    this.#source.open();
  }

  start(receiver: FrameReceiver): void {
    this.#receiver = receiver;
    this.resume();
  }

  /** Resolves when the server has taken the frame, so that frames can be kept in order. Never rejects. */
  send(frame: string): Promise<void> | undefined {
    return this.#post(frame);
  }

  sendRaw(bytes: Uint8Array): Promise<void> | undefined {
    return this.#post(bytes);
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    while (!this.#isPaused && this.#receiver !== undefined) {
      const frame = this.#kept.shift();
      if (frame === undefined) return;
      this.#keptBytes -= frame.length;
      this.#receiver.frame(frame);
    }
  }

  diagnostics(): string {
    return '';
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** `EventStreamListener` */
  event(type: string, data: string, url: URL): void {
    if (type === 'endpoint') this.#setEndpoint(data, url);
    else if (type === 'message' && data !== '') this.#deliver(new TextEncoder().encode(data));
  }

  /** `EventStreamListener` */
  ended(fault: Fault): void {
    this.#end({ fault });
  }

  #deliver(frame: Uint8Array): void {
    if (this.#isOver) return;
    if (this.#receiver !== undefined && !this.#isPaused) {
      this.#receiver.frame(frame);
      return;
    }
    this.#kept.push(frame);
    this.#keptBytes += frame.length;
    const max = this.#parts.limits.sseEventBytes;
    if (this.#keptBytes <= max) return;
    this.#source.close();
    this.#kept = [];
    this.#end({ fault: keptTooMuch(max) });
  }

  #setEndpoint(data: string, base: URL): void {
    if (this.#endpoint !== undefined) return;
    const url = URL.canParse(data, base.href) ? new URL(data, base.href) : undefined;
    // Messages, and the credentials that go with them, are for this server alone.
    if (url === undefined || url.origin !== base.origin) {
      this.#source.close();
      this.#end({ fault: badEndpoint(base, url) });
      return;
    }
    this.#endpoint = url;
    this.#resolveReady(undefined);
  }

  #end(end: ConnectionEnd): void {
    this.#isOver = true;
    this.#resolveReady(
      end.fault ?? new Fault('closed', 'The connection was closed while it was being opened.'),
    );
    this.#resolveClosed(end);
  }

  async #close(): Promise<void> {
    const timeout = deferred();
    const cancelTimer = this.#parts.clock.after(FAREWELL_MS, timeout.resolve);
    if (!this.#isOver)
      await Promise.race([Promise.all([...this.#posts].map(({ taken }) => taken.promise)), timeout.promise]);
    cancelTimer();
    this.#source.close();
    this.#end({});
    await this.#parts.requester.close();
  }

  #post(body: string | Uint8Array): Promise<void> | undefined {
    const url = this.#endpoint;
    if (this.#isOver || this.#closing !== undefined || url === undefined) return undefined;
    this.#makeRoom();
    const { sender, limits } = this.#parts;
    const context = { sender, limits, session: new LegacySession(), wire: undefined };
    const taken = deferred();
    const handler: ResponseHandler = {
      message: () => {},
      ended: (outcome) => {
        this.#posts.delete(post);
        this.#posted(outcome, body);
        taken.resolve();
      },
    };
    const outgoing = { method: 'POST', url, headers: POST_HEADERS, body } as const;
    const reader = new ResponseReader(context, 'acknowledgement', outgoing, handler);
    const post: OpenPost = { taken, drop: (fault) => this.#dropPost(post, reader, handler, fault) };
    this.#posts.add(post);
    reader.start();
    return taken.promise;
  }

  /** Every message holds a connection until it is acknowledged, and some servers forget to. */
  #makeRoom(): void {
    const max = this.#parts.limits.inFlightRequests;
    const [oldest] = this.#posts;
    if (this.#posts.size >= max) oldest?.drop(notAcknowledged(max));
  }

  #dropPost(post: OpenPost, reader: ResponseReader, handler: ResponseHandler, fault: Fault): void {
    reader.abort();
    if (this.#posts.has(post)) handler.ended({ kind: 'failed', fault });
  }

  /** A message that the server did not take costs the one exchange it belongs to. */
  #posted(outcome: ResponseOutcome, body: string | Uint8Array): void {
    if (this.#isOver || (outcome.kind !== 'refused' && outcome.kind !== 'failed')) return;
    const fault = outcome.kind === 'failed' ? outcome.fault : refusalFault(outcome.refusal);
    const sent = decodeMessage(body, { limits: this.#parts.limits });
    this.#receiver?.fault(fault, sent.kind === 'request' ? lostAnswer(sent.id) : undefined);
  }
}

/** A message on its way. */
interface OpenPost {
  /** The server has taken the message, or will not. */
  readonly taken: Deferred<void>;
  drop(fault: Fault): void;
}

function keptTooMuch(max: number): Fault {
  return new Fault(
    'limit_exceeded',
    `The server sent more than ${max} bytes before it said where messages go. Raise limits.sseEventBytes if that is expected.`,
    { limit: 'sseEventBytes' },
  );
}

function notAcknowledged(max: number): Fault {
  return new Fault(
    'limit_exceeded',
    `The server has not acknowledged ${max} messages; the oldest was given up. Raise limits.inFlightRequests if that is expected.`,
    { limit: 'inFlightRequests' },
  );
}

/** The answer to a request, which will not come. */
function lostAnswer(id: RequestId): LostFrame {
  const text = typeof id === 'string' ? JSON.stringify(id) : String(id);
  const head = new TextEncoder().encode(`{"jsonrpc":"2.0","id":${text},"result":`);
  return { head, tail: new Uint8Array(0) };
}

function badEndpoint(base: URL, url: URL | undefined): Fault {
  const what = url === undefined ? 'no URL' : `a URL of another origin (${url.origin})`;
  return new Fault(
    'invalid_message',
    `The server at ${base.origin} gave ${what} to send messages to. Nothing was sent there.`,
  );
}
