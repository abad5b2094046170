import { Fault } from '../../protocol/index.js';
import type { ConnectionOptions, ServerTarget } from '../../transport/index.js';
import { onAbort, orAborted } from '../../transport/index.js';
import type { ClientConfig } from '../options.js';
import type { Ids } from '../session.js';
import { Line } from '../session.js';

type IncomingMessage = Parameters<NonNullable<ConnectionOptions['onIncoming']>>[0];

/** What opening needs from the client that it is for. */
export interface OpeningParts {
  readonly config: ClientConfig;
  readonly ids: Ids;
  /** Takes what belongs to no request of ours, from the first moment on. */
  readonly receive: (line: Line, message: IncomingMessage) => void;
  /** Gives up: the client is being closed, or the caller of `connect` lost patience. */
  readonly signal: AbortSignal;
}

/**
 * One attempt to open a session: the time it may take, and the connection it holds. Whatever was started is taken
 * down again when the attempt fails.
 */
export class Opening {
  readonly parts: OpeningParts;
  readonly config: ClientConfig;
  readonly #controller = new AbortController();
  readonly #stopTimer: () => void;
  readonly #unlink: () => void;
  #line: Line | undefined;
  #isTimedOut = false;
  #isSettled = false;

  constructor(parts: OpeningParts) {
    this.parts = parts;
    this.config = parts.config;
    this.#stopTimer = this.config.clock.after(this.config.connectMs, () => {
      this.#isTimedOut = true;
      this.#controller.abort();
    });
    const giveUp = (): void => this.#controller.abort();
    this.#unlink = onAbort(parts.signal, giveUp);
    if (parts.signal.aborted) giveUp();
  }

  /** Aborted when the attempt is over for reasons of our own. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The connection at hand, opened if there is none that lives. */
  async line(target: ServerTarget = this.config.target): Promise<Line> {
    if (this.#line !== undefined && this.#line.end === undefined) return this.#line;
    return this.reopen(target);
  }

  /** Leaves the connection at hand, if there is one, for a new one. */
  async reopen(target: ServerTarget = this.config.target): Promise<Line> {
    await this.discard();
    this.#throwIfOver();
    const line = await this.#open(target);
    if (this.#isSettled) await line.connection.close();
    else this.#line = line;
    this.#throwIfOver();
    return line;
  }

  /** Closes the connection at hand. */
  async discard(): Promise<void> {
    const line = this.#line;
    if (this.#isSettled) return;
    this.#line = undefined;
    await line?.connection.close();
  }

  /**
   * The outcome of `promise`, or a rejection when the attempt is over. For what must not be cancelled on the wire:
   * the connection is closed instead.
   *
   * 2025-11-25 basic/utilities/cancellation#behavior-requirements (initialize MUST NOT be cancelled)
   */
  async orOver<T>(promise: Promise<T>): Promise<T> {
    try {
      return await orAborted(promise, this.#controller.signal);
    } catch (error) {
      this.#throwIfOver();
      throw error;
    }
  }

  /** Lets go of timer and signal; the connection stays with whoever took it. */
  settle(): void {
    this.#isSettled = true;
    this.#stopTimer();
    this.#unlink();
  }

  /** Takes down what was opened and says why it failed. */
  async fail(error: unknown): Promise<unknown> {
    const diagnostics = this.#line?.connection.diagnostics() ?? '';
    await this.discard();
    this.settle();
    return this.#controller.signal.aborted ? this.#overFault(diagnostics) : error;
  }

  async #open(target: ServerTarget): Promise<Line> {
    const { config, parts } = this;
    const { onWire } = config.options;
    const early: IncomingMessage[] = [];
    let line: Line | undefined;
    const connection = await config.open(target, {
      onIncoming: (message) => (line === undefined ? early.push(message) : parts.receive(line, message)),
      onWarning: config.warn,
      ...(onWire === undefined ? {} : { onWire }),
      limits: config.limits,
      clock: config.clock,
      connectTimeoutMs: config.connectMs,
      signal: this.#controller.signal,
    });
    line = new Line(connection);
    for (const message of early) parts.receive(line, message);
    return line;
  }

  #throwIfOver(): void {
    if (this.#controller.signal.aborted || this.#isSettled) throw this.#overFault();
  }

  #overFault(diagnostics = ''): Fault {
    const { config, parts } = this;
    const tail = diagnostics === '' ? '' : ` The server wrote last: ${diagnostics}`;
    if (this.#isTimedOut) {
      const message = `No session with the server after ${config.connectMs} ms. Raise \`timeouts.connectMs\` if it needs longer to start.${tail}`;
      return new Fault('timed_out', message, { details: { budget: 'connect', ms: config.connectMs } });
    }
    return new Fault('cancelled', 'Connecting was given up by the caller.', { cause: parts.signal.reason });
  }
}
