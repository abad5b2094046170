import type { ResponseSink, SinkOwner } from './response-sink.js';

/** What proxies log for it; there is no standard status, and nobody gets to see it. */
const CLIENT_CLOSED_REQUEST = 499;

const encoder = new TextEncoder();

/** An answer as a fetch `Response`. */
export class WebSink implements ResponseSink {
  owner: SinkOwner | undefined;
  extraHeaders: readonly string[] = [];
  readonly response: Promise<Response>;
  #resolve: (response: Response) => void = () => {};
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  #isAnswered = false;
  #isGone = false;

  constructor() {
    this.response = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  respond(status: number, headers: readonly string[], body: string | undefined): void {
    this.owner = undefined;
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#resolve(new Response(body ?? null, { status, headers: this.#headers(headers) }));
  }

  open(headers: readonly string[]): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#stream = controller;
        },
        cancel: () => this.clientGone(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
    );
    this.#resolve(new Response(stream, { status: 200, headers: this.#headers(headers) }));
  }

  write(text: string): void {
    this.#stream?.enqueue(encoder.encode(text));
  }

  end(): void {
    this.owner = undefined;
    this.#stream?.close();
    this.#stream = undefined;
  }

  queuedBytes(): number {
    return -(this.#stream?.desiredSize ?? 0);
  }

  destroy(): void {
    this.#stream?.error(new Error('The server broke the stream off.'));
    this.clientGone();
  }

  /** The platform says that nobody reads the answer any more. It still awaits one. */
  clientGone(): void {
    const { owner } = this;
    this.#isGone = true;
    this.owner = undefined;
    this.#stream = undefined;
    owner?.clientGone();
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#resolve(new Response(null, { status: CLIENT_CLOSED_REQUEST }));
  }

  #headers(headers: readonly string[]): Headers {
    const all = new Headers();
    const pairs = [...headers, ...this.extraHeaders];
    for (let index = 0; index + 1 < pairs.length; index += 2) {
      all.append(pairs[index] ?? '', pairs[index + 1] ?? '');
    }
    return all;
  }
}
