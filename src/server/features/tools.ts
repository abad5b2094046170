import type { JsonObject } from '../../protocol/index.js';
import {
  ERROR_CODES,
  invalidParams,
  isFault,
  isRpcError,
  missingCapability,
  RpcError,
} from '../../protocol/index.js';
import type { CompiledSchema } from '../../schema/index.js';
import { describeProblems } from '../../schema/index.js';
import { isPromise } from '../../transport/index.js';
import { missingCapabilities } from '../context/client-capabilities.js';
import type { Exchange } from '../dispatch/exchange.js';
import type { ToolRoute } from '../options.js';
import type { ServerCore } from '../server-core.js';
import type { HandlerOutcome } from './handler-run.js';
import { runHandler } from './handler-run.js';
import type { LazySchema } from './lazy-schema.js';
import { listPage } from './list-page.js';
import type { ToolEntry } from './tool-entry.js';
import { checkOutput, errorResult, forEra, normalizeResult } from './tool-result.js';

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#listing-tools */
export function listTools(core: ServerCore, exchange: Exchange): JsonObject {
  const isModern = exchange.era === 'modern';
  return listPage(core, exchange, core.tools, 'tools', (entry) => (isModern ? entry.tool : entry.legacyTool));
}

/**
 * The hot path: waits only for what has to be waited for.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools
 */
export function callTool(core: ServerCore, exchange: Exchange): JsonObject | Promise<JsonObject> {
  const name = exchange.params['name'] as string;
  const { beforeCall, routeCall } = core.settings;
  if (routeCall !== undefined) return routedCall(core, exchange, routeCall, name);
  const entry = core.tools.get(name);
  // 2026-07-28 server/tools#error-handling: an unknown tool is a protocol error
  if (entry === undefined) throw invalidParams(`Unknown tool: ${name}`);
  // 2025-11-25 server/tools#calling-tools: arguments may be left out
  const args = (exchange.params['arguments'] as JsonObject | undefined) ?? {};
  requireCapabilities(entry, exchange);
  const call: ToolCall = { core, exchange, entry, name, args };
  const { ready } = entry.input;
  const hasReadySchemas =
    ready !== undefined && (entry.output === undefined || entry.output.ready !== undefined);
  return beforeCall === undefined && hasReadySchemas ? checkedCall(call, ready) : preparedCall(call);
}

/** A call of a tool that exists and may be called. */
interface ToolCall {
  readonly core: ServerCore;
  readonly exchange: Exchange;
  readonly entry: ToolEntry;
  readonly name: string;
  readonly args: JsonObject;
}

async function preparedCall(call: ToolCall): Promise<JsonObject> {
  const { core, entry, exchange } = call;
  if (core.settings.beforeCall !== undefined) await admitted(core, exchange, call.name, call.args);
  const schema = entry.input.ready ?? (await compiled(core, entry, 'inputSchema', entry.input));
  // Before the run: a schema that cannot be used must not be found out when the tool has done its work.
  if (entry.output !== undefined && entry.output.ready === undefined) {
    await compiled(core, entry, 'outputSchema', entry.output);
  }
  return checkedCall(call, schema);
}

function checkedCall(call: ToolCall, schema: CompiledSchema): JsonObject | Promise<JsonObject> {
  const { core, exchange, entry, name, args } = call;
  const outcome = schema.check(args);
  if (!outcome.ok) {
    const problems = describeProblems(outcome.problems, 'the arguments');
    return errorResult(`Invalid arguments for tool ${JSON.stringify(name)}: ${problems}.`);
  }
  const run = runHandler(core, exchange, (context) => entry.run(args, context));
  return isPromise(run) ? awaitedResult(call, run) : resultOf(call, run);
}

async function awaitedResult(call: ToolCall, run: Promise<HandlerOutcome<unknown>>): Promise<JsonObject> {
  let outcome: HandlerOutcome<unknown>;
  try {
    outcome = await run;
  } catch (error) {
    return failedResult(call.core, call.name, error);
  }
  return resultOf(call, outcome);
}

function resultOf(
  { core, exchange, entry, name }: ToolCall,
  run: HandlerOutcome<unknown>,
): JsonObject | Promise<JsonObject> {
  if (run.kind === 'input_required') return run.result;
  const result = normalizeResult(run.value, name);
  if (entry.output === undefined) return forEra(result, exchange.era);
  const checked = checkOutput(result, entry.output, name, core.settings.validator);
  return checked.then(() => forEra(result, exchange.era));
}

async function routedCall(
  core: ServerCore,
  exchange: Exchange,
  route: ToolRoute,
  name: string,
): Promise<JsonObject> {
  const args = (exchange.params['arguments'] as JsonObject | undefined) ?? {};
  const run = await runHandler(core, exchange, (context) => route(name, args, context));
  if (run.kind === 'input_required') return run.result;
  return forEra(normalizeResult(run.value, name), exchange.era);
}

/** What a tool body threw, as a result: the text is the tool author's and there to help the model. */
function failedResult(core: ServerCore, name: string, error: unknown): JsonObject {
  if (isRpcError(error)) throw error;
  core.log.debug(`tool ${JSON.stringify(name)} threw; the client got its message as a result`, error);
  const text = error instanceof Error ? error.message : String(error ?? '');
  return errorResult(text === '' ? 'The tool failed without saying why.' : text);
}

// 2026-07-28 basic#meta: the server MUST NOT rely on capabilities that were not declared
function requireCapabilities({ requires }: ToolEntry, { era, clientCapabilities }: Exchange): void {
  if (requires === undefined) return;
  const missing = missingCapabilities(requires, clientCapabilities);
  if (missing === undefined) return;
  const error = missingCapability(missing);
  // Legacy revisions do not have -32021.
  throw era === 'modern' ? error : invalidParams(error.message, error.data);
}

async function admitted(core: ServerCore, exchange: Exchange, tool: string, args: JsonObject): Promise<void> {
  const { carrier, clientInfo } = exchange;
  await core.settings.beforeCall?.({
    tool,
    arguments: args,
    auth: carrier.auth,
    headers: carrier.headers,
    clientInfo,
    sessionId: carrier.peer.sessionId,
  });
}

// 2026-07-28 basic#implementation-requirements: an unsupported dialect is answered with an error that says so
async function compiled(
  core: ServerCore,
  { tool }: ToolEntry,
  member: 'inputSchema' | 'outputSchema',
  schema: LazySchema,
): Promise<CompiledSchema> {
  try {
    return await schema.compile(core.settings.validator);
  } catch (error) {
    if (!isFault(error)) throw error;
    const text = `Tool ${JSON.stringify(tool.name)}, ${member}: ${error.message}`;
    core.log.error(text, error);
    throw new RpcError(ERROR_CODES.INTERNAL_ERROR.code, text);
  }
}
