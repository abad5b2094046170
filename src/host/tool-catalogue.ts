import type { JsonObject, Limits, Tool } from '../protocol/index.js';
import { checkBounds } from '../schema/index.js';
import type { ServerEntry } from './config/server-entry.js';
import { ToolNames } from './names/tool-names.js';
import type { ServerSession } from './server-session.js';

/** A tool of a server under the name that it is offered with. */
export interface ServerTool {
  readonly name: string;
  readonly session: ServerSession;
  /** As the server listed it. */
  readonly listed: Tool;
}

/**
 * Which tools the servers of a host offer, by registered name. A name that was given out stays with its tool for as long
 * as its server is configured, so that what was allowed for one tool never comes to mean another.
 */
export class ToolCatalogue {
  readonly #limits: Limits;
  readonly #names = new ToolNames();
  readonly #byServer = new Map<ServerSession, readonly ServerTool[]>();
  #byName: ReadonlyMap<string, ServerTool> = new Map();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get(name: string): ServerTool | undefined {
    return this.#byName.get(name);
  }

  /** The name of the server whose tool has this name, be it offered now or not. */
  serverOf(name: string): string | undefined {
    return this.#names.lookup(name)?.server;
  }

  /** In the order of the servers, and in each of its list. */
  all(): Iterable<ServerTool> {
    return this.#byName.values();
  }

  of(session: ServerSession): readonly ServerTool[] {
    return this.#byServer.get(session) ?? [];
  }

  /** Takes the list of one server anew; `sessions` are all of them in order. Says whether anything changed. */
  update(session: ServerSession, sessions: Iterable<ServerSession>): boolean {
    const before = this.of(session);
    const { tools, problems } = this.#read(session);
    this.#byServer.set(session, tools);
    session.offers(tools.length, problems);
    const isSame =
      before.length === tools.length &&
      tools.every(({ name, listed }, at) => name === before[at]?.name && listed === before[at]?.listed);
    if (!isSame) this.#index(sessions);
    return !isSame;
  }

  /** The names of these servers are free again; every server has to be updated after that, in order. */
  forgetNames(servers: readonly string[]): void {
    for (const server of servers) this.#names.removeServer(server);
  }

  /** Forgets the tools of a session. Their names stay with the server. */
  remove(session: ServerSession, sessions: Iterable<ServerSession>): void {
    this.#byServer.delete(session);
    this.#index(sessions);
  }

  #index(sessions: Iterable<ServerSession>): void {
    const byName = new Map<string, ServerTool>();
    for (const session of sessions) for (const tool of this.of(session)) byName.set(tool.name, tool);
    this.#byName = byName;
  }

  #read(session: ServerSession): { tools: ServerTool[]; problems: string[] } {
    const { entry } = session;
    const filter = new ToolFilter(entry);
    const tools: ServerTool[] = [];
    const problems: string[] = [];
    for (const listed of session.tools) {
      if (!filter.wants(listed.name)) continue;
      const problem = this.#unusable(listed);
      if (problem !== undefined) problems.push(problem);
      else {
        const named = this.#names.add(entry.name, listed.name);
        if (named.ok) tools.push({ name: named.name, session, listed });
        else problems.push(named.problem);
      }
    }
    // A server that is away lists nothing, and that is no fault of the filters.
    if (session.tools.length > 0) problems.push(...filter.unmatched());
    return { tools, problems };
  }

  /** Why a model cannot be offered a tool; undefined for nothing. */
  #unusable({ name, inputSchema }: Tool): string | undefined {
    if (name === '') return 'left out of tools/list: a tool has no name';
    const what = `tool ${JSON.stringify(name)} is left out`;
    // 2026-07-28 server/tools#tool: inputSchema MUST have type "object"; model APIs refuse the whole turn otherwise
    if (inputSchema['type'] !== 'object') return `${what}: its inputSchema does not have type "object"`;
    try {
      checkBounds(inputSchema as JsonObject, this.#limits);
      return undefined;
    } catch (error) {
      return `${what}: ${(error as Error).message}`;
    }
  }
}

/** Whether the entry of a server wants a tool, by the name that the server gives it. */
export function isWanted({ enabledTools, disabledTools }: ServerEntry, tool: string): boolean {
  return !disabledTools.includes(tool) && enabledTools?.includes(tool) !== false;
}

/** Which tools of a server its entry wants. */
class ToolFilter {
  readonly #enabled: ReadonlySet<string> | undefined;
  readonly #disabled: ReadonlySet<string>;
  readonly #unmatched: Set<string>;

  constructor({ enabledTools, disabledTools }: ServerEntry) {
    this.#enabled = enabledTools === undefined ? undefined : new Set(enabledTools);
    this.#disabled = new Set(disabledTools);
    this.#unmatched = new Set([...(enabledTools ?? []), ...disabledTools]);
  }

  wants(tool: string): boolean {
    this.#unmatched.delete(tool);
    return !this.#disabled.has(tool) && this.#enabled?.has(tool) !== false;
  }

  /** Names that the server does not list: misspelled, or of another version of it. */
  unmatched(): string[] {
    return Array.from(
      this.#unmatched,
      (name) => `the entry names the tool ${JSON.stringify(name)}, which the server does not list`,
    );
  }
}
