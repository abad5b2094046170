import type { JsonObject } from '../../protocol/index.js';
import type { SchemaValidator } from '../../schema/index.js';
import type { Clock } from '../../transport/index.js';
import type { CallContext } from '../context/call-context.js';
import type { ToolReturn } from '../definitions.js';
import { checkOutput, normalizeResult } from '../features/tool-result.js';
import type { RunContext } from '../run-context.js';
import type { ServerLog } from '../server-log.js';
import { failedResult, resultOf } from './call-outcome.js';
import type { EarlyEnd } from './call-scope.js';
import { CallScope } from './call-scope.js';
import type { ServedTool, ServedTools } from './served-tools.js';
import { isToolArgumentError } from './tool-argument-error.js';
import { toolContext } from './tool-context.js';
import type { RegistryLike } from './tool-registry.js';

export interface DispatchParts {
  readonly registry: RegistryLike;
  readonly tools: ServedTools;
  readonly run: RunContext;
  /** Undefined: calls may take for ever. */
  readonly timeoutMs: number | undefined;
  readonly clock: Clock;
  readonly validator: SchemaValidator;
  readonly log: ServerLog;
}

type Outcome =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'ended'; readonly end: EarlyEnd };

/**
 * Runs the calls of a served registry. Never throws: what is not a result of the tool is a sentence for the model, as a
 * result with `isError`. An exception would reach the model as a broken tool system, which it cannot work around; the
 * sentence tells it what to do differently.
 */
export class RegistryDispatch {
  readonly #parts: DispatchParts;
  #callsSeen = 0;

  constructor(parts: DispatchParts) {
    this.#parts = parts;
  }

  /** Calls that came, whatever became of them. */
  get callsSeen(): number {
    return this.#callsSeen;
  }

  async call(name: string, args: JsonObject, call: CallContext): Promise<ToolReturn> {
    this.#callsSeen += 1;
    const { tools, run } = this.#parts;
    const served = tools.get(name);
    if (served === undefined) return failedResult(unknownTool(name, tools.names));
    // A caller that knows nothing of the run goes on calling tools after somebody pressed stop.
    if (run.signal?.aborted === true) return failedResult(`the run was cancelled; '${name}' was not run`);
    if (call.signal.aborted) return failedResult(`the caller cancelled '${name}'; it was not run`);
    const outcome = await this.#run(served, args, call);
    if (outcome.kind === 'ended') return failedResult(this.#endedEarly(name, outcome.end));
    if (outcome.kind === 'threw') return failedResult(this.#failed(name, outcome.error));
    try {
      return await this.#result(served, outcome.value);
    } catch (error) {
      return failedResult(this.#failed(name, error));
    }
  }

  async #result({ name, output }: ServedTool, value: unknown): Promise<ToolReturn> {
    const result = resultOf(value, output !== undefined);
    if (output === undefined) return result;
    const normal = normalizeResult(result, name);
    await checkOutput(normal, output, name, this.#parts.validator);
    return normal as ToolReturn;
  }

  async #run(served: ServedTool, args: JsonObject, call: CallContext): Promise<Outcome> {
    const { run, timeoutMs, clock } = this.#parts;
    const scope = new CallScope({ run: run.signal, call: call.signal, timeoutMs, clock });
    const running = this.#start(served, args, scope.signal, call);
    const outcome = await Promise.race([
      running,
      scope.ended.then((end): Outcome => ({ kind: 'ended', end })),
    ]);
    scope.close();
    if (outcome.kind === 'ended') void running.then((late) => this.#logLate(served.name, late, scope.signal));
    return outcome;
  }

  /** Never rejects. */
  async #start(
    { tool }: ServedTool,
    args: JsonObject,
    signal: AbortSignal,
    call: CallContext,
  ): Promise<Outcome> {
    try {
      const context = toolContext({ run: this.#parts.run, signal, call });
      return { kind: 'returned', value: await this.#parts.registry.call(tool.name, args, context) };
    } catch (error) {
      return { kind: 'threw', error };
    }
  }

  #endedEarly(name: string, end: EarlyEnd): string {
    switch (end) {
      case 'deadline':
        return `tool '${name}' did not return within ${seconds(this.#parts.timeoutMs)} and was abandoned`;
      case 'run-cancelled':
        return `the run was cancelled while '${name}' was running`;
      case 'call-cancelled':
        return `the caller cancelled '${name}' while it was running`;
    }
  }

  #failed(name: string, error: unknown): string {
    // It has all that the model needs to repair the call.
    const repair = argumentMessage(error);
    if (repair !== undefined) return repair;
    this.#parts.log.debug(`tool '${name}' failed; the model was told its message`, error);
    return `tool '${name}' failed: ${describeError(error)}`;
  }

  #logLate(name: string, late: Outcome, { reason }: AbortSignal): void {
    // What gives up because it was told to has not failed.
    if (late.kind !== 'threw' || late.error === reason) return;
    this.#parts.log.warn(`tool '${name}' failed after it was abandoned; nobody was told`, late.error);
  }
}

function unknownTool(name: string, names: readonly string[]): string {
  const shown = name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name;
  return `there is no tool '${shown}'. Available tools: ${names.length === 0 ? 'none' : names.join(', ')}`;
}

const MAX_NAME_CHARS = 128;

function seconds(ms: number | undefined): string {
  return `${(ms ?? 0) / 1000}s`;
}

/** The message of a `ToolArgumentError`. Whatever was thrown, this does not throw. */
function argumentMessage(error: unknown): string | undefined {
  try {
    return isToolArgumentError(error) ? String(error.message) : undefined;
  } catch {
    return undefined;
  }
}

/** `TypeError: x is not a function`. Whatever was thrown, this does not throw. */
function describeError(error: unknown): string {
  try {
    if (!(error instanceof Error)) return String(error);
    return error.message === '' ? error.name : `${error.name}: ${error.message}`;
  } catch {
    return 'it threw something that cannot be described';
  }
}
