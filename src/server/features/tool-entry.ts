import type { ClientCapabilities, JsonObject, MirroredParamRow, Tool } from '../../protocol/index.js';
import { checkToolName, Fault, isJsonObject, mirroredParams } from '../../protocol/index.js';
import type { ToolDefinition } from '../definitions.js';
import type { ServerLog } from '../server-log.js';
import { LazySchema } from './lazy-schema.js';

/** Accepts only an empty object: what 2026-07-28 server/tools#tool recommends for tools with no parameters. */
const NO_PARAMETERS = { type: 'object', additionalProperties: false } as const;

/** A registered tool, with everything about it that can be prepared. */
export interface ToolEntry {
  readonly run: ToolDefinition['run'];
  readonly requires: ClientCapabilities | undefined;
  /** As modern clients see it: the definition without its functions. */
  readonly tool: Tool;
  /** As legacy clients see it. */
  readonly legacyTool: Tool;
  readonly input: LazySchema;
  readonly output: LazySchema | undefined;
  readonly mirrored: readonly MirroredParamRow[];
}

/** @throws Fault `invalid_argument` */
export function toolEntry(definition: ToolDefinition, log: ServerLog): ToolEntry {
  const { run, requires, ...rest } = definition;
  const { name, outputSchema } = rest;
  if (typeof run !== 'function') throw invalid(name, '`run` must be a function');
  checkName(name, log);
  const inputSchema = rest.inputSchema === undefined ? NO_PARAMETERS : rest.inputSchema;
  // 2026-07-28 server/tools#tool: inputSchema MUST be a valid JSON Schema object; its schema says `type: "object"`
  if (!isJsonObject(inputSchema) || inputSchema['type'] !== 'object') {
    throw invalid(name, '`inputSchema` must be a JSON Schema with type "object"');
  }
  if (outputSchema !== undefined && !isJsonObject(outputSchema)) {
    throw invalid(name, '`outputSchema` must be a JSON Schema object');
  }
  const mirrored = mirroredParams(inputSchema);
  if (!mirrored.ok) throw invalid(name, mirrored.reason);
  const tool = (rest.inputSchema === undefined ? { ...rest, inputSchema } : rest) as Tool;
  return {
    run,
    requires,
    tool,
    legacyTool: legacyTool(tool),
    input: new LazySchema(inputSchema),
    output: outputSchema === undefined ? undefined : new LazySchema(outputSchema as JsonObject),
    mirrored: mirrored.params,
  };
}

/**
 * 2025-11-25 server/tools#output-schema: structured content is an object there. A schema for anything else is left out,
 * and so is what it describes (see `toolResult`).
 */
function legacyTool(tool: Tool): Tool {
  const { outputSchema, ...rest } = tool;
  return outputSchema === undefined || outputSchema['type'] === 'object' ? tool : rest;
}

function checkName(name: unknown, log: ServerLog): void {
  if (typeof name !== 'string' || name === '')
    throw invalid(String(name), '`name` must be a non-empty string');
  const check = checkToolName(name);
  if (!check.ok) log.warnOnce(`${check.reason}. Some clients refuse such a tool.`);
}

function invalid(name: string, problem: string): Fault {
  return new Fault('invalid_argument', `McpServer.tool ${JSON.stringify(name)}: ${problem}.`);
}
