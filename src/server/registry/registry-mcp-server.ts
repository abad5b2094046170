import type { Fault, Limits } from '../../protocol/index.js';
import { Fault as FaultError, VERSION } from '../../protocol/index.js';
import type { SchemaValidator } from '../../schema/index.js';
import { ajvValidator } from '../../schema/index.js';
import type { Clock } from '../../transport/index.js';
import { systemClock } from '../../transport/index.js';
import type { ToolDefinition } from '../definitions.js';
import { McpServer } from '../mcp-server.js';
import type { RunContext } from '../run-context.js';
import type { ServerLogEntry } from '../server-log.js';
import { logToConsole, ServerLog } from '../server-log.js';
import { annotationsOf, DECLARATIONS_KEY, declarationsOf } from './declarations.js';
import { RegistryDispatch } from './registry-dispatch.js';
import type { ServedTool } from './served-tools.js';
import { ServedTools } from './served-tools.js';
import type { Tool } from './tool.js';
import type { RegistryLike } from './tool-registry.js';
import { registryOf } from './tool-registry.js';

/** What serving a registry takes, over whatever it is served. */
export interface RegistryOptions {
  /** Name of the server: `[A-Za-z0-9_-]+` without `__`. It becomes part of the names of the tools. */
  readonly name: string;
  /** The run that the calls belong to. Once its signal is aborted no tool is started any more. */
  readonly context?: RunContext;
  /**
   * How long a call may take. Absent means for ever: a default would kill a long build, or a wait for a person, and
   * look like a flake. A tool that blocks the event loop cannot be timed out.
   */
  readonly timeoutMs?: number;
  /** Checks structured results. Default: `ajvValidator`. */
  readonly validator?: SchemaValidator;
  /** Told what must not go to clients. Default: warnings and errors go to the console. */
  readonly onLog?: (entry: ServerLogEntry) => void;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
}

/** A registry as an MCP server. */
export interface RegistryMcpServer {
  readonly server: McpServer;
  readonly tools: ServedTools;
  readonly dispatch: RegistryDispatch;
  /** For carriers. */
  readonly onWarning: (warning: Fault) => void;
}

const NO_RUN: RunContext = Object.freeze({});

/** @throws Fault `invalid_argument` */
export function registryMcpServer(
  source: RegistryLike | Iterable<Tool>,
  options: RegistryOptions,
): RegistryMcpServer {
  const {
    name,
    context: run = NO_RUN,
    timeoutMs,
    clock = systemClock,
    onLog = logToConsole,
    limits,
  } = options;
  checkTimeout(timeoutMs);
  const registry = registryOf(source);
  const tools = new ServedTools(name, registry.tools());
  const log = new ServerLog(onLog);
  const validator = options.validator ?? ajvValidator(limits === undefined ? {} : { limits });
  const dispatch = new RegistryDispatch({ registry, tools, run, timeoutMs, clock, validator, log });
  const server = new McpServer(
    { name, version: VERSION },
    {
      features: ['tools'],
      // The description of the server is complete before anything is served, so the list cannot change.
      listChanged: false,
      resourceUpdates: false,
      routeCall: (tool, args, call) => dispatch.call(tool, args, call),
      validator,
      clock,
      onLog,
      ...(limits === undefined ? {} : { limits }),
    },
  );
  for (const served of tools.all) server.tool(listed(served, dispatch));
  return { server, tools, dispatch, onWarning: (warning) => log.warn(warning.message, warning.cause) };
}

/** The schema goes out as it is: to the byte what the model is prompted with, and what calls are checked against. */
function listed({ tool, name }: ServedTool, dispatch: RegistryDispatch): ToolDefinition {
  const { description, parameters, listing } = tool;
  return {
    ...listing,
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { inputSchema: parameters }),
    annotations: annotationsOf(tool),
    _meta: { ...listing?._meta, [DECLARATIONS_KEY]: declarationsOf(tool) },
    run: (args, context) => dispatch.call(name, args as never, context),
  };
}

function checkTimeout(timeoutMs: number | undefined): void {
  if (timeoutMs === undefined || (Number.isFinite(timeoutMs) && timeoutMs > 0)) return;
  throw new FaultError(
    'invalid_argument',
    '`timeoutMs` must be a number of milliseconds above 0. Leave it out for calls that may take for ever.',
  );
}
