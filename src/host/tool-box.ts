import type { CallOptions } from '../client/index.js';
import type { CallToolResult, JsonObject } from '../protocol/index.js';
import { Fault, isJsonObject } from '../protocol/index.js';
import type { CallContext, Tool } from '../server/index.js';
import { isToolArgumentError, toolContext } from '../server/index.js';
import type { HostEvents } from './events.js';
import type { HostConfig } from './host-options.js';
import { toolName } from './names/tool-name.js';
import type { ToolReference } from './names/tool-names.js';
import { guardedTool, offeredTool } from './offered-tools.js';
import type { PermissionVerdict } from './permissions/decide.js';
import type { HostResources } from './resource-tools/host-resources.js';
import { isMcpResourceError } from './resource-tools/resource-error.js';
import { RESOURCE_TOOLS, resourceTools } from './resource-tools/resource-tools.js';
import type { ServerSession } from './server-session.js';
import type { CalledTool } from './tool-calls.js';
import { ToolCalls } from './tool-calls.js';
import { ToolCatalogue } from './tool-catalogue.js';

export interface HostCallOptions extends CallOptions {
  /** The request of a client that the call is made for, when an asker is to ask that client. */
  readonly call?: CallContext;
}

export interface ToolBoxParts {
  readonly config: HostConfig;
  readonly events: HostEvents;
  /** Aborted when the host closes. */
  readonly closing: AbortSignal;
  /** In the order of the configuration. */
  readonly sessions: ReadonlyMap<string, ServerSession>;
  readonly resources: HostResources;
}

/** The tools of all servers of a host, and its own, by registered name. */
export class ToolBox {
  readonly #parts: ToolBoxParts;
  readonly #catalogue: ToolCatalogue;
  readonly #calls: ToolCalls;
  readonly #resourceTools: readonly Tool[];
  readonly #offered = new Map<'text' | 'whole', readonly Tool[]>();

  constructor(parts: ToolBoxParts) {
    const { config, resources } = parts;
    this.#parts = parts;
    this.#catalogue = new ToolCatalogue(config.limits);
    this.#calls = new ToolCalls(parts);
    const { outputFolder, limits } = config;
    const maxBlobBytes = limits.resourceBlobBytes;
    this.#resourceTools = config.hasResourceTools
      ? resourceTools({ resources, outputFolder, maxBlobBytes })
      : [];
  }

  /** The same list until something changes. */
  tools(results: 'text' | 'whole'): readonly Tool[] {
    const made = this.#offered.get(results) ?? this.#offer(results);
    this.#offered.set(results, made);
    return made;
  }

  lookup(name: string): ToolReference | undefined {
    const tool = this.#catalogue.get(name);
    return tool === undefined ? undefined : { server: tool.session.entry.name, tool: tool.listed.name };
  }

  nameOf(server: string, tool: string): string | undefined {
    const session = this.#parts.sessions.get(server);
    if (session === undefined) return undefined;
    const named = this.#catalogue.get(toolName(server, tool));
    return named?.session === session && named.listed.name === tool ? named.name : undefined;
  }

  /** @throws Fault `invalid_argument` */
  explain(name: string): PermissionVerdict {
    return this.#calls.explain(this.#called(name));
  }

  /** @throws Fault (as a rejection), RpcError */
  async call(name: string, args: JsonObject, { call, ...options }: HostCallOptions): Promise<CallToolResult> {
    const called = this.#called(name);
    if (!isJsonObject(args))
      throw new Fault('invalid_argument', `The arguments of '${name}' must be an object.`);
    const { signal } = options;
    const permission = await this.#calls.permit(called, args, { signal, call });
    if (!permission.granted) {
      throw new Fault('permission_denied', `The call of '${name}' was not made: ${permission.because}`, {
        details: { tool: name, because: permission.because },
      });
    }
    if (called.kind === 'server') return this.#calls.send(called, permission.arguments, options);
    try {
      return textResult(await this.#calls.run(called, permission.arguments, signal));
    } catch (error) {
      if (signal?.aborted === true)
        throw new Fault('cancelled', `'${name}' was cancelled by the caller.`, { cause: error });
      if (!isForTheModel(error)) throw error;
      return { ...textResult(error.message), isError: true };
    }
  }

  /**
   * Names the tools of these servers anew, after those of all others and in the order of the configuration: which of two
   * tools has a name does not depend on which server was faster.
   */
  nameAnew(isMeant: (session: ServerSession) => boolean): void {
    const sessions = [...this.#parts.sessions.values()];
    this.#catalogue.forgetNames(sessions.filter(isMeant).map(({ entry }) => entry.name));
    for (const session of sessions) this.update(session);
  }

  /** The tools of a server are to be read anew, or whether it has resources is. */
  update(session: ServerSession): void {
    const { events, sessions } = this.#parts;
    const { name: server } = session.entry;
    if (sessions.get(server) !== session) return;
    const hasChanged = this.#catalogue.update(session, sessions.values());
    this.#offered.clear();
    if (!hasChanged) return;
    events.emit({ kind: 'tools', server, tools: this.#catalogue.of(session).map(({ name }) => name) });
  }

  /** A server is not configured any more: its names are free, unless another session takes its place. */
  remove(session: ServerSession): void {
    const { sessions } = this.#parts;
    this.#catalogue.remove(session, sessions.values());
    if (!sessions.has(session.entry.name)) this.#catalogue.forgetNames([session.entry.name]);
    this.#offered.clear();
  }

  get #hasResources(): boolean {
    return this.#parts.resources.servers().length > 0;
  }

  #offer(results: 'text' | 'whole'): readonly Tool[] {
    const parts = { calls: this.#calls, canFollow: (server: string) => this.#canFollow(server) };
    const tools = Array.from(this.#catalogue.all(), (tool) => offeredTool(parts, tool, results));
    const own = this.#hasResources ? this.#resourceTools : [];
    return Object.freeze([...tools, ...own.map((tool) => guardedTool(this.#calls, tool))]);
  }

  /** Whether a model that gets a link of this server may read it. */
  #canFollow(server: string): boolean {
    const reader = this.#resourceTool(RESOURCE_TOOLS.read);
    if (reader === undefined || !this.#parts.resources.offers(server)) return false;
    return this.#calls.explain(reader).action !== 'deny';
  }

  #called(name: string): CalledTool {
    const tool = this.#catalogue.get(name);
    if (tool !== undefined) return { kind: 'server', ...tool };
    const own = this.#hasResources ? this.#resourceTool(name) : undefined;
    if (own !== undefined) return own;
    const holder = this.#parts.sessions.get(this.#catalogue.serverOf(name) ?? '');
    if (holder !== undefined && holder.client === undefined) throw holder.unavailable();
    throw new Fault(
      'invalid_argument',
      `No server of this host offers a tool named '${name}'. \`tools()\` lists them.`,
    );
  }

  #resourceTool(name: string): (CalledTool & { kind: 'resource' }) | undefined {
    const tool = this.#resourceTools.find((candidate) => candidate.name === name);
    if (tool === undefined) return undefined;
    const run = async (args: Readonly<JsonObject>, signal: AbortSignal | undefined): Promise<string> => {
      const context = toolContext(signal === undefined ? {} : { signal });
      return String(await tool.run(args as Record<string, unknown>, context));
    };
    return { kind: 'resource', name, run };
  }
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

/** A failure of the tool itself, as those of servers are: no resource there, or arguments that it does not take. */
function isForTheModel(error: unknown): error is Error {
  return isToolArgumentError(error) || isMcpResourceError(error);
}
