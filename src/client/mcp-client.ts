import type {
  CallToolResult,
  CompleteParams,
  CompleteResult,
  Era,
  GetPromptResult,
  Implementation,
  JsonObject,
  LoggingLevel,
  ParamsOf,
  Prompt,
  ReadResourceResult,
  RequestMethod,
  Resource,
  ResourceTemplate,
  ResultOf,
  Revision,
  ServerCapabilities,
  Tool,
} from '../protocol/index.js';
import { ERROR_CODES, Fault, isRpcError, notification } from '../protocol/index.js';
import type { ServerTarget } from '../transport/index.js';
import { requireCapability } from './calls/required-capability.js';
import { ClientParts } from './client-parts.js';
import type { CallOptions, ListOptions } from './handlers.js';
import { closedFault } from './link.js';
import type { ListName } from './lists/list-kinds.js';
import type { Quarantined } from './lists/walker.js';
import type { McpClientOptions } from './options.js';
import { resolveOptions } from './options.js';
import type { Session } from './session.js';
import type { SubscribeFilter } from './subscriptions/change.js';
import { Subscription } from './subscriptions/subscription.js';

/**
 * A connection to one MCP server, whichever era it speaks. Calls reject with an `RpcError` when the server answers with
 * an error, and with a `Fault` for everything else (docs/errors.md).
 *
 * @example
 * await using client = await McpClient.connect(stdioServer({ command: 'npx', args: ['-y', 'some-server'] }));
 * const result = await client.callTool('echo', { message: 'hi' });
 */
export class McpClient implements AsyncDisposable {
  /** What this client was connected to. */
  readonly target: ServerTarget;
  readonly #parts: ClientParts;
  readonly #subscriptions = new Set<Subscription>();
  #closed: Promise<void> | undefined;

  private constructor(parts: ClientParts) {
    this.target = parts.config.target;
    this.#parts = parts;
  }

