import type {
  Era,
  JsonObject,
  Message,
  NotificationMessage,
  RequestId,
  RequestMessage,
  ResponseMessage,
  Revision,
} from '../../src/protocol/index.js';
import {
  Fault,
  failure,
  isFault,
  isRpcError,
  META,
  notification,
  RpcError,
  request,
  success,
} from '../../src/protocol/index.js';
import type {
  ClientConnection,
  ConnectionEnd,
  ConnectionOptions,
  ExchangeOptions,
  ServerTarget,
  TransportKind,
} from '../../src/transport/index.js';
import { customServer } from '../../src/transport/index.js';

/** The request is never answered. */
export const SILENCE = Symbol('silence');
/** The server ends instead of answering. */
export const EXIT = Symbol('exit');

/** A result, an error to send, a fault to fail with, or nothing at all. */
export type Answer = JsonObject | RpcError | Fault | typeof SILENCE | typeof EXIT;

export interface Asked {
  readonly request: RequestMessage;
  readonly params: JsonObject;
  readonly connection: ScriptedConnection;
  readonly signal: AbortSignal | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Sends a notification on the stream of this request. */
  notify(method: string, params?: JsonObject): void;
}

export type Script = { [method: string]: Answer | ((asked: Asked) => Answer | Promise<Answer>) };

let servers = 0;

/** A server whose answers a test writes down by method, without any wire between. */
export class ScriptedServer {
  readonly connections: ScriptedConnection[] = [];
  /** Everything that the client sent, on all connections. */
  readonly received: Message[] = [];
  readonly target: ServerTarget;
  transport: TransportKind;
  /** What is said on stderr. */
  stderr = '';
  readonly script: Script;
  readonly #watchers = new Set<() => void>();

  constructor(script: Script, transport: TransportKind = 'stdio') {
    servers += 1;
    this.script = script;
    this.transport = transport;
    this.target = customServer({ name: `scripted ${servers}`, open: (options) => this.open(options) });
  }

  async open(options: ConnectionOptions): Promise<ClientConnection> {
    const connection = new ScriptedConnection(this, options);
    this.connections.push(connection);
    this.changed();
    return connection;
  }

  /** The connection that was opened last. */
  get connection(): ScriptedConnection {
    const connection = this.connections.at(-1);
    if (connection === undefined) throw new Error('No connection was opened.');
    return connection;
  }

  requests(method: string): RequestMessage[] {
    return this.received.filter(
      (message): message is RequestMessage => message.kind === 'request' && message.method === method,
    );
  }

  get methods(): string[] {
    return this.received.flatMap((message) => ('method' in message ? [message.method] : []));
  }

  /** Resolves with the `count`th request or notification of this method, once it has come. */
  async sees(method: string, count = 1): Promise<RequestMessage | NotificationMessage> {
    return this.until(() => {
      const matching = this.received.filter(
        (message): message is RequestMessage | NotificationMessage =>
          'method' in message && message.method === method,
      );
      return matching[count - 1];
    });
  }

  /** Resolves once `condition` gives something; it is asked again whenever the client does anything. */
  async until<T>(condition: () => T | undefined | false): Promise<T> {
    for (;;) {
      const value = condition();
      if (value !== undefined && value !== false) return value;
      await new Promise<void>((resolve) => {
        const watcher = (): void => {
          this.#watchers.delete(watcher);
          resolve();
        };
        this.#watchers.add(watcher);
      });
    }
  }

  changed(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}

export class ScriptedConnection implements ClientConnection {
  readonly transport: TransportKind;
  readonly closed: Promise<ConnectionEnd>;
  readonly options: ConnectionOptions;
  outcome: { readonly revision: Revision; readonly era: Era } | undefined;
  closeCalls = 0;
  isOver = false;
  readonly #server: ScriptedServer;
  readonly #pending = new Map<RequestId, { message: RequestMessage; reject: (error: unknown) => void }>();
  readonly #questions = new Map<RequestId, (response: ResponseMessage) => void>();
  #end: (end: ConnectionEnd) => void = () => {};
  #over: Fault | undefined;
  #lastQuestion = 0;

