import type { Quarantined } from '../../client/index.js';
import type { JsonObject } from '../../protocol/index.js';
import type { ToolContext } from '../../server/index.js';
import { ANTHROPIC_LIMITS } from './api-limits.js';
import type { ToolSet } from './projection.js';
import { Projection } from './projection.js';
import type { ImageType, ResultPart } from './result-parts.js';
import { resultParts } from './result-parts.js';

/** For `tools` of the Messages API. */
export interface AnthropicTool {
  name: string;
  description?: string;
  input_schema: { type: 'object'; [keyword: string]: unknown };
}

/** What is needed of a `tool_use` block. */
export interface AnthropicToolUse {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export type AnthropicBlock =
  | { type: 'text'; text: string }
  | { type: 'image'; source: { type: 'base64'; media_type: ImageType; data: string } };

/** The block that answers a `tool_use`. */
export interface AnthropicToolResult {
  type: 'tool_result';
  tool_use_id: string;
  content: AnthropicBlock[];
  is_error?: true;
}

export interface AnthropicTools {
  readonly tools: AnthropicTool[];
  /** From the name that the model sees to the name of the tool. */
  readonly names: ReadonlyMap<string, string>;
  /** Tools that the API would refuse, each with the reason. */
  readonly quarantined: readonly Quarantined[];
  /** Makes the call and answers it. Rejects only when `context.signal` is aborted. */
  answer(use: AnthropicToolUse, context?: ToolContext): Promise<AnthropicToolResult>;
}

/**
 * Tools for Anthropic's Messages API. Nothing is asked before a call: tools with `requiresApproval` are up to the loop.
 *
 * @example
 * const { tools, answer } = anthropicTools(await mcpTools(client, { results: 'whole' }));
 * const message = await anthropic.messages.create({ model, max_tokens, messages, tools });
 * @throws Fault `invalid_argument`
 */
export function anthropicTools(source: ToolSet): AnthropicTools {
  const projection = new Projection(source, ANTHROPIC_LIMITS);
  return {
    tools: projection.tools.map(({ name, description, parameters }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      input_schema: parameters as JsonObject & { type: 'object' },
    })),
    names: projection.names,
    quarantined: projection.quarantined,
    answer: async ({ id, name, input }, context) => {
      const result = await projection.call(name, input, context);
      return {
        type: 'tool_result',
        tool_use_id: id,
        content: resultParts(result).map(blockOf),
        ...(result.isError === true ? { is_error: true } : {}),
      };
    },
  };
}

function blockOf(part: ResultPart): AnthropicBlock {
  if (part.type === 'text') return part;
  const { mimeType, data } = part;
  return { type: 'image', source: { type: 'base64', media_type: mimeType as ImageType, data } };
}
