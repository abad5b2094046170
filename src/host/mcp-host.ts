import type { McpClient } from '../client/index.js';
import type { CallToolResult, JsonObject, Prompt, Resource, ResourceTemplate } from '../protocol/index.js';
import { Fault } from '../protocol/index.js';
import type { Tool } from '../server/index.js';
import type { ConfigProblem, LoadedConfig, ServerEntry } from './config/server-entry.js';
import { ConnectSlots } from './connect-slots.js';
import type { HostListener } from './events.js';
import { HostEvents } from './events.js';
import type { HostConfig, McpHostOptions } from './host-options.js';
import { checkReload, resolveHostOptions, serversOf } from './host-options.js';
import type { ServerState } from './host-state.js';
import { survey } from './host-survey.js';
import type { ToolReference } from './names/tool-names.js';
import type { PermissionVerdict } from './permissions/decide.js';
import type {
  PageOptions,
  ResourcePage,
  ResourceRead,
  ResourceTemplatePage,
} from './resource-tools/host-resources.js';
import { HostResources } from './resource-tools/host-resources.js';
import { hasSameConnection, isSameEntry } from './same-entry.js';
import { ServerSession } from './server-session.js';
import type { HostCallOptions } from './tool-box.js';
import { ToolBox } from './tool-box.js';

/** In which form the tools of a host give their results: text for a model, or what the server sent. */
export interface HostToolsOptions {
  /** Default `'text'`. Behind an MCP server of ours it is always the whole result. */
  readonly results?: 'text' | 'whole';
}

const CLOSED = 'the host was closed';
const REMOVED = 'the server was taken out of the configuration';
const REPLACED = 'the configuration of the server was changed, and it is connected anew';

/**
 * Many servers as one tool box: connects to all of them, offers their tools under names of their own, and decides about
 * every call before it goes out. Each host has processes and sessions of its own, so that two tenants never share one.
 *
 * @example
 * await using host = await McpHost.start({ config: await loadMcpConfig(), permissions: await loadPermissions() });
 * const result = await host.call('mcp_demo_echo', { message: 'hi' });
 */
export class McpHost implements AsyncDisposable {
  readonly #config: HostConfig;
  readonly #events: HostEvents;
  readonly #sessions = new Map<string, ServerSession>();
  readonly #slots: ConnectSlots;
  readonly #resources: HostResources;
  readonly #tools: ToolBox;
  readonly #closing = new AbortController();
  readonly #leaving = new Set<Promise<void>>();
  #problems: readonly ConfigProblem[];
  #begun: Promise<void> = Promise.resolve();
  #reloading: Promise<void> = Promise.resolve();
  #closed: Promise<void> | undefined;

