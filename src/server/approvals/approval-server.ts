import { Fault, limitsWith } from '../../protocol/index.js';
import { systemClock } from '../../transport/index.js';
import { askerOf } from '../asking/asker.js';
import { mcpConfig } from '../loopback/config-entry.js';
import { ConfigFile } from '../loopback/config-file.js';
import type { HttpServerDescription } from '../loopback/description.js';
import { suggestedTimeout } from '../loopback/description.js';
import { LoopbackListener } from '../loopback/loopback-listener.js';
import { qualifiedToolName } from '../loopback/server-names.js';
import { Turns } from '../loopback/turns.js';
import type { RunContext } from '../run-context.js';
import { logToConsole, ServerLog } from '../server-log.js';
import { ApprovalDispatch } from './approval-dispatch.js';
import type { ApprovalDecision, ApprovalListener } from './approval-log.js';
import { ApprovalLog } from './approval-log.js';
import { APPROVE, approvalMcpServer } from './approval-mcp-server.js';
import type { ApprovalServerOptions } from './approval-options.js';
import { checkApprovalOptions } from './approval-options.js';

/** What `start` makes, once: the port, the token and the path stay the same over `stop`. */
interface Reserved {
  readonly listener: LoopbackListener;
  readonly config: ConfigFile;
  readonly description: HttpServerDescription;
}

const DEFAULT_NAME = 'plainwire_approvals';
const NO_RUN: RunContext = Object.freeze({});
const NO_TOOLS = Object.freeze([]);

/**
 * Puts a person, or a policy, between an agent CLI and what it wants to do. It is an MCP server on loopback with one tool,
 * which the CLI calls in place of asking at a terminal. Denies by default: docs/approvals.md has the table.
 *
 * `start` and `stop` are idempotent and may be repeated.
 *
 * @example
 * const approvals = new ApprovalServer({ asker: (question) => ({ kind: 'reject', note: 'not today' }) });
 * await approvals.start();
 * // … run the agent CLI with claudeArgs([approvals.description]) …
 * await approvals.stop();
 */
export class ApprovalServer implements AsyncDisposable {
  readonly name: string;
  /** What agent CLIs call the tool: `mcp__<server>__approve`. */
  readonly toolName: string;
  readonly #options: ApprovalServerOptions;
  readonly #run: RunContext;
  readonly #serverLog: ServerLog;
  readonly #log: ApprovalLog;
  readonly #dispatch: ApprovalDispatch;
  readonly #turns = new Turns();
  #reserved: Reserved | undefined;

