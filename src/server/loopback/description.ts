import type { ToolAnnotations } from '../../protocol/index.js';

/** A tool of a server that is handed out, as its author declared it. */
export interface DescribedTool {
  /** As it is served. */
  readonly name: string;
  /** `mcp__<server>__<tool>`. */
  readonly qualifiedName: string;
  readonly sideEffecting: boolean;
  /** A person has to agree to each call. A declaration that the agent CLI acts on; this server does not check it. */
  readonly requiresApproval: boolean;
  /** Sorted. */
  readonly caps: readonly string[];
  /** The hints that clients get. `readOnlyHint`, `destructiveHint` and `openWorldHint` are always there. */
  readonly annotations: Readonly<ToolAnnotations>;
}

interface Described {
  /** `[A-Za-z0-9_-]+` without `__`. */
  readonly name: string;
  /** The tools that a model is to be offered; a permission prompt is none of them. Sorted by name. */
  readonly tools: readonly DescribedTool[];
  /** Qualified names of `tools`, sorted. */
  readonly toolNames: readonly string[];
  /** From the name that a tool was registered under to its qualified name, sorted. */
  readonly mcpNames: Readonly<Record<string, string>>;
  /** Qualified name of the tool that the agent CLI is to ask for permissions; absent when the server has none. */
  readonly permissionPromptTool?: string;
  /** How long a client should wait for a call, in milliseconds: at most 2,147,483,647, which stands for ever. */
  readonly suggestedTimeoutMs: number;
  /** The 0600 file with `mcpServers`, this server alone in it. */
  readonly configPath: string;
}

/** A server in this process, on 127.0.0.1. */
export interface HttpServerDescription extends Described {
  readonly transport: 'http';
  readonly url: string;
  /** The credential, as headers. Empty with `auth: 'none'`. Never to be put on a command line, or into a log. */
  readonly authHeaders: Readonly<Record<string, string>>;
}

/** A server that the agent CLI starts by itself. */
export interface StdioServerDescription extends Described {
  readonly transport: 'stdio';
  readonly url: null;
  readonly authHeaders: Readonly<Record<string, string>>;
  /** Absolute path, or a name that is looked up in PATH. */
  readonly command: string;
  readonly args: readonly string[];
  /** May hold secrets: to be passed on as the environment or in a 0600 file, never on a command line. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * What a server of ours hands out about itself, frozen. How an agent CLI wants to be told is a pure function over any
 * number of these (src/adapters); the servers know no CLI.
 */
export type ServerDescription = HttpServerDescription | StdioServerDescription;

/** Longest time in milliseconds that the timers of clients take. */
const FOREVER_MS = 2_147_483_647;
/** A client that gave up at our deadline would not get the answer that says so. */
const GRACE_MS = 30_000;

/** `suggestedTimeoutMs` for a server that gives up after `timeoutMs`; undefined is never. */
export function suggestedTimeout(timeoutMs: number | undefined): number {
  return timeoutMs === undefined ? FOREVER_MS : Math.min(Math.ceil(timeoutMs) + GRACE_MS, FOREVER_MS);
}