  private constructor(options: McpHostOptions) {
    const config = resolveHostOptions(options);
    this.#config = config;
    this.#events = new HostEvents(options.redact ?? true);
    if (options.onEvent !== undefined) this.#events.add(options.onEvent);
    this.#slots = new ConnectSlots(config.connectConcurrency);
    this.#resources = new HostResources(this.#sessions);
    this.#tools = new ToolBox({
      config,
      events: this.#events,
      closing: this.#closing.signal,
      sessions: this.#sessions,
      resources: this.#resources,
    });
    const { problems, servers } = serversOf(options);
    this.#problems = problems;
    for (const entry of servers) this.#sessions.set(entry.name, this.#session(entry));
  }

  /**
   * Begins to connect to all servers and returns at once. `ready`, `settled` and the events tell how it goes.
   *
   * @throws Fault `invalid_argument`
   */
  static open(options: McpHostOptions = {}): McpHost {
    const host = new McpHost(options);
    for (const session of host.#sessions.values()) session.start();
    host.#begun = host.#nameOnceSettled([...host.#sessions.values()]);
    return host;
  }

  /**
   * Connects to all servers, and gives the host when each of them is ready or has failed. One that fails never fails the
   * others: look at `servers()`.
   *
   * @throws Fault (as a rejection) `invalid_argument`
   */
  static async start(options: McpHostOptions = {}): Promise<McpHost> {
    const host = McpHost.open(options);
    await host.#begun;
    return host;
  }

  /** What is known of each server, in the order of the configuration. */
  servers(): ServerState[] {
    return [...this.#sessions.values()].map(({ state }) => state);
  }

  /** What is wrong with the configuration: entries that are left out, and what is worth a warning. */
  get problems(): readonly ConfigProblem[] {
    return this.#problems;
  }

  /** @throws Fault `invalid_argument` for a server that is not configured. */
  state(server: string): ServerState {
    return this.#of(server).state;
  }

  /** Resolves when every server is ready, has failed or is closed. */
  async settled(): Promise<ServerState[]> {
    await this.#begun;
    return this.#allSettled();
  }

  /**
   * Resolves when one server is ready.
   *
   * @throws Fault (as a rejection) `server_unavailable` with the reason, `invalid_argument`, `cancelled`
   */
  async ready(server: string, signal?: AbortSignal): Promise<ServerState> {
    const session = this.#of(server);
    await session.usable(signal);
    return session.state;
  }

  /** Connects a failed server now. Gives its state once that has succeeded or failed. */
  reconnect(server: string): Promise<ServerState> {
    return this.#of(server).reconnect();
  }

  /**
   * The client of a ready server, for what the host has no method for. Calls that are made on it are not decided about.
   *
   * @throws Fault `server_unavailable`, `invalid_argument`
   */
  client(server: string): McpClient {
    const session = this.#of(server);
    const { client } = session;
    if (client === undefined) throw session.unavailable();
    return client;
  }

  /**
   * The tools of all servers, and those that read resources while a connected server has any. The list is the same object
   * until something changes. A run that is not permitted gives `ERROR: …` for the model to read.
   */
  tools({ results = 'text' }: HostToolsOptions = {}): readonly Tool[] {
    return this.#tools.tools(results);
  }

  /** The server behind a registered name, and what the server calls the tool; undefined for a name that is not offered. */
  lookup(name: string): ToolReference | undefined {
    return this.#tools.lookup(name);
  }

  /** The registered name of a tool of a server; undefined when it is not offered. */
  nameOf(server: string, tool: string): string | undefined {
    return this.#tools.nameOf(server, tool);
  }

  /**
   * What would be decided about a call of this tool, and which rule decides. Nobody is asked.
   *
   * @throws Fault `invalid_argument` for a name that is not offered.
   */
  explain(name: string): PermissionVerdict {
    return this.#tools.explain(name);
  }

  /**
   * Calls a tool by its registered name: decides, asks if need be, and sends. A failure of the tool itself is a result
   * with `isError`.
   *
   * @throws Fault (as a rejection) `permission_denied` with the reason, `server_unavailable`, `invalid_argument`,
   *   `timed_out`, `cancelled`…; RpcError
   */
  call(name: string, args: JsonObject = {}, options: HostCallOptions = {}): Promise<CallToolResult> {
    return this.#tools.call(name, args, options);
  }

  /** All resources of a server, from all pages. @throws McpResourceError (as a rejection) */
  allResources(server: string, options: Pick<PageOptions, 'signal'> = {}): Promise<readonly Resource[]> {
    return this.#resources.listAll(server, options.signal);
  }

  /** All resource templates of a server, from all pages. @throws McpResourceError (as a rejection) */
  allResourceTemplates(
    server: string,
    options: Pick<PageOptions, 'signal'> = {},
  ): Promise<readonly ResourceTemplate[]> {
    return this.#resources.listAllTemplates(server, options.signal);
  }

  /** One page of the resources of a server. @throws McpResourceError (as a rejection) */
  listResources(server: string, options?: PageOptions): Promise<ResourcePage> {
    return this.#resources.list(server, options);
  }

  /** One page of the resource templates of a server. @throws McpResourceError (as a rejection) */
  listResourceTemplates(server: string, options?: PageOptions): Promise<ResourceTemplatePage> {
    return this.#resources.listTemplates(server, options);
  }

  /** The contents of a resource, as the server sent them. @throws McpResourceError (as a rejection) */
  readResource(
    server: string,
    uri: string,
    options: Pick<PageOptions, 'signal'> = {},
  ): Promise<ResourceRead> {
    return this.#resources.read(server, uri, options.signal);
  }

  /** The prompts of a server. @throws Fault (as a rejection) `server_unavailable`…; RpcError */
  async listPrompts(server: string, options: Pick<PageOptions, 'signal'> = {}): Promise<readonly Prompt[]> {
    const client = this.client(server);
    try {
      return await client.listPrompts(options);
    } catch (error) {
      this.#of(server).failed(client, error);
      throw error;
    }
  }

  /** Asks every ready server for its resources, templates and prompts, so that their counts are known. Never rejects. */
  async survey(signal?: AbortSignal): Promise<ServerState[]> {
    await survey([...this.#sessions.values()], signal);
    return this.servers();
  }

  /** Tells `listener` what happens from now on. What it throws changes nothing. The function given back ends that. */
  onEvent(listener: HostListener): () => void {
    return this.#events.add(listener);
  }

  /**
   * Takes another configuration. Servers that are not in it are closed, new ones are connected, and so are those whose
   * command, address, variables or headers are others, or that were not ready in time and get more of it; everything
   * else is left as it is, its calls included. Resolves when all servers are ready or have failed.
   *
   * @throws Fault (as a rejection) `invalid_argument`, `closed`
   */
  async reload(options: Pick<McpHostOptions, 'config' | 'servers'>): Promise<ServerState[]> {
    checkReload(options);
    const loaded = serversOf(options);
    const turn = this.#reloading.then(() => this.#take(loaded));
    this.#reloading = turn.catch(() => {});
    await turn;
    return this.settled();
  }

  /** Idempotent. Ends every call; resolves when no process, socket or timer is left. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    await this.#reloading;
    await Promise.all([...this.#sessions.values()].map((session) => session.close(CLOSED)));
    await Promise.all(this.#leaving);
  }

  #take({ problems, servers }: LoadedConfig): void {
    if (this.#closed !== undefined) throw new Fault('closed', 'This host was closed. Start a new one.');
    const before = new Map(this.#sessions);
    this.#sessions.clear();
    const started: ServerSession[] = [];
    this.#problems = problems;
    for (const entry of servers) {
      const old = before.get(entry.name);
      if (old !== undefined && isOfUse(old, entry)) {
        before.delete(entry.name);
        this.#sessions.set(entry.name, old);
        if (!isSameEntry(old.entry, entry)) old.update(entry);
      } else {
        const session = this.#session(entry);
        this.#sessions.set(entry.name, session);
        started.push(session);
      }
    }
    const added = started.filter(({ entry }) => !before.has(entry.name));
    for (const session of before.values()) this.#leave(session);
    for (const session of this.#sessions.values()) this.#tools.update(session);
    for (const session of started) session.start();
    const begun = this.#begun;
    this.#begun = this.#nameOnceSettled(added).then(() => begun);
  }

  #leave(session: ServerSession): void {
    this.#tools.remove(session);
    const reason = this.#sessions.has(session.entry.name) ? REPLACED : REMOVED;
    const leaving = session.close(reason).finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }

  #session(entry: ServerEntry): ServerSession {
    const { clientOptions, clock, random, reconnect } = this.#config;
    return new ServerSession({
      entry,
      client: () => clientOptions(entry),
      clock,
      random,
      reconnect,
      slots: this.#slots,
      events: this.#events,
      onTools: (session) => this.#tools.update(session),
    });
  }

  #allSettled(): Promise<ServerState[]> {
    return Promise.all([...this.#sessions.values()].map((session) => session.settled()));
  }

  /** Which of two tools has a name must not depend on which server was faster. From then on names stay. */
  async #nameOnceSettled(added: readonly ServerSession[]): Promise<void> {
    if (added.length === 0) return;
    await Promise.all(added.map((session) => session.settled()));
    this.#tools.nameAnew((session) => added.includes(session));
  }

  #of(server: string): ServerSession {
    const session = this.#sessions.get(server);
    if (session !== undefined) return session;
    const names = [...this.#sessions.keys()].join(', ');
    const message = `No server is named '${server}'. There are: ${names === '' ? 'none' : names}.`;
    throw new Fault('invalid_argument', message);
  }
}

/** Whether a session goes on under another entry. One that was not ready in time is given the time that it gets now. */
function isOfUse({ entry, state }: ServerSession, wanted: ServerEntry): boolean {
  const isInTime = state.phase === 'ready' || entry.startupMs === wanted.startupMs;
  return isInTime && hasSameConnection(entry, wanted);
}
