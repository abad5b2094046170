import type { JsonObject, Limits } from '../../protocol/index.js';
import { Fault } from '../../protocol/index.js';
import type { Clock } from '../../transport/index.js';
import type { Asker, AskFunction } from '../asking/asker.js';
import { checkServerName } from '../loopback/server-names.js';
import type { RunContext } from '../run-context.js';
import type { ServerLogEntry } from '../server-log.js';

/** Looks at a call before anybody is asked. The arguments are frozen. */
export type ApprovalPredicate = (tool: string, args: Readonly<JsonObject>) => boolean | Promise<boolean>;

export interface ApprovalServerOptions {
  /** Who is asked. A function, or an object with `ask`. */
  readonly asker: Asker | AskFunction;
  /**
   * How long a prompt may take, all in all; after that it is denied. Absent means for ever: right for somebody at a
   * screen, wrong for a worker that nobody watches.
   */
  readonly timeoutMs?: number;
  /** Tools that run without asking, with any arguments: exact names. */
  readonly autoAllow?: readonly string[];
  /** Holds some calls of those tools back. It can only take away: for a tool that is not on the list it is not asked. */
  readonly autoAllowWhen?: ApprovalPredicate;
  /** Says false for calls that need no approval. Whatever else it does, throwing included, the call is asked about. */
  readonly gate?: ApprovalPredicate;
  /** The run that the prompts belong to. Once its signal is aborted everything is denied. */
  readonly context?: RunContext;
  /** Name of the server: `[A-Za-z0-9_-]+` without `__`. Default `'plainwire_approvals'`. */
  readonly name?: string;
  /** Where the config file goes. It is kept then. Default: a folder of its own, which is removed. */
  readonly configPath?: string;
  /** Told what must not go to clients. Default: warnings and errors go to the console. */
  readonly onLog?: (entry: ServerLogEntry) => void;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  /** Wall clock in milliseconds, for the record. Default `Date.now`. */
  readonly now?: () => number;
}

const OPTION_NAMES: readonly string[] = [
  'asker',
  'timeoutMs',
  'autoAllow',
  'autoAllowWhen',
  'gate',
  'context',
  'name',
  'configPath',
  'onLog',
  'limits',
  'clock',
  'now',
] satisfies (keyof ApprovalServerOptions)[];

/** @throws Fault `invalid_argument` */
export function checkApprovalOptions(options: ApprovalServerOptions): void {
  const unknown = Object.keys(options).filter((key) => !OPTION_NAMES.includes(key));
  if (unknown.length > 0) {
    // A gate that was spelled wrong would be no gate.
    throw refused(
      `there is no option ${unknown.map((key) => `\`${key}\``).join(', ')}. It listens on 127.0.0.1 only, and makes its ` +
        'token itself.',
    );
  }
  const { autoAllow = [], autoAllowWhen, gate, timeoutMs, name } = options;
  if (name !== undefined) checkServerName(name);
  if (!Array.isArray(autoAllow) || !autoAllow.every((tool) => typeof tool === 'string')) {
    throw refused('`autoAllow` must be a list of tool names.');
  }
  for (const [option, hook] of Object.entries({ autoAllowWhen, gate })) {
    if (hook !== undefined && typeof hook !== 'function') throw refused(`\`${option}\` must be a function.`);
  }
  if (timeoutMs !== undefined && !(Number.isFinite(timeoutMs) && timeoutMs > 0)) {
    throw refused('`timeoutMs` must be a number of milliseconds above 0. Leave it out to wait for ever.');
  }
}

function refused(problem: string): Fault {
  return new Fault('invalid_argument', `ApprovalServer: ${problem}`);
}
