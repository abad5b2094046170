import type { CallOptions } from '../client/index.js';
import type { CallToolResult, JsonObject } from '../protocol/index.js';
import { Fault, redactText } from '../protocol/index.js';
import type { Asker, CallContext, Decision, Question } from '../server/index.js';
import { isUnanswered } from '../server/index.js';
import { orAborted } from '../transport/index.js';
import type { HostEvents } from './events.js';
import type { HostConfig } from './host-options.js';
import type { Permission } from './permissions/ask-permission.js';
import { askPermission } from './permissions/ask-permission.js';
import type { PermissionVerdict } from './permissions/decide.js';
import { decidePermission } from './permissions/decide.js';
import { reasonOf } from './thrown-text.js';
import type { ServerTool } from './tool-catalogue.js';
import { isWanted } from './tool-catalogue.js';

/** One of the host's own tools, for reading resources. */
export interface ResourceToolCall {
  readonly name: string;
  readonly run: (args: Readonly<JsonObject>, signal: AbortSignal | undefined) => Promise<string>;
}

/** What is called. */
export type CalledTool =
  | ({ readonly kind: 'server' } & ServerTool)
  | ({ readonly kind: 'resource' } & ResourceToolCall);

export interface PermitOptions {
  readonly signal?: AbortSignal | undefined;
  /** The request that the call came with, for askers that ask the calling client. */
  readonly call?: CallContext | undefined;
}

export interface ToolCallsParts {
  readonly config: HostConfig;
  readonly events: HostEvents;
  /** Aborted when the host closes. */
  readonly closing: AbortSignal;
}

/** A tool object from before may be of a tool that is not offered any more. */
const SWITCHED_OFF: PermissionVerdict = Object.freeze({
  action: 'deny',
  because: 'the entry of its server leaves the tool out (`enabledTools`, `disabledTools`)',
  rule: undefined,
});

/** Takes calls to their servers: decides, asks, sends, and tells what became of them. */
export class ToolCalls {
  readonly #parts: ToolCallsParts;
  #calls = 0;
  #asking = 0;

  constructor(parts: ToolCallsParts) {
    this.#parts = parts;
  }

  /** What would be decided about a call of this tool, and by which rule. Nobody is asked. */
  explain(tool: CalledTool): PermissionVerdict {
    const { rules, isReadOnly } = this.#parts.config;
    const isResourceTool = tool.kind === 'resource';
    if (!isResourceTool && !isWanted(tool.session.entry, tool.listed.name)) return SWITCHED_OFF;
    return decidePermission({
      name: tool.name,
      trust: !isResourceTool && tool.session.entry.trust,
      annotations: isResourceTool ? undefined : (tool.listed.annotations as JsonObject | undefined),
      isResourceTool,
      readOnlyMode: isReadOnly,
      rules,
    });
  }

  /**
   * Decides about a call, and asks where nobody has decided.
   *
   * @throws Fault (as a rejection) `cancelled` when the caller does not wait for the answer.
   */
  async permit(
    tool: CalledTool,
    args: Readonly<JsonObject>,
    options: PermitOptions = {},
  ): Promise<Permission> {
    const verdict = this.explain(tool);
    if (verdict.action === 'allow') return { granted: true, arguments: args, because: verdict.because };
    const startedAt = this.#parts.config.clock.now();
    const permission = await this.#ask(verdict, tool, args, options);
    if (!permission.granted) {
      this.#calls += 1;
      const { events } = this.#parts;
      if (!events.isHeard) return permission;
      const end = { outcome: 'denied', reason: redactText(permission.because) } as const;
      this.#tellEnd(tool, events.shown(args), this.#calls, startedAt, end);
    }
    return permission;
  }

  /**
   * Sends a call that was permitted. What the tool reports as its own failure is a result.
   *
   * @throws Fault (as a rejection) `server_unavailable`, and what the client rejects with; RpcError
   */
  async send(
    tool: CalledTool & { kind: 'server' },
    args: Readonly<JsonObject>,
    options: CallOptions = {},
  ): Promise<CallToolResult> {
    return this.#told(tool, args, () => this.#toServer(tool, args, options));
  }

  /** Runs one of the host's own tools that was permitted. */
  async run(
    tool: CalledTool & { kind: 'resource' },
    args: Readonly<JsonObject>,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    return this.#told(tool, args, () => tool.run(args, signal));
  }