  /** @throws Fault `invalid_argument` */
  constructor(options: ApprovalServerOptions) {
    checkApprovalOptions(options);
    const { name = DEFAULT_NAME, context = NO_RUN, onLog = logToConsole } = options;
    const limits = limitsWith(options.limits);
    this.name = name;
    this.toolName = qualifiedToolName(name, APPROVE);
    this.#options = options;
    this.#run = context;
    this.#serverLog = new ServerLog(onLog);
    this.#log = new ApprovalLog(context, limits.approvalDecisions, this.#serverLog);
    this.#dispatch = new ApprovalDispatch({
      asker: askerOf(options.asker),
      timeoutMs: options.timeoutMs,
      autoAllow: new Set(options.autoAllow),
      autoAllowWhen: options.autoAllowWhen,
      gate: options.gate,
      log: this.#log,
      onHookError: (hook, error) =>
        this.#serverLog.warn(`\`${hook}\` failed, so the call is asked about`, error),
      maxPending: limits.pendingApprovals,
      clock: options.clock ?? systemClock,
      now: options.now ?? Date.now,
    });
  }

  /**
   * All that others need to know, frozen. `claudeArgs` and what is like it take this.
   *
   * @throws Fault `not_started` before the first `start`, as `url`, `authHeaders` and `configPath` do.
   */
  get description(): HttpServerDescription {
    if (this.#reserved !== undefined) return this.#reserved.description;
    throw new Fault(
      'not_started',
      `The approval server '${this.name}' has no address yet: await start() first, then hand it out.`,
    );
  }

  /** Where clients go. The port stays the same over `stop` and `start`. */
  get url(): string {
    return this.description.url;
  }

  /** What a client has to send. A credential: whoever has it can answer for the agent's user. */
  get authHeaders(): Readonly<Record<string, string>> {
    return this.description.authHeaders;
  }

  /** The 0600 file that names this server. There until `stop`, and again after `start`. */
  get configPath(): string {
    return this.description.configPath;
  }

  /** Prompts that came, whatever became of them. 0 after a run: the CLI never asked, or never got here. */
  get promptsSeen(): number {
    return this.#dispatch.promptsSeen;
  }

  /** Questions that wait for an answer now. */
  get pending(): number {
    return this.#dispatch.pending;
  }

  /** What was decided, oldest first; at most `limits.approvalDecisions`. */
  get decisions(): readonly ApprovalDecision[] {
    return this.#log.decisions;
  }

  /** Tells of each decision, after it is on the record. Gives back the function that ends that. */
  onDecision(listener: ApprovalListener): () => void {
    return this.#log.subscribe(listener);
  }

  /**
   * Serves, and writes the config file.
   *
   * @throws Fault (as a rejection) `listen_failed`, `config_unwritable`, `platform_missing`
   */
  async start(): Promise<void> {
    const endTurn = await this.#turns.next();
    try {
      this.#reserved ??= await this.#reserve();
      const { listener, config, description } = this.#reserved;
      if (listener.isServing) return;
      try {
        await config.write(mcpConfig([description]));
        this.#openFor(this.#run.signal);
        await listener.start();
      } catch (error) {
        // The port, too: nobody stops what did not start.
        await listener.stop();
        await config.remove();
        throw error;
      }
    } finally {
      endTurn();
    }
  }

  /** Denies what still waits, ends serving, lets the port go, and removes the config file. */
  async stop(): Promise<void> {
    const endTurn = await this.#turns.next();
    try {
      this.#run.signal?.removeEventListener('abort', this.#onRunStopped);
      this.#dispatch.end(CLOSING);
      await this.#reserved?.listener.stop();
    } finally {
      await this.#reserved?.config.remove().catch(this.#onConfigLeft);
      endTurn();
    }
  }

  close(): Promise<void> {
    return this.stop();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /** Denies while nobody serves, and once the run is stopped. */
  #openFor(run: AbortSignal | undefined): void {
    this.#dispatch.reopen();
    if (run?.aborted === true) this.#onRunStopped();
    else run?.addEventListener('abort', this.#onRunStopped, { once: true });
  }

  readonly #onRunStopped = (): void => this.#dispatch.end(RUN_STOPPED);

  readonly #onConfigLeft = (error: unknown): void => {
    this.#serverLog.warn(
      `The config file ${this.configPath} could not be removed. It names a server that is gone.`,
      error,
    );
  };

  async #reserve(): Promise<Reserved> {
    const { name } = this;
    const { onLog = logToConsole, limits, clock, configPath, timeoutMs } = this.#options;
    const answer = this.#dispatch.answer.bind(this.#dispatch);
    const listener = await LoopbackListener.reserve(
      approvalMcpServer({ name, answer, onLog, limits, clock }),
      {
        name,
        onWarning: (warning) => this.#serverLog.warn(warning.message, warning.cause),
        ...(limits === undefined ? {} : { limits }),
        ...(clock === undefined ? {} : { clock }),
      },
    );
    try {
      const config = await ConfigFile.at(configPath);
      const description: HttpServerDescription = Object.freeze({
        name,
        transport: 'http',
        url: listener.url,
        authHeaders: listener.authHeaders,
        tools: NO_TOOLS,
        toolNames: NO_TOOLS,
        mcpNames: Object.freeze({}),
        permissionPromptTool: this.toolName,
        suggestedTimeoutMs: suggestedTimeout(timeoutMs),
        configPath: config.path,
      });
      return { listener, config, description };
    } catch (error) {
      await listener.close();
      throw error;
    }
  }
}

const CLOSING = 'The approval server is closing; the call was not approved.';
const RUN_STOPPED = 'The run was stopped; the call was not approved.';
