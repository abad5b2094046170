import type { McpClient, Quarantined } from '../../client/index.js';
import type { JsonObject, Limits, Tool as WireTool } from '../../protocol/index.js';
import { Fault, limitsWith } from '../../protocol/index.js';
import { checkBounds } from '../../schema/index.js';
import type { Cap } from '../../server/index.js';
import type { AdaptedTool, ResultForm, ToolCaller } from './adapted-tool.js';
import { adaptTool } from './adapted-tool.js';

/** What is needed of a client to adapt its tools. */
export type ToolSource = ToolCaller & Pick<McpClient, 'listTools' | 'quarantined'>;

export interface McpToolsOptions<Form extends ResultForm = ResultForm> {
  /** Put before each name, so that the tools of two servers do not hide each other: `fs_`. Default none. */
  readonly prefix?: string;
  /**
   * The hints of this server may be relied on: what it calls read-only counts as free of side effects. Default false,
   * because a server may say of its tools what it likes.
   */
  readonly trustAnnotations?: boolean;
  /**
   * What `run` gives. `'text'` (default): text for a model, other content as a marker. `'whole'`: the result as it came,
   * for callers that can show images or use structured content. Served again, it is whole in any case.
   */
  readonly results?: Form;
  /** What the tools of this server touch, for `RunPolicy`. Default none. */
  readonly caps?: readonly Cap[];
  /** Fetches the list even if the client keeps a fresh one. Default false. */
  readonly refresh?: boolean;
  readonly signal?: AbortSignal;
  /** `schemaBytes`, `schemaDepth` and `schemaNodes` are looked at: a tool with a larger `inputSchema` is left out. */
  readonly limits?: Partial<Limits>;
}

/** The tools of a server, in its order, and what was left out. */
export type McpTools<Form extends ResultForm = ResultForm> = readonly AdaptedTool<Form>[] & {
  /** Tools that cannot be used, each with the reason. */
  readonly quarantined: readonly Quarantined[];
};

/**
 * The tools of an MCP server as tools of this program: for an agent loop, a `ToolRegistry`, or the projections to
 * agent frameworks. One bad tool is left out and never fails the list.
 *
 * @example const tools = await mcpTools(client, { prefix: 'demo_' });
 * @throws Fault (as a rejection) `invalid_argument`, and what `client.listTools` rejects with
 */
export async function mcpTools<Form extends ResultForm = 'text'>(
  client: ToolSource,
  options: McpToolsOptions<Form> = {},
): Promise<McpTools<Form>> {
  const { prefix = '', trustAnnotations = false, caps = [], refresh = false, signal } = options;
  const results = options.results ?? ('text' as Form);
  checkOptions(prefix, results, trustAnnotations);
  const limits = limitsWith(options.limits);
  const listed = await client.listTools({ refresh, ...(signal === undefined ? {} : { signal }) });
  const quarantined = [...client.quarantined('tools')];
  const tools: AdaptedTool<Form>[] = [];
  for (const tool of listed) {
    const reason = unusable(tool, limits);
    if (reason === undefined) {
      tools.push(adaptTool(client, tool, { name: prefix + tool.name, trustAnnotations, results, caps }));
    } else quarantined.push({ item: tool, reason });
  }
  // Not one of the items, and so not shown as one.
  return Object.defineProperty(tools, 'quarantined', { value: quarantined }) as unknown as McpTools<Form>;
}

/** Why a tool cannot be used though its server lists it. */
function unusable({ name, inputSchema }: WireTool, limits: Limits): string | undefined {
  if (name === '') return 'the tool has no name';
  // 2026-07-28 server/tools#tool: inputSchema MUST have type "object". Model APIs refuse anything else, with the whole turn.
  if (inputSchema['type'] !== 'object')
    return `${JSON.stringify(name)}: \`inputSchema\` must have type "object"`;
  try {
    checkBounds(inputSchema as JsonObject, limits);
    return undefined;
  } catch (error) {
    return `${JSON.stringify(name)}: ${(error as Error).message}`;
  }
}

function checkOptions(prefix: unknown, results: unknown, trustAnnotations: unknown): void {
  if (typeof prefix !== 'string') throw refused('`prefix` must be a string');
  if (results !== 'text' && results !== 'whole') throw refused("`results` must be 'text' or 'whole'");
  // The text 'false' of a variable must not be trust.
  if (typeof trustAnnotations !== 'boolean') throw refused('`trustAnnotations` must be true or false');
}

function refused(problem: string): Fault {
  return new Fault('invalid_argument', `mcpTools: ${problem}.`);
}
