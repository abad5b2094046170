import type { McpClient, Quarantined } from '../client/index.js';
import type { Tool } from '../protocol/index.js';
import { Fault, isFault } from '../protocol/index.js';
import type { Clock } from '../transport/index.js';
import { orAborted } from '../transport/index.js';
import type { ServerEntry } from './config/server-entry.js';
import type { ConnectSlots } from './connect-slots.js';
import type { HostEvents } from './events.js';
import type { ServerCounts, ServerPhase, ServerState } from './host-state.js';
import { NO_COUNTS } from './host-state.js';
import { Paced } from './paced.js';
import type { ReconnectOptions } from './reconnect.js';
import { isNobodyThere, isWorthRetrying, Reconnection } from './reconnect.js';
import type { HostClientOptions, ListedTools } from './server-connection.js';
import { ServerConnection } from './server-connection.js';
import { reasonOf } from './thrown-text.js';

export interface SessionParts {
  readonly entry: ServerEntry;
  /** Asked before each attempt. What it throws fails this server alone. */
  readonly client: () => HostClientOptions;
  readonly clock: Clock;
  readonly random: () => number;
  /** False: a lost server stays lost until it is asked for. */
  readonly reconnect: ReconnectOptions | false;
  readonly slots: ConnectSlots;
  readonly events: HostEvents;
  /** The tools are others than before, or are gone. */
  readonly onTools: (session: ServerSession) => void;
}

const STANDS: Readonly<Record<ServerPhase, string>> = {
  connecting: 'is still connecting',
  ready: 'is ready',
  failed: 'is not connected',
  closed: 'is closed',
};
const SWITCHED_OFF = 'switched off by `enabled: false`';
const MAX_PROBLEMS = 50;
/** A server that says on and on that its tools changed is asked for them once in this time. */
const REFRESH_PAUSE_MS = 1_000;

/** One configured server over the life of the host: its connection, what replaces it, and what is known of it. */
export class ServerSession {
  #entry: ServerEntry;
  readonly #parts: SessionParts;
  readonly #reconnection: Reconnection;
  #connection: ServerConnection | undefined;
  #attempt: Promise<void> = Promise.resolve();
  #phase: ServerPhase = 'connecting';
  #reason: string | undefined;
  #stderr = '';
  #retryInMs: number | undefined;
  #stopRetry: () => void = () => {};
  #readyAt = 0;
  #wasReady = false;
  #counts: ServerCounts = NO_COUNTS;
  #listed: ListedTools = { tools: [], quarantined: [], problem: undefined };
  #toolProblems: readonly string[] = [];
  #listProblems = new Map<string, string>();
  #state: ServerState;
  #waiting: (() => void)[] = [];
  readonly #left = new Map<ServerConnection, () => void>();
  readonly #refresh: Paced;
  #closed: Promise<void> | undefined;

  constructor(parts: SessionParts) {
    this.#entry = parts.entry;
    this.#parts = parts;
    this.#reconnection = new Reconnection(parts.reconnect === false ? {} : parts.reconnect, parts.random);
    this.#refresh = new Paced(parts.clock, REFRESH_PAUSE_MS, () => this.#refreshTools());
    if (!parts.entry.enabled) {
      this.#phase = 'closed';
      this.#reason = SWITCHED_OFF;
    }
    this.#state = this.#newState();
  }

