import type { CallContext } from '../context/call-context.js';
import type { ProgressDetails } from '../context/progress.js';
import type { RunContext } from '../run-context.js';

/** What a tool is given beside its arguments. */
export interface ToolContext {
  /** Aborted when the run is stopped, the caller takes the call back, or the deadline of the server has passed. */
  readonly signal: AbortSignal;
  /** The object that the server was given as `context`. Empty when it was given none. */
  readonly run: RunContext;
  /** The MCP request, for tools that ask the client something; undefined when no server is in between. */
  readonly call: CallContext | undefined;
  /** Reports progress to the caller, if it asked for it. The value must grow. */
  progress(value: number, details?: ProgressDetails): void;
}

export interface ToolContextParts {
  readonly run?: RunContext;
  /** Default: the signal of the run, or one that is never aborted. */
  readonly signal?: AbortSignal;
  readonly call?: CallContext;
}

const NO_RUN: RunContext = Object.freeze({});

/** A context to run a tool with: for agent loops in this process, and for tests. */
export function toolContext({ run = NO_RUN, signal, call }: ToolContextParts = {}): ToolContext {
  return {
    signal: signal ?? run.signal ?? new AbortController().signal,
    run,
    call,
    progress: (value, details) => call?.progress(value, details),
  };
}