  async #toServer(
    { listed, name, session }: ServerTool,
    args: Readonly<JsonObject>,
    options: CallOptions,
  ): Promise<CallToolResult> {
    const client = session.client ?? (await session.usable(options.signal));
    // Its entry may have changed while somebody was asked.
    if (!isWanted(session.entry, listed.name)) throw switchedOff(name);
    const budgetMs = session.entry.requestMs ?? Number.POSITIVE_INFINITY;
    try {
      const budget = { idleMs: budgetMs, totalMs: budgetMs };
      return await client.callTool(listed.name, args as JsonObject, { ...budget, ...options });
    } catch (error) {
      session.failed(client, error);
      throw error;
    }
  }

  async #ask(
    verdict: PermissionVerdict,
    tool: CalledTool,
    args: Readonly<JsonObject>,
    { signal, call }: PermitOptions,
  ): Promise<Permission> {
    const { config, closing } = this.#parts;
    if (verdict.action === 'ask' && this.#asking >= config.limits.pendingApprovals) {
      return { granted: false, because: tooMany(config.limits.pendingApprovals) };
    }
    const withdrawn = signal === undefined ? closing : AbortSignal.any([signal, closing]);
    const text = `The call of '${tool.name}' was taken back while it waited for approval.`;
    const takenBack = (cause: unknown): Fault => new Fault('cancelled', text, { cause });
    // Nobody is to be bothered with a call that will not be made.
    if (withdrawn.aborted) throw takenBack(withdrawn.reason);
    const question: Question = Object.freeze({
      id: globalThis.crypto.randomUUID(),
      tool: tool.name,
      arguments: frozenCopy(args, tool.name),
      toolUseId: undefined,
      askedAtMs: Date.now(),
      expiresAtMs: undefined,
      signal: withdrawn,
      call,
    });
    const watched = new WatchedAsker(config.asker);
    this.#asking += 1;
    try {
      // The arguments that are sent are those that were shown, whatever the caller does to its own meanwhile.
      const permission = await orAborted(
        askPermission(verdict, config.asker === undefined ? undefined : watched, question),
        withdrawn,
        // An asker need not look at the signal of its question.
        takenBack,
      );
      // Nobody has decided: the calling client takes the question away and calls again with the answer.
      if (watched.unanswered !== undefined) throw watched.unanswered;
      return permission;
    } finally {
      this.#asking -= 1;
    }
  }

  async #told<T>(tool: CalledTool, args: Readonly<JsonObject>, send: () => Promise<T>): Promise<T> {
    const { events, config } = this.#parts;
    this.#calls += 1;
    if (!events.isHeard) return send();
    const call = this.#calls;
    const startedAt = config.clock.now();
    const shown = events.shown(args);
    events.emit({ kind: 'call', ...members(tool, call), arguments: shown });
    try {
      const result = await send();
      const outcome = (result as { isError?: unknown }).isError === true ? 'error' : 'ok';
      this.#tellEnd(tool, shown, call, startedAt, { outcome, result: events.shown(result) });
      return result;
    } catch (error) {
      this.#tellEnd(tool, shown, call, startedAt, { outcome: 'failed', reason: reasonOf(error) });
      throw error;
    }
  }

  #tellEnd(
    tool: CalledTool,
    shown: Readonly<JsonObject>,
    call: number,
    startedAt: number,
    end: { outcome: 'ok' | 'error' | 'denied' | 'failed'; result?: unknown; reason?: string },
  ): void {
    const { events, config } = this.#parts;
    const tookMs = config.clock.now() - startedAt;
    events.emit({ kind: 'result', ...members(tool, call), arguments: shown, tookMs, ...end });
  }
}

/** An asker that is watched for the one failure that is no answer. */
class WatchedAsker implements Asker {
  unanswered: unknown;
  readonly #asker: Asker | undefined;

  constructor(asker: Asker | undefined) {
    this.#asker = asker;
  }

  async ask(question: Question): Promise<Decision> {
    try {
      return await (this.#asker as Asker).ask(question);
    } catch (error) {
      if (isUnanswered(error)) this.unanswered = error;
      throw error;
    }
  }
}

function members(tool: CalledTool, call: number) {
  const isServers = tool.kind === 'server';
  return {
    call,
    tool: tool.name,
    server: isServers ? tool.session.entry.name : undefined,
    serverTool: isServers ? tool.listed.name : undefined,
  };
}

function switchedOff(tool: string): Fault {
  const { because } = SWITCHED_OFF;
  return new Fault('permission_denied', `The call of '${tool}' was not made: ${because}`, {
    details: { tool, because },
  });
}

/** @throws Fault `invalid_argument` for what cannot be shown to anybody: functions, and what holds itself. */
function frozenCopy(args: Readonly<JsonObject>, tool: string): Readonly<JsonObject> {
  try {
    return deepFrozen(structuredClone(args));
  } catch (cause) {
    throw new Fault('invalid_argument', `The arguments of '${tool}' are not JSON.`, { cause });
  }
}

function tooMany(max: number): string {
  return `Nobody was asked: limits.pendingApprovals (${max}) calls wait for an answer already. The call was denied.`;
}

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) deepFrozen(member);
    Object.freeze(value);
  }
  return value;
}
