import { type IncomingMessage, request } from 'node:http';
import { waitFor } from './wait-for.js';

/** A request as a test writes it: any method, any headers, any bytes. */
export interface Probe {
  readonly port: number;
  readonly method?: string;
  readonly path?: string;
  /** Undefined values are left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Uint8Array;
}

/** An answer that is complete. */
export interface ProbeAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly json: () => unknown;
}

/** One event of an event stream. Undefined where a field is not there. */
export interface ProbeEvent {
  readonly id: string | undefined;
  readonly retry: string | undefined;
  readonly data: string | undefined;
}

/** An answer that is still coming in. */
export class ProbeStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  text = '';
  isEnded = false;
  isBroken = false;
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    this.status = incoming.statusCode ?? 0;
    this.headers = incoming.headers;
    this.#incoming = incoming;
    incoming.setEncoding('utf8');
    incoming.on('data', (part: string) => {
      this.text += part;
    });
    incoming.on('end', () => {
      this.isEnded = true;
    });
    incoming.on('error', () => {
      this.isBroken = true;
    });
  }

  /** The events that are complete, without comments. */
  get events(): ProbeEvent[] {
    return parseEvents(this.text);
  }

  /** The messages in them. */
  get messages(): { id?: unknown; method?: string; result?: unknown; error?: { code: number } }[] {
    return this.events.flatMap(({ data }) => (data === undefined || data === '' ? [] : [JSON.parse(data)]));
  }

  /** Resolves when that many messages are there. */
  async message(count: number): Promise<ProbeStream['messages'][number]> {
    await waitFor(`message ${count} of a stream came`, () => this.messages.length >= count);
    return this.messages[count - 1] as ProbeStream['messages'][number];
  }

  async ended(): Promise<void> {
    await waitFor('the stream ended', () => this.isEnded);
  }

  /** The client goes. */
  drop(): void {
    this.#incoming.destroy();
  }
}

/** Sends a request; resolves with the head of its answer. */
export function openProbe(probe: Probe): Promise<ProbeStream> {
  return new Promise((resolve, reject) => {
    const { port, method = 'POST', path = '/mcp', body } = probe;
    const headers = Object.fromEntries(
      Object.entries(probe.headers ?? {}).filter(([, value]) => value !== undefined),
    ) as Record<string, string>;
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (incoming) =>
      resolve(new ProbeStream(incoming)),
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Sends a request; resolves with its whole answer. */
export async function probe(request: Probe): Promise<ProbeAnswer> {
  const stream = await openProbe(request);
  await waitFor('the answer is complete', () => stream.isEnded || stream.isBroken);
  const { status, headers, text } = stream;
  return { status, headers, text, json: () => JSON.parse(text) };
}

export function parseEvents(text: string): ProbeEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .filter((block) => block.split('\n').some((line) => !line.startsWith(':')))
    .map((block) => {
      const field = (name: string): string | undefined =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `) || line === `${name}:`)
          ?.slice(name.length + 2);
      return { id: field('id'), retry: field('retry'), data: field('data') };
    });
}
