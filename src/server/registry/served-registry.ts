import { mcpConfig } from '../loopback/config-entry.js';
import type { ConfigFile } from '../loopback/config-file.js';
import type { ServerDescription } from '../loopback/description.js';
import type { LoopbackListener } from '../loopback/loopback-listener.js';
import { masked } from '../loopback/secret-record.js';
import { Turns } from '../loopback/turns.js';
import type { RegistryDispatch } from './registry-dispatch.js';
import type { ServedTools } from './served-tools.js';

/** What a served registry is made of. */
export interface ServedRegistryParts {
  readonly description: ServerDescription;
  readonly tools: ServedTools;
  readonly dispatch: RegistryDispatch;
  readonly config: ConfigFile;
  /** Undefined for stdio: there is nothing to listen with. */
  readonly listener: LoopbackListener | undefined;
}

/**
 * Tools that are handed out to agent CLIs. `start` and `stop` are idempotent and may be repeated; all names, the
 * address, the credential and the path of the config file stay the same.
 */
export class ServedRegistry implements AsyncDisposable {
  /** All that others need to know, frozen. `claudeArgs`, `codexArgs` and what is like them take this. */
  readonly description: ServerDescription;
  readonly #parts: ServedRegistryParts;
  readonly #turns = new Turns();

  private constructor(parts: ServedRegistryParts) {
    this.#parts = parts;
    this.description = Object.freeze(parts.description);
  }

  /** @internal */
  static async create(parts: ServedRegistryParts): Promise<ServedRegistry> {
    const served = new ServedRegistry(parts);
    try {
      await served.#writeConfig();
    } catch (error) {
      await parts.config.remove();
      throw error;
    }
    return served;
  }

  get name(): string {
    return this.description.name;
  }

  /** What agent CLIs call the tools: `mcp__<server>__<tool>`, sorted. A tool that is not here is not offered. */
  get toolNames(): readonly string[] {
    return this.#parts.tools.toolNames;
  }

  /** From the name that a tool was registered under to what agent CLIs call it, sorted. */
  get mcpNames(): Readonly<Record<string, string>> {
    return this.#parts.tools.mcpNames;
  }

  /** Of `toolNames`, those that a person has to agree to. */
  get requiresApproval(): readonly string[] {
    return this.#parts.tools.requiresApproval;
  }

  /** Of `toolNames`, the rest: what the agent CLI may be told to run without asking. */
  get autoApprove(): readonly string[] {
    return this.#parts.tools.autoApprove;
  }

  /** The capabilities of all tools together, for `RunPolicy`. */
  get caps(): readonly string[] {
    return this.#parts.tools.caps;
  }

  /** The 0600 file that names this server. There until `stop`, and again after `start`. */
  get configPath(): string {
    return this.description.configPath;
  }

  /** Null for stdio: there is no address. */
  get url(): string | null {
    return this.description.url;
  }

  /** What a client has to send. A credential. */
  get authHeaders(): Readonly<Record<string, string>> {
    return this.description.authHeaders;
  }

  /** Calls that came, failed ones included. Stdio: 0, because the calls go to the other process. */
  get callsSeen(): number {
    return this.#parts.dispatch.callsSeen;
  }

  /**
   * Serves, and writes the config file again.
   *
   * @throws Fault (as a rejection) `listen_failed` when somebody took the port since `stop`, `config_unwritable`
   */
  async start(): Promise<void> {
    const endTurn = await this.#turns.next();
    try {
      await this.#parts.listener?.start();
      try {
        await this.#writeConfig();
      } catch (error) {
        await this.#parts.listener?.stop();
        throw error;
      }
    } finally {
      endTurn();
    }
  }

  /** Ends serving, lets the port go, and removes the config file: it would name an address that is nobody's. */
  async stop(): Promise<void> {
    const endTurn = await this.#turns.next();
    try {
      await this.#parts.listener?.stop();
    } finally {
      await this.#parts.config.remove().finally(endTurn);
    }
  }

  /** Without the secrets: loggers write what they are given as JSON. `description` has them. */
  toJSON(): object {
    const { authHeaders, ...description } = this.description;
    const secrets = { authHeaders: masked(authHeaders) };
    return { ...description, ...secrets, ...('env' in description ? { env: masked(description.env) } : {}) };
  }

  close(): Promise<void> {
    return this.stop();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #writeConfig(): Promise<void> {
    return this.#parts.config.write(mcpConfig([this.description]));
  }
}