  constructor(server: ScriptedServer, options: ConnectionOptions) {
    this.#server = server;
    this.options = options;
    this.transport = server.transport;
    this.closed = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  exchange(message: RequestMessage, options: ExchangeOptions = {}): Promise<ResponseMessage> {
    return new Promise((resolve, reject) => {
      const { signal, onNotification, headers } = options;
      if (this.#over !== undefined) return reject(this.#over);
      if (signal?.aborted === true) return reject(aborted(signal));
      const onAbort = (): void => {
        settle(() => reject(aborted(signal)));
        if (this.transport !== 'http' && message.method !== 'initialize') {
          this.#take(notification('notifications/cancelled', { requestId: message.id }));
        }
      };
      const settle = (action: () => void): void => {
        if (!this.#pending.delete(message.id)) return;
        signal?.removeEventListener('abort', onAbort);
        action();
        this.#server.changed();
      };
      this.#pending.set(message.id, { message, reject: (error) => settle(() => reject(error)) });
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#take(message);
      const notify = (method: string, params?: JsonObject): void => {
        if (this.#pending.has(message.id)) onNotification?.(notification(method, params));
      };
      const asked: Asked = {
        request: message,
        params: message.params ?? {},
        connection: this,
        signal,
        headers,
        notify,
      };
      void this.#answer(asked).then((answer) => {
        if (answer === SILENCE) return;
        if (answer === EXIT) return void this.exit();
        if (isFault(answer)) return settle(() => reject(answer));
        if (isRpcError(answer)) {
          return settle(() => resolve(failure(message.id, answer.toErrorObject(), answer.httpStatus)));
        }
        settle(() => resolve(success(message.id, answer as JsonObject)));
      });
    });
  }

  async notify(message: NotificationMessage): Promise<void> {
    if (this.#over !== undefined) throw this.#over;
    this.#take(message);
  }

  async reply(response: ResponseMessage): Promise<void> {
    this.#server.received.push(response);
    if (response.id !== undefined) this.#questions.get(response.id)?.(response);
    this.#server.changed();
  }

  negotiated(outcome: { readonly revision: Revision; readonly era: Era }): void {
    this.outcome = outcome;
  }

  diagnostics(): string {
    return this.#server.stderr;
  }

  async close(): Promise<void> {
    this.closeCalls += 1;
    this.#finish(new Fault('closed', 'Closed on this side.'), {});
  }

  /** The server process ends. Resolves when the client has noticed. */
  async exit(): Promise<void> {
    const fault = new Fault('process_exited', `The server exited with code 1. ${this.#server.stderr}`);
    this.#finish(fault, { fault });
    await this.closed;
  }

  /** A notification that belongs to no request. */
  tell(method: string, params?: JsonObject): void {
    this.options.onIncoming?.(notification(method, params));
  }

  /** Ends the listen stream with this id, as a server that shuts down does without a result. */
  drop(id: RequestId, fault: Fault): void {
    this.#pending.get(id)?.reject(fault);
  }

  get pending(): RequestMessage[] {
    return [...this.#pending.values()].map(({ message }) => message);
  }

  /** Asks the client something, as servers of the legacy era do. */
  ask(method: string, params?: JsonObject): Promise<ResponseMessage> {
    this.#lastQuestion += 1;
    const id = `question ${this.#lastQuestion}`;
    return new Promise((resolve) => {
      this.#questions.set(id, resolve);
      this.options.onIncoming?.(request(id, method, params));
    });
  }

  /** The id of the question that was asked last. */
  get questionId(): string {
    return `question ${this.#lastQuestion}`;
  }

  async #answer(asked: Asked): Promise<Answer> {
    const { method } = asked.request;
    const scripted = this.#server.script[method];
    if (scripted === undefined) return new RpcError(-32601, `Method not found: ${method}`);
    try {
      return typeof scripted === 'function' ? await scripted(asked) : scripted;
    } catch (error) {
      if (isFault(error) || isRpcError(error)) return error;
      throw error;
    }
  }

  #take(message: Message): void {
    this.#server.received.push(message);
    this.#server.changed();
  }

  #finish(fault: Fault, end: ConnectionEnd): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#over = fault;
    for (const { reject } of [...this.#pending.values()]) reject(fault);
    this.#end(end);
    this.#server.changed();
  }
}

function aborted(signal: AbortSignal | undefined): Fault {
  return new Fault('cancelled', 'The request was aborted by the caller.', { cause: signal?.reason });
}

/** A server of today's revision. */
export function modernServer(script: Script = {}, capabilities: JsonObject = { tools: {} }): ScriptedServer {
  return new ScriptedServer({ 'server/discover': discoverResult(capabilities), ...script });
}

export function discoverResult(
  capabilities: JsonObject = { tools: {} },
  supportedVersions: string[] = ['2026-07-28'],
): JsonObject {
  return {
    resultType: 'complete',
    supportedVersions,
    capabilities,
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { [META.SERVER_INFO]: { name: 'scripted', version: '1' } },
  };
}

/** A server that knows only the handshake, and answers a probe with -32601. */
export function legacyServer(
  script: Script = {},
  capabilities: JsonObject = { tools: {} },
  protocolVersion = '2025-11-25',
): ScriptedServer {
  return new ScriptedServer({ initialize: initializeResult(capabilities, protocolVersion), ...script });
}

export function initializeResult(
  capabilities: JsonObject = { tools: {} },
  protocolVersion = '2025-11-25',
): JsonObject {
  return { protocolVersion, capabilities, serverInfo: { name: 'scripted', version: '1' } };
}