  get entry(): ServerEntry {
    return this.#entry;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** The tools of the server as listed last: none when it is of no use any more. */
  get tools(): readonly Tool[] {
    const mayComeBack =
      this.#phase === 'ready' || this.#phase === 'connecting' || this.#retryInMs !== undefined;
    return mayComeBack ? this.#listed.tools : [];
  }

  /** What was left out of that list. */
  get quarantined(): readonly Quarantined[] {
    return this.#listed.quarantined;
  }

  /** The client of a ready server; undefined in every other phase. */
  get client(): McpClient | undefined {
    return this.#phase === 'ready' ? this.#connection?.maybeClient : undefined;
  }

  /**
   * The client, once an attempt that is under way has succeeded.
   *
   * @throws Fault `server_unavailable`, with the reason; `cancelled`
   */
  async usable(signal?: AbortSignal): Promise<McpClient> {
    if (this.#phase === 'connecting') await this.#settledUnless(signal);
    const { client } = this;
    if (client !== undefined) return client;
    throw this.unavailable();
  }

  #settledUnless(signal: AbortSignal | undefined): Promise<ServerState> {
    if (signal === undefined) return this.settled();
    const text = `Waiting for server '${this.entry.name}' was cancelled by the caller.`;
    return orAborted(this.settled(), signal, (cause) => new Fault('cancelled', text, { cause }));
  }

  /** Why the server cannot be used now. */
  unavailable(): Fault {
    const { name } = this.#entry;
    const retry =
      this.#retryInMs === undefined
        ? ''
        : ` Another attempt follows within ${Math.ceil(this.#retryInMs / 1000)} s of that.`;
    const reason = this.#reason === undefined ? '.' : `: ${this.#reason}`;
    return new Fault('server_unavailable', `Server '${name}' ${STANDS[this.#phase]}${reason}${retry}`, {
      details: { server: name, phase: this.#phase, stderr: this.#stderr },
    });
  }

  /** A request of this client has failed: a server that has gone is connected again. */
  failed(client: McpClient, error: unknown): void {
    const connection = this.#connection;
    if (connection !== undefined && this.client === client && isNobodyThere(error))
      this.#lost(connection, error);
  }

  /** Takes what an entry says about other things than the connection. */
  update(entry: ServerEntry): void {
    this.#entry = entry;
    this.#publish();
  }

  /** Begins to connect, unless the server is switched off. */
  start(): void {
    if (this.#phase === 'connecting') this.#begin();
  }

  /** Resolves when the server is ready, has failed, or is closed. */
  async settled(): Promise<ServerState> {
    if (this.#phase === 'connecting') await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.#state;
  }

  /** Connects a failed server now, whatever was planned. */
  async reconnect(): Promise<ServerState> {
    if (this.#phase === 'failed') {
      this.#reconnection.reset();
      this.#again();
    }
    return this.settled();
  }

  /** How many tools are offered, and why some are not. For the catalogue of the host. */
  offers(tools: number, problems: readonly string[]): void {
    const isSame =
      this.#counts.tools === tools && JSON.stringify(problems) === JSON.stringify(this.#toolProblems);
    if (isSame) return;
    this.#counts = { ...this.#counts, tools };
    this.#toolProblems = problems;
    this.#publish();
  }

  /** How long a list is that somebody fetched, or why it could not be. */
  listed(list: Exclude<keyof ServerCounts, 'tools'>, outcome: number | string): void {
    const count = typeof outcome === 'number' ? outcome : undefined;
    const problem = typeof outcome === 'number' ? undefined : `${list}: ${outcome}`;
    if (this.#counts[list] === count && this.#listProblems.get(list) === problem) return;
    this.#counts = { ...this.#counts, [list]: count };
    if (problem === undefined) this.#listProblems.delete(list);
    else this.#listProblems.set(list, problem);
    this.#publish();
  }

  /** Idempotent. Resolves when no process, socket or timer of this server is left. */
  close(reason: string): Promise<void> {
    this.#closed ??= this.#close(reason);
    return this.#closed;
  }

  async #close(reason: string): Promise<void> {
    this.#stopRetry();
    this.#retryInMs = undefined;
    const connection = this.#connection;
    this.#settle('closed', this.entry.enabled ? reason : SWITCHED_OFF);
    this.#parts.onTools(this);
    await connection?.close();
    await this.#attempt;
    await Promise.all([...this.#left.keys()].map((left) => this.#closeLeft(left)));
  }

  #again(): void {
    this.#stopRetry();
    this.#retryInMs = undefined;
    this.#phase = 'connecting';
    this.#reason = undefined;
    this.#publish();
    this.#begin();
  }

  #begin(): void {
    this.#attempt = this.#parts.slots.run(() => this.#connect());
  }

  /** Never rejects. */
  async #connect(): Promise<void> {
    if (this.#closed !== undefined) return;
    const { clock, client, events } = this.#parts;
    const connection = new ServerConnection(this.entry, clock, {
      lost: (lost, fault) => this.#lost(lost, fault),
      listChanged: (changed, list) => this.#listChanged(changed, list),
      warned: (warning) => {
        events.emit({ kind: 'warning', server: this.entry.name, message: warning.message });
        // The event stream of a legacy server ends with it.
        if (isNobodyThere(warning.cause)) this.#lost(connection, warning.cause);
      },
    });
    this.#connection = connection;
    try {
      this.#listed = await connection.open(client());
    } catch (error) {
      if (this.#closed === undefined) this.#fail(error, connection, 0);
      return;
    }
    if (this.#closed !== undefined) {
      await connection.close();
      return;
    }
    this.#readyAt = clock.now();
    this.#wasReady = true;
    this.#stderr = '';
    this.#counts = NO_COUNTS;
    this.#listProblems.clear();
    this.#settle('ready', undefined);
    this.#parts.onTools(this);
    connection.listen();
  }

  #lost(connection: ServerConnection, fault: Fault): void {
    if (this.#connection !== connection || this.#phase !== 'ready') return;
    this.#leave(connection);
    this.#fail(fault, connection, this.#parts.clock.now() - this.#readyAt);
  }

  /** Closes a client whose connection is gone: not at once, so that its calls end with the reason of the loss. */
  #leave(connection: ServerConnection): void {
    const stopTimer = this.#parts.clock.after(0, () => void this.#closeLeft(connection));
    this.#left.set(connection, stopTimer);
  }

  async #closeLeft(connection: ServerConnection): Promise<void> {
    this.#left.get(connection)?.();
    await connection.close();
    this.#left.delete(connection);
  }

  #fail(error: unknown, connection: ServerConnection, heldMs: number): void {
    const { clock, reconnect } = this.#parts;
    const { kind } = this.entry.target;
    const isTried = reconnect !== false && isWorthRetrying(error, this.#wasReady, kind);
    this.#retryInMs = isTried ? this.#reconnection.nextDelayMs(heldMs) : undefined;
    this.#stderr = connection.diagnostics || stderrOf(error) || this.#stderr;
    if (this.#retryInMs !== undefined) this.#stopRetry = clock.after(this.#retryInMs, () => this.#again());
    this.#settle('failed', reasonOf(error));
    this.#parts.onTools(this);
  }

  #listChanged(connection: ServerConnection, list: 'tools' | 'resources' | 'prompts'): void {
    if (this.#connection !== connection || this.#phase !== 'ready') return;
    if (list === 'tools') this.#refresh.ask();
    else {
      const { resources, resourceTemplates, prompts } = NO_COUNTS;
      const unknown = list === 'prompts' ? { prompts } : { resources, resourceTemplates };
      this.#counts = { ...this.#counts, ...unknown };
      this.#publish();
      this.#parts.events.emit({ kind: 'list-changed', server: this.entry.name, list });
    }
  }

  /** A list that cannot be fetched anew leaves the one before in place. */
  async #refreshTools(): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined || this.#phase !== 'ready') return;
    const before = this.#listed;
    const listed = await connection
      .listTools()
      .catch((error: unknown): ListedTools => ({ ...before, problem: `tools/list: ${reasonOf(error)}` }));
    if (this.#connection !== connection || this.#phase !== 'ready') return;
    this.#listed = listed.problem === undefined ? listed : { ...before, problem: listed.problem };
    this.#publish();
    this.#parts.onTools(this);
  }

  #settle(phase: ServerPhase, reason: string | undefined): void {
    this.#refresh.stop();
    this.#phase = phase;
    this.#reason = reason;
    this.#publish();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #publish(): void {
    this.#state = this.#newState();
    this.#parts.events.emit({ kind: 'state', server: this.entry.name, state: this.#state });
  }

  #newState(): ServerState {
    const { name, origin, target } = this.entry;
    const client = this.#connection?.maybeClient;
    return Object.freeze({
      name,
      origin,
      transport: target.kind,
      phase: this.#phase,
      reason: this.#reason,
      stderr: this.#stderr,
      retryInMs: this.#retryInMs,
      revision: client?.revision,
      era: client?.era,
      serverInfo: client?.serverInfo,
      counts: Object.freeze({ ...this.#counts }),
      problems: this.#problems(),
    });
  }

  #problems(): readonly string[] {
    const { problem, quarantined } = this.#listed;
    const all = [
      ...(problem === undefined ? [] : [problem]),
      ...quarantined.map(({ reason }) => `left out of tools/list: ${reason}`),
      ...this.#toolProblems,
      ...this.#listProblems.values(),
    ];
    const more = all.length - MAX_PROBLEMS;
    return Object.freeze(more > 0 ? [...all.slice(0, MAX_PROBLEMS), `${more} more`] : all);
  }
}

/** The end of a process carries what it said. */
function stderrOf(error: unknown): string {
  const stderr = isFault(error) ? error.details['stderr'] : undefined;
  return typeof stderr === 'string' ? stderr : '';
}
