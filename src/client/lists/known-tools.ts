import type { CallToolResult, JsonObject, MirroredParamRow, Tool } from '../../protocol/index.js';
import { Fault, mirroredParams } from '../../protocol/index.js';
import type { CompiledSchema } from '../../schema/index.js';
import { describeProblems } from '../../schema/index.js';
import type { ClientConfig } from '../options.js';

const NONE: readonly MirroredParamRow[] = [];

/** What is known of a tool from the list, worked out on its first call and freed with the list. */
export class KnownTool {
  readonly tool: Tool;
  readonly #config: ClientConfig;
  #mirrored: readonly MirroredParamRow[] | undefined;
  #output: Promise<CompiledSchema | undefined> | undefined;

  constructor(tool: Tool, config: ClientConfig) {
    this.tool = tool;
    this.#config = config;
  }

  /** The arguments that go into headers as well. */
  get mirrored(): readonly MirroredParamRow[] {
    if (this.#mirrored === undefined) {
      const reading = mirroredParams(this.tool.inputSchema, this.#config.limits);
      this.#mirrored = reading.ok ? reading.params : NONE;
    }
    return this.#mirrored;
  }

  /** True when results of the tool are to be held against a schema. */
  get hasOutputSchema(): boolean {
    return this.tool.outputSchema !== undefined;
  }

  /**
   * Holds a result against the tool's `outputSchema`. A failed call has no structured output to check. A schema that
   * does not compile is reported once and checks nothing.
   *
   * @throws Fault `output_invalid`, with the whole result
   * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#output-schema
   */
  async checkOutput(result: CallToolResult): Promise<void> {
    if (result.isError === true) return;
    this.#output ??= this.#compile();
    const schema = await this.#output;
    if (schema === undefined) return;
    if (result.structuredContent === undefined) {
      throw this.#invalid('has no structuredContent, although the tool has an outputSchema', result);
    }
    const outcome = schema.check(result.structuredContent);
    if (!outcome.ok) {
      const problems = describeProblems(outcome.problems, 'structuredContent');
      throw this.#invalid(`does not match its outputSchema: ${problems}`, result);
    }
  }

  async #compile(): Promise<CompiledSchema | undefined> {
    const { schemas, warn } = this.#config;
    try {
      return await schemas.compile(this.tool.outputSchema as JsonObject);
    } catch (cause) {
      const message = `The outputSchema of tool ${JSON.stringify(this.tool.name)} cannot be used; its results go unchecked.`;
      warn(new Fault('schema_invalid', message, { cause, details: { tool: this.tool.name } }));
      return undefined;
    }
  }

  #invalid(problem: string, result: CallToolResult): Fault {
    const { name } = this.tool;
    const message = `The result of tool ${JSON.stringify(name)} ${problem}. The result is in \`details.result\`.`;
    return new Fault('output_invalid', message, { details: { tool: name, result } });
  }
}

/** The tools of the list that was fetched last, by name. */
export class KnownTools {
  readonly #config: ClientConfig;
  #byName = new Map<string, KnownTool>();

  constructor(config: ClientConfig) {
    this.#config = config;
  }

  get(name: string): KnownTool | undefined {
    return this.#byName.get(name);
  }

  replace(tools: readonly Tool[]): void {
    this.#byName = new Map(tools.map((tool) => [tool.name, new KnownTool(tool, this.#config)]));
  }

  clear(): void {
    this.#byName = new Map();
  }
}
