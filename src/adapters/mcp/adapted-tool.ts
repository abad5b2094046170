import type { CallOptions, McpClient, Progress } from '../../client/index.js';
import type { CallToolResult, JsonObject, ToolAnnotations, Tool as WireTool } from '../../protocol/index.js';
import { isJsonObject, META } from '../../protocol/index.js';
import type { Cap, ProgressDetails, Tool, ToolContext } from '../../server/index.js';
import { resultText } from './result-text.js';
import { servedAnnotations } from './served-annotations.js';

/** What an adapted tool needs of its client. */
export type ToolCaller = Pick<McpClient, 'callTool'>;

/** What a run gives: text for a model, or the result as the server sent it, images and structured content included. */
export type ResultForm = 'text' | 'whole';

/** What a run gives for the form that was asked for. Behind an MCP server of ours it is always the whole result. */
export type RunResult<Form extends ResultForm> = Form extends 'whole'
  ? CallToolResult
  : string | CallToolResult;

/**
 * A tool of an MCP server in the neutral shape. A plain object whose functions need no `this`: spread it to change
 * something, `{ ...tool, sideEffecting: false }`.
 */
export interface AdaptedTool<Form extends ResultForm = ResultForm> extends Tool {
  /** What a model is shown. `parameters` is the object that the server sent, unchanged. */
  readonly schema: {
    readonly name: string;
    readonly description: string | undefined;
    readonly parameters: Readonly<JsonObject>;
  };
  readonly parameters: Readonly<JsonObject>;
  /** As the server sent them. Claims of a stranger, unless you trust it. */
  readonly annotations: ToolAnnotations | undefined;
  /** The tool as the server listed it; its name there is `listed.name`. */
  readonly listed: WireTool;
  /**
   * Calls the tool on its server. Rejects when there is no result: with an `RpcError` that the server answered, or a
   * `Fault`, `cancelled` for one when `context.signal` is or gets aborted. A failure of the tool itself is a result.
   */
  run(args: Readonly<Record<string, unknown>>, context?: ToolContext): Promise<RunResult<Form>>;
}

export interface AdaptOptions<Form extends ResultForm = ResultForm> {
  /** What the tool is called here. */
  readonly name: string;
  readonly trustAnnotations: boolean;
  readonly results: Form;
  readonly caps: readonly Cap[];
}

/** Adapts one tool. The arguments are checked by its server. */
export function adaptTool<Form extends ResultForm>(
  client: ToolCaller,
  listed: WireTool,
  { name, trustAnnotations, results, caps }: AdaptOptions<Form>,
): AdaptedTool<Form> {
  const { name: serverName, description, inputSchema, annotations, ...listing } = listed;
  const parameters = inputSchema as JsonObject;
  return Object.freeze({
    name,
    description,
    parameters,
    schema: Object.freeze({ name, description, parameters }),
    annotations,
    sideEffecting: !(trustAnnotations && annotations?.readOnlyHint === true),
    requiresApproval: false,
    caps,
    listing: { ...listing, annotations: servedAnnotations(annotations, trustAnnotations) },
    listed,
    run: async (args: Readonly<Record<string, unknown>>, context?: ToolContext) => {
      const result = await client.callTool(serverName, args as JsonObject, callOptions(context));
      // An MCP server of ours stands between: what it hands on is a result of its own.
      if (context?.call !== undefined) return withoutHop(result);
      return results === 'whole' ? result : resultText(result);
    },
  }) as AdaptedTool<Form>;
}

function callOptions(context: ToolContext | undefined): CallOptions {
  if (context === undefined) return {};
  const { signal } = context;
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(context.progress === undefined ? {} : { onProgress: (seen) => report(context, seen) }),
  };
}

function report(context: ToolContext, { progress, total, message }: Progress): void {
  const details: ProgressDetails = {
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message }),
  };
  context.progress(progress, details);
}

/** The result without what its server says about this one exchange: who it is, and what kind of answer this was. */
function withoutHop(result: CallToolResult): CallToolResult {
  const { resultType, _meta: meta, ...rest } = result as CallToolResult & { resultType?: unknown };
  if (!isJsonObject(meta)) return rest as CallToolResult;
  const { [META.SERVER_INFO]: serverInfo, ...own } = meta;
  return { ...rest, _meta: own } as CallToolResult;
}
