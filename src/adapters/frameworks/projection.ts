import type { Quarantined } from '../../client/index.js';
import type { CallToolResult, JsonObject } from '../../protocol/index.js';
import { isJsonObject } from '../../protocol/index.js';
import type { RegistryLike, Tool, ToolContext } from '../../server/index.js';
import { callResult, isToolArgumentError, registryOf, toolContext } from '../../server/index.js';
import { orAborted } from '../../transport/index.js';
import type { ApiLimits } from './api-limits.js';
import { schemaFor } from './api-limits.js';
import { modelName } from './model-name.js';

/** What is projected: a registry, whose middleware then stands around each call, or tools. */
export type ToolSet = RegistryLike | Iterable<Tool>;

/** A tool as a model API is told of it. */
export interface ProjectedTool {
  readonly name: string;
  readonly description: string | undefined;
  readonly parameters: Readonly<JsonObject>;
  readonly tool: Tool;
}

const MAX_SHOWN_CHARS = 128;
/** A model that calls what is not there is reminded of its tools, but not of thousands. */
const MAX_SHOWN_NAMES = 64;

/** Tools under names and with schemas that one model API takes, and the way back to them. */
export class Projection {
  readonly tools: readonly ProjectedTool[];
  /** From the name that the model sees to the name of the tool. */
  readonly names: ReadonlyMap<string, string>;
  /** Tools that the API would refuse, each with the reason. */
  readonly quarantined: readonly Quarantined[];
  readonly #registry: RegistryLike;

  /** @throws Fault `invalid_argument` for two tools of one name, or what is no tool. */
  constructor(source: ToolSet, limits: ApiLimits) {
    const tools: ProjectedTool[] = [];
    const names = new Map<string, string>();
    const quarantined: Quarantined[] = [];
    this.#registry = registryOf(source);
    for (const tool of this.#registry.tools()) {
      const name = modelName(tool.name, limits.maxNameChars);
      const reading = schemaFor(limits, tool.parameters);
      if (!reading.ok) {
        quarantined.push({ item: tool, reason: `${JSON.stringify(tool.name)}: ${reading.reason}` });
      } else if (names.has(name)) {
        const other = JSON.stringify(names.get(name));
        const reason = `${JSON.stringify(tool.name)}: would be called ${name} as ${other} is; the first is kept`;
        quarantined.push({ item: tool, reason });
      } else {
        names.set(name, tool.name);
        tools.push({ name, description: tool.description, parameters: reading.schema, tool });
      }
    }
    this.tools = tools;
    this.names = names;
    this.quarantined = quarantined;
  }

  /**
   * Makes a call of the model. What goes wrong is a result that the model reads; only after an abort of
   * `context.signal`, when nobody reads any more, does this reject.
   */
  async call(
    name: string,
    args: unknown,
    context: ToolContext | undefined = toolContext(),
  ): Promise<CallToolResult> {
    const toolName = this.names.get(name);
    if (toolName === undefined) return failed(this.#unknown(name));
    if (!isJsonObject(args)) {
      return failed(`tool '${name}' call rejected: the arguments must be a JSON object`);
    }
    const { signal } = context;
    signal.throwIfAborted();
    try {
      const running = this.#registry.call(toolName, args, context);
      return callResult(await orAborted(running, signal), toolName);
    } catch (error) {
      signal.throwIfAborted();
      return failed(
        isToolArgumentError(error) ? error.message : `tool '${name}' failed: ${described(error)}`,
      );
    }
  }

  #unknown(name: unknown): string {
    const asked = typeof name === 'string' ? name : `(${typeof name})`;
    const shown = asked.length > MAX_SHOWN_CHARS ? `${asked.slice(0, MAX_SHOWN_CHARS)}…` : asked;
    const names = [...this.names.keys()];
    const more = names.length - MAX_SHOWN_NAMES;
    const listed = names.slice(0, MAX_SHOWN_NAMES).join(', ') || 'none';
    return `there is no tool '${shown}'. Available tools: ${listed}${more > 0 ? `, and ${more} more` : ''}`;
  }
}

/** A failure that the model reads. */
export function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** `TypeError: x is not a function`. Whatever was thrown, this does not throw. */
function described(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'it threw something that cannot be described';
  }
}
