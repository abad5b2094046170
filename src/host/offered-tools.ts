import type { AdaptedTool } from '../adapters/index.js';
import { adaptTool } from '../adapters/index.js';
import type { CallOptions } from '../client/index.js';
import type { CallToolResult, JsonObject } from '../protocol/index.js';
import type { Tool, ToolContext } from '../server/index.js';
import { toolContext } from '../server/index.js';
import { withReadableLinks } from './resource-tools/link-text.js';
import type { CalledTool, ToolCalls } from './tool-calls.js';
import type { ServerTool } from './tool-catalogue.js';

export interface OfferedToolsParts {
  readonly calls: ToolCalls;
  /** Whether a model can follow a link of this server with `read_mcp_resource`. */
  readonly canFollow: (server: string) => boolean;
}

/** What a run that was not permitted gives: a failure that the model reads. */
function refusal(name: string, because: string): string {
  return `the call of '${name}' was not made: ${because}`;
}

/**
 * A tool of a server in the neutral shape, under its registered name. Each run is decided about first; a run that is not
 * permitted is a failure of the tool, for the model to read.
 */
export function offeredTool(
  { calls, canFollow }: OfferedToolsParts,
  tool: ServerTool,
  results: 'text' | 'whole',
): Tool {
  const called: CalledTool & { kind: 'server' } = { kind: 'server', ...tool };
  const { session, name } = tool;
  const send = (_: string, args: JsonObject = {}, options: CallOptions = {}): Promise<CallToolResult> =>
    calls.send(called, args, options);
  const sendForText = async (
    _: string,
    args: JsonObject = {},
    options?: CallOptions,
  ): Promise<CallToolResult> => {
    const result = await send(_, args, options);
    return canFollow(session.entry.name) ? withReadableLinks(result, session.entry.name) : result;
  };
  const settings = { name, trustAnnotations: session.entry.trust, results, caps: [] };
  const adapted: AdaptedTool = adaptTool({ callTool: sendForText }, tool.listed, settings);
  const whole = adaptTool({ callTool: send }, tool.listed, settings);
  return Object.freeze({
    ...adapted,
    run: async (args: Readonly<Record<string, unknown>>, context?: ToolContext): Promise<unknown> => {
      const permission = await calls.permit(called, args as JsonObject, {
        signal: context?.signal,
        call: context?.call,
      });
      const isWhole = results === 'whole' || context?.call !== undefined;
      if (!permission.granted) return denied(refusal(name, permission.because), isWhole);
      return (isWhole ? whole : adapted).run(permission.arguments, context);
    },
  });
}

/** One of the host's own tools, with a decision in front of it like any other. */
export function guardedTool(calls: ToolCalls, tool: Tool): Tool {
  return Object.freeze({
    ...tool,
    run: async (args: Record<string, unknown>, given?: ToolContext): Promise<unknown> => {
      // Agent loops in JavaScript leave out what they do not need.
      const whole = toolContext();
      const context: ToolContext = { ...whole, ...given, signal: given?.signal ?? whole.signal };
      const called: CalledTool & { kind: 'resource' } = {
        kind: 'resource',
        name: tool.name,
        run: async (checked) => String(await tool.run(checked as Record<string, unknown>, context)),
      };
      const { signal, call } = context;
      const permission = await calls.permit(called, args as JsonObject, { signal, call });
      if (!permission.granted) return denied(refusal(tool.name, permission.because), call !== undefined);
      return calls.run(called, permission.arguments, signal);
    },
  });
}

function denied(reason: string, isWhole: boolean): CallToolResult | string {
  return isWhole ? { content: [{ type: 'text', text: reason }], isError: true } : `ERROR: ${reason}`;
}