  /**
   * Opens a connection and settles the protocol revision. When it fails, nothing is left behind.
   *
   * @throws Fault `negotiation_failed`, `timed_out`, `spawn_failed`, `connect_failed`, `unauthorized`…
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
   */
  static async connect(target: ServerTarget, options: McpClientOptions = {}): Promise<McpClient> {
    const client = new McpClient(new ClientParts(resolveOptions(target, options)));
    try {
      await client.#parts.link.session(options.signal);
      if (options.onListChanged !== undefined) client.#parts.watchLists();
      return client;
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  /** What the server says of itself: for display, not verified. */
  get serverInfo(): Implementation | undefined {
    return this.#session.serverInfo;
  }

  get capabilities(): ServerCapabilities {
    return this.#session.capabilities;
  }

  /** How the server wants to be used, for a model to read. */
  get instructions(): string | undefined {
    return this.#session.instructions;
  }

  get revision(): Revision {
    return this.#session.revision;
  }

  get era(): Era {
    return this.#session.era;
  }

  /**
   * All tools, from all pages. Kept as long as the server says, else 30 s; a change that the server reports ends that.
   * Over HTTP, tools whose `x-mcp-header` breaks the rules are left out (see `quarantined`).
   */
  listTools(options: ListOptions = {}): Promise<readonly Tool[]> {
    return this.#parts.lists.get('tools', options);
  }

  /** All resources, from all pages. Kept like tools. */
  listResources(options: ListOptions = {}): Promise<readonly Resource[]> {
    return this.#parts.lists.get('resources', options);
  }

  /** All resource templates, from all pages. Kept like tools. */
  listResourceTemplates(options: ListOptions = {}): Promise<readonly ResourceTemplate[]> {
    return this.#parts.lists.get('resourceTemplates', options);
  }

  /** All prompts, from all pages. Kept only if the server says for how long. */
  listPrompts(options: ListOptions = {}): Promise<readonly Prompt[]> {
    return this.#parts.lists.get('prompts', options);
  }

  /** What was left out of a list when it was last fetched, and why. */
  quarantined(list: ListName): readonly Quarantined[] {
    return this.#parts.lists.quarantined(list);
  }

  /**
   * Calls a tool. A failure of the tool itself is a result with `isError`. When the tool was listed and has an
   * `outputSchema`, the result is held against it.
   *
   * @throws Fault `capability_missing`, `output_invalid`, `input_required_unexpected`, `timed_out`, `cancelled`…; RpcError
   * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools
   */
  callTool(name: string, args: JsonObject = {}, options?: CallOptions): Promise<CallToolResult> {
    return this.#parts.tools.call(name, args, options);
  }

  /** Reads a resource. For an unknown one the server answers with an error that `isResourceNotFound` knows. */
  async readResource(uri: string, options?: CallOptions): Promise<ReadResourceResult> {
    requireCapability('resources/read', this.#session);
    return (await this.#parts.caller.call(
      'resources/read',
      { uri },
      options,
    )) as unknown as ReadResourceResult;
  }

  async getPrompt(
    name: string,
    args?: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<GetPromptResult> {
    requireCapability('prompts/get', this.#session);
    const params = args === undefined ? { name } : { name, arguments: args };
    return (await this.#parts.caller.call('prompts/get', params, options)) as unknown as GetPromptResult;
  }

  /** Suggestions for an argument of a prompt or a resource template. */
  async complete(params: CompleteParams, options?: CallOptions): Promise<CompleteResult> {
    requireCapability('completion/complete', this.#session);
    return (await this.#parts.caller.call(
      'completion/complete',
      params as unknown as JsonObject,
      options,
    )) as unknown as CompleteResult;
  }

  /** Resolves when the server is alive: `ping`, and today, where there is none, `server/discover`. */
  async ping(options?: CallOptions): Promise<void> {
    const method = this.era === 'modern' ? 'server/discover' : 'ping';
    try {
      await this.#parts.caller.call(method, undefined, options);
    } catch (error) {
      // A server that says it does not know the method is alive.
      if (!isRpcError(error) || error.code !== ERROR_CODES.METHOD_NOT_FOUND.code) throw error;
    }
  }

  /** The least severe level of log messages that the server should send from now on. They go to `onLog`. */
  async setLogLevel(level: LoggingLevel, options?: CallOptions): Promise<void> {
    requireCapability('logging/setLevel', this.#session);
    this.#parts.setLogLevel(level);
    if (this.era === 'legacy') await this.#parts.caller.call('logging/setLevel', { level }, options);
  }

  /**
   * Tells a legacy server that the roots changed. Today's servers ask each time, and are told nothing.
   *
   * @throws Fault `invalid_argument` for a client without `roots`, which has not declared any.
   */
  async notifyRootsChanged(): Promise<void> {
    if (this.#parts.link.isClosed) throw closedFault();
    if (this.#parts.config.options.roots === undefined) {
      throw new Fault(
        'invalid_argument',
        'This client has no roots: give McpClient.connect the option `roots`.',
      );
    }
    const session = this.#parts.link.current;
    if (session?.era !== 'legacy') return;
    await session.line.connection.notify(notification('notifications/roots/list_changed'));
  }

  /**
   * Changes on the server, as they happen.
   *
   * @example for await (const change of client.subscribe({ tools: true, resources: [uri] })) …
   * @throws Fault `invalid_argument`, `limit_exceeded`, `closed`
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
   */
  subscribe(filter: SubscribeFilter): Subscription {
    if (this.#parts.link.isClosed) throw closedFault();
    const subscription = new Subscription(this.#parts, filter);
    this.#subscriptions.add(subscription);
    void subscription.ended.then(() => this.#subscriptions.delete(subscription));
    return subscription;
  }

  /**
   * Any request, known to MCP or not. Everything that a call needs is done all the same: envelope, time budgets,
   * rounds of input.
   */
  request<M extends RequestMethod>(
    method: M,
    params?: ParamsOf<M>,
    options?: CallOptions,
  ): Promise<ResultOf<M>>;
  request(method: string, params?: JsonObject, options?: CallOptions): Promise<JsonObject>;
  request(method: string, params?: unknown, options?: CallOptions): Promise<unknown> {
    return this.#parts.caller.call(method, params as JsonObject | undefined, options);
  }

  /** Idempotent. Ends every call and subscription; resolves when no process, socket or timer is left. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    const ended = [...this.#subscriptions].map((subscription) => subscription.ended);
    await this.#parts.close();
    await Promise.all(ended);
  }

  get #session(): Session {
    const session = this.#parts.link.last;
    if (session === undefined) throw new Fault('closed', 'This client never had a session.');
    return session;
  }
}
