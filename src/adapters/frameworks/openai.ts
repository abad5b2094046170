import type { Quarantined } from '../../client/index.js';
import type { CallToolResult } from '../../protocol/index.js';
import type { ToolContext } from '../../server/index.js';
import { resultText } from '../mcp/result-text.js';
import { OPENAI_LIMITS } from './api-limits.js';
import { readArguments } from './json-arguments.js';
import type { ToolSet } from './projection.js';
import { failed, Projection } from './projection.js';
import type { ResultPart } from './result-parts.js';
import { isTextOnly, resultParts } from './result-parts.js';

/** For `tools` of Chat Completions. */
export interface OpenAiTool {
  type: 'function';
  function: { name: string; description?: string; parameters: Record<string, unknown> };
}

/** What is needed of a tool call of Chat Completions. */
export interface OpenAiToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The message that answers a tool call. */
export interface OpenAiToolMessage {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

/** For `tools` of the Responses API. */
export interface OpenAiResponsesTool {
  type: 'function';
  name: string;
  description?: string;
  parameters: Record<string, unknown>;
  strict: false;
}

/** What is needed of a `function_call` item. */
export interface OpenAiFunctionCall {
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

/** The item that answers a `function_call`. */
export interface OpenAiFunctionOutput {
  type: 'function_call_output';
  call_id: string;
  output: string | OpenAiOutputPart[];
}

export type OpenAiOutputPart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' };

interface Projected<ApiTool, Call, Answer> {
  readonly tools: ApiTool[];
  /** From the name that the model sees to the name of the tool. */
  readonly names: ReadonlyMap<string, string>;
  /** Tools that the API would refuse, each with the reason. */
  readonly quarantined: readonly Quarantined[];
  /** Makes the call and answers it. Rejects only when `context.signal` is aborted. */
  answer(call: Call, context?: ToolContext): Promise<Answer>;
}

export interface OpenAiTools extends Projected<OpenAiTool, OpenAiToolCall, OpenAiToolMessage> {}

export interface OpenAiResponsesTools
  extends Projected<OpenAiResponsesTool, OpenAiFunctionCall, OpenAiFunctionOutput> {}

/**
 * Tools for OpenAI's Chat Completions, and for what speaks like it. Nothing is asked before a call: tools with
 * `requiresApproval` are up to the loop. A tool message is text, so other content is a marker in it.
 *
 * @example
 * const { tools, answer } = openAiTools(await mcpTools(client));
 * const completion = await openai.chat.completions.create({ model, messages, tools });
 * @throws Fault `invalid_argument`
 */
export function openAiTools(source: ToolSet): OpenAiTools {
  const projection = new Projection(source, OPENAI_LIMITS);
  return {
    tools: projection.tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, ...(description === undefined ? {} : { description }), parameters },
    })),
    names: projection.names,
    quarantined: projection.quarantined,
    answer: async ({ id, function: { name, arguments: text } }, context) => ({
      role: 'tool',
      tool_call_id: id,
      content: resultText(await called(projection, name, text, context)),
    }),
  };
}

/**
 * Tools for OpenAI's Responses API. `strict` is off, because it would demand schemas that few MCP tools have. Nothing is
 * asked before a call: tools with `requiresApproval` are up to the loop.
 *
 * @example
 * const { tools, answer } = openAiResponsesTools(await mcpTools(client, { results: 'whole' }));
 * const response = await openai.responses.create({ model, input, tools });
 * @throws Fault `invalid_argument`
 */
export function openAiResponsesTools(source: ToolSet): OpenAiResponsesTools {
  const projection = new Projection(source, OPENAI_LIMITS);
  return {
    tools: projection.tools.map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      ...(description === undefined ? {} : { description }),
      parameters,
      strict: false,
    })),
    names: projection.names,
    quarantined: projection.quarantined,
    answer: async ({ call_id, name, arguments: text }, context) => ({
      type: 'function_call_output',
      call_id,
      output: outputOf(await called(projection, name, text, context)),
    }),
  };
}

async function called(
  projection: Projection,
  name: string,
  text: string,
  context: ToolContext | undefined,
): Promise<CallToolResult> {
  const reading = readArguments(text);
  if (!reading.ok) return failed(`tool '${name}' call rejected: ${reading.reason}`);
  return projection.call(name, reading.args, context);
}

/** A failure is told in words: there is no flag for it. */
function outputOf(result: CallToolResult): string | OpenAiOutputPart[] {
  const parts = resultParts(result);
  return result.isError === true || isTextOnly(parts) ? resultText(result) : parts.map(outputPart);
}

function outputPart(part: ResultPart): OpenAiOutputPart {
  if (part.type === 'text') return { type: 'input_text', text: part.text };
  return { type: 'input_image', image_url: `data:${part.mimeType};base64,${part.data}`, detail: 'auto' };
}
