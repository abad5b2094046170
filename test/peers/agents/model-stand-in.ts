import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What the model does next. */
export type Turn =
  | { readonly say: string }
  /** Uses a tool, by the name that the agent gave it. */
  | { readonly use: string; readonly input: object };

/** The body of a request for a turn, as far as the tests look into it. */
export interface ModelRequest {
  readonly body: Record<string, unknown>;
  /** Names of the tools that are offered. */
  readonly tools: readonly string[];
  /** What its user said in the conversation so far. */
  readonly prompts: readonly string[];
  /** What its tools gave in the conversation so far, oldest first. */
  readonly results: readonly string[];
}

/** How one model API speaks. */
export interface ModelApi {
  /** End of the path of requests for a turn. */
  readonly path: string;
  /** A request that asks for something beside the conversation, like a title for it. */
  isAside(body: Record<string, unknown>): boolean;
  read(body: Record<string, unknown>): Omit<ModelRequest, 'body'>;
  /** The server-sent events of a turn: name and data. */
  events(turn: Turn, ordinal: number): readonly (readonly [string, object])[];
}

/**
 * A model that does what a script says: one turn for each request, and says "done" for ever after. It listens on loopback,
 * and keeps what it was sent.
 */
export class ModelStandIn implements AsyncDisposable {
  /** One for each turn. */
  readonly requests: ModelRequest[] = [];
  /** Requests that it knows nothing about; answered with 404. */
  readonly strays: string[] = [];
  readonly #api: ModelApi;
  readonly #turns: Turn[];
  readonly #server: Server;

  private constructor(api: ModelApi, turns: readonly Turn[]) {
    this.#api = api;
    this.#turns = [...turns];
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(api: ModelApi, turns: readonly Turn[]): Promise<ModelStandIn> {
    const model = new ModelStandIn(api, turns);
    await new Promise<void>((resolve) => {
      model.#server.listen(0, '127.0.0.1', resolve);
    });
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What its user said in the whole conversation. */
  get prompts(): readonly string[] {
    return this.requests.at(-1)?.prompts ?? [];
  }

  /** What its tools gave in the whole conversation, oldest first. */
  get results(): readonly string[] {
    return this.requests.at(-1)?.results ?? [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const sent = await text(request);
    const path = new URL(url, this.url).pathname;
    if (method === 'HEAD') {
      response.end();
      return;
    }
    if (method !== 'POST' || !path.endsWith(this.#api.path)) {
      this.strays.push(`${method} ${url}`);
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"not here"}}');
      return;
    }
    const body = JSON.parse(sent) as Record<string, unknown>;
    const turn = this.#api.isAside(body) ? { say: 'An aside' } : this.#nextTurn(body);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [name, data] of this.#api.events(turn, this.requests.length)) {
      response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    }
    response.end();
  }

  #nextTurn(body: Record<string, unknown>): Turn {
    this.requests.push({ body, ...this.#api.read(body) });
    return this.#turns.shift() ?? { say: 'done' };
  }
}
