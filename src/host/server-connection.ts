import type { McpClientOptions, Quarantined } from '../client/index.js';
import { McpClient } from '../client/index.js';
import type { Tool } from '../protocol/index.js';
import { Fault, isFault, isRpcError, redactText } from '../protocol/index.js';
import type { ClientConnection, Clock } from '../transport/index.js';
import { openConnection } from '../transport/index.js';
import type { ServerEntry } from './config/server-entry.js';

/** What the client of every server may be given. Times for connecting come from the entry. */
export type HostClientOptions = Omit<McpClientOptions, 'signal' | 'clock'>;

export interface ConnectionEvents {
  /** The connection ended by itself, after it was ready. */
  lost(connection: ServerConnection, fault: Fault): void;
  listChanged(connection: ServerConnection, list: 'tools' | 'resources' | 'prompts'): void;
  warned(fault: Fault): void;
}

/** The tools of a server as they were listed, or why they could not be. */
export interface ListedTools {
  readonly tools: readonly Tool[];
  readonly quarantined: readonly Quarantined[];
  /** What is wrong with the list as a whole. */
  readonly problem: string | undefined;
}

/** A list that cannot be had is the list's problem; the rest of the server works. Other faults end the attempt. */
const PROBLEMS_OF_A_LIST: ReadonlySet<string> = new Set([
  'invalid_json',
  'invalid_message',
  'invalid_result',
  'invalid_utf8',
  'limit_exceeded',
]);

/**
 * One client of one server, from the attempt to connect to its end. It is used once: a lost server gets a new one, with
 * a process or a session of its own.
 */
export class ServerConnection {
  readonly entry: ServerEntry;
  readonly #events: ConnectionEvents;
  readonly #clock: Clock;
  readonly #giveUp = new AbortController();
  #client: McpClient | undefined;
  #carrier: ClientConnection | undefined;
  #end: Fault | undefined;
  #isReady = false;
  #hasChanged = false;
  #isTimedOut = false;

  constructor(entry: ServerEntry, clock: Clock, events: ConnectionEvents) {
    this.entry = entry;
    this.#clock = clock;
    this.#events = events;
  }

  /** @throws Fault `server_unavailable` before it is open. */
  get client(): McpClient {
    if (this.#client !== undefined) return this.#client;
    throw new Fault('server_unavailable', `Server '${this.entry.name}' is not connected yet.`);
  }

  /** The client, once there is one. */
  get maybeClient(): McpClient | undefined {
    return this.#client;
  }

  /** What the server wrote last outside the protocol, redacted. */
  get diagnostics(): string {
    return this.#carrier?.diagnostics() ?? '';
  }

  /**
   * Connects and lists the tools, both within `startupMs`. When it fails, nothing is left behind. Its events come from
   * `listen` on.
   *
   * @throws Fault, RpcError
   */
  async open(options: HostClientOptions): Promise<ListedTools> {
    const { name, startupMs, target } = this.entry;
    const stopTimer = this.#clock.after(startupMs, () => {
      this.#isTimedOut = true;
      this.#giveUp.abort();
    });
    try {
      this.#client = await McpClient.connect(target, this.#clientOptions(options));
      const listed = await this.listTools();
      if (this.#end !== undefined) throw this.#end;
      return listed;
    } catch (error) {
      await this.#client?.close();
      throw this.#isTimedOut ? notInTime(name, startupMs, this.diagnostics) : error;
    } finally {
      stopTimer();
    }
  }

  /** Tells its events from now on, and those that came since it is open: nothing that happens meanwhile is missed. */
  listen(): void {
    this.#isReady = true;
    if (this.#end !== undefined) this.#events.lost(this, this.#end);
    else if (this.#hasChanged) this.#events.listChanged(this, 'tools');
  }

  /** @throws Fault, RpcError when the server as a whole does not work. */
  async listTools(): Promise<ListedTools> {
    const { client } = this;
    try {
      const signal = this.#giveUp.signal;
      const tools = await client.listTools(this.#isReady ? {} : { signal });
      return { tools, quarantined: client.quarantined('tools'), problem: undefined };
    } catch (error) {
      const isOfTheList = isRpcError(error) || (isFault(error) && PROBLEMS_OF_A_LIST.has(error.code));
      if (!isOfTheList || this.#end !== undefined) throw error;
      return { tools: [], quarantined: [], problem: `tools/list: ${redactText((error as Error).message)}` };
    }
  }

  /** Gives up opening, or ends the connection. Idempotent; resolves when nothing is left. */
  async close(): Promise<void> {
    this.#giveUp.abort();
    await this.#client?.close();
  }

  #clientOptions(options: HostClientOptions): McpClientOptions {
    const open = options.openConnection ?? openConnection;
    return {
      ...options,
      clock: this.#clock,
      signal: this.#giveUp.signal,
      timeouts: { ...options.timeouts, connectMs: this.entry.startupMs },
      // What an application adds comes last: it may throw.
      onWarning: (fault) => {
        this.#events.warned(fault);
        options.onWarning?.(fault);
      },
      onListChanged: (list) => {
        if (this.#isReady) this.#events.listChanged(this, list);
        else if (list === 'tools') this.#hasChanged = true;
        options.onListChanged?.(list);
      },
      openConnection: async (target, connectionOptions) => {
        const carrier = await open(target, connectionOptions);
        this.#watch(carrier);
        return carrier;
      },
    };
  }

  /** The client replaces connections by itself where that is part of the protocol; only the one at hand counts. */
  #watch(carrier: ClientConnection): void {
    this.#carrier = carrier;
    this.#end = undefined;
    void carrier.closed.then(({ fault }) => {
      if (fault === undefined || this.#carrier !== carrier) return;
      this.#end = fault;
      if (this.#isReady) this.#events.lost(this, fault);
    });
  }
}

function notInTime(name: string, startupMs: number, diagnostics: string): Fault {
  const tail = diagnostics === '' ? '' : ` It wrote last: ${diagnostics}`;
  const message =
    `Server '${name}' was not ready within ${startupMs} ms. Raise \`timeout\` of its entry if it needs longer to ` +
    `start.${tail}`;
  return new Fault('timed_out', message, { details: { budget: 'connect', ms: startupMs } });
}
