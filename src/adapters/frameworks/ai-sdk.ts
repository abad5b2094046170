import type { Quarantined } from '../../client/index.js';
import type { CallToolResult } from '../../protocol/index.js';
import { Fault } from '../../protocol/index.js';
import type { RunContext } from '../../server/index.js';
import { toolContext } from '../../server/index.js';
import { spokenText } from '../mcp/result-text.js';
import type { AiSdkSchema } from './ai-sdk-schema.js';
import { aiSdkSchema } from './ai-sdk-schema.js';
import { ANTHROPIC_LIMITS, OPENAI_LIMITS } from './api-limits.js';
import type { ProjectedTool, ToolSet } from './projection.js';
import { Projection } from './projection.js';
import type { ResultPart } from './result-parts.js';
import { isTextOnly, resultParts } from './result-parts.js';

/** What the AI SDK tells a tool about the call. */
export interface AiSdkCallOptions {
  readonly toolCallId?: string;
  readonly abortSignal?: AbortSignal | undefined;
}

export type AiSdkContentPart =
  | { type: 'text'; text: string }
  | { type: 'image-data'; data: string; mediaType: string };

export type AiSdkModelOutput =
  | { type: 'text' | 'error-text'; value: string }
  | { type: 'content'; value: AiSdkContentPart[] };

/** A tool of the AI SDK (version 6) whose types are not known when it is compiled. */
export interface AiSdkTool {
  type: 'dynamic';
  description?: string;
  title?: string;
  inputSchema: AiSdkSchema;
  /** The SDK asks its user before each call. */
  needsApproval?: true;
  execute(input: unknown, options?: AiSdkCallOptions): Promise<CallToolResult>;
  toModelOutput(made: { readonly output: unknown }): AiSdkModelOutput;
}

export interface AiSdkTools {
  /** For `tools` of `generateText` and `streamText`. */
  readonly tools: Record<string, AiSdkTool>;
  /** From the name that the model sees to the name of the tool. */
  readonly names: ReadonlyMap<string, string>;
  /** Tools that model APIs would refuse, each with the reason. */
  readonly quarantined: readonly Quarantined[];
}

export interface AiSdkOptions {
  /** The run that the calls belong to. Tools find it as `context.run`. */
  readonly context?: RunContext;
  /** Whose names and schemas to keep to. `'openai'` (default) is what most providers are modelled on. */
  readonly limits?: 'openai' | 'anthropic';
}

const LIMITS = { openai: OPENAI_LIMITS, anthropic: ANTHROPIC_LIMITS } as const;

/**
 * Tools for the AI SDK, which hands them to any provider. Tools with `requiresApproval` are asked about by the SDK.
 *
 * @example
 * const { tools } = aiSdkTools(await mcpTools(client, { results: 'whole' }));
 * const { text } = await generateText({ model, prompt, tools, stopWhen: stepCountIs(5) });
 * @throws Fault `invalid_argument`
 */
export function aiSdkTools(source: ToolSet, options: AiSdkOptions = {}): AiSdkTools {
  const { context: run, limits = 'openai' } = options;
  if (!Object.hasOwn(LIMITS, limits)) {
    throw new Fault('invalid_argument', "aiSdkTools: `limits` must be 'openai' or 'anthropic'.");
  }
  const projection = new Projection(source, LIMITS[limits]);
  const entries = projection.tools.map(
    (projected) => [projected.name, sdkTool(projection, projected, run)] as const,
  );
  return {
    tools: Object.fromEntries(entries),
    names: projection.names,
    quarantined: projection.quarantined,
  };
}

function sdkTool(
  projection: Projection,
  { name, description, parameters, tool }: ProjectedTool,
  run: RunContext | undefined,
): AiSdkTool {
  const title = tool.listing?.title;
  return {
    type: 'dynamic',
    ...(description === undefined ? {} : { description }),
    ...(title === undefined ? {} : { title }),
    inputSchema: aiSdkSchema(parameters),
    ...(tool.requiresApproval ? { needsApproval: true } : {}),
    execute: (input, options) => {
      const signal = eitherOf(run?.signal, options?.abortSignal);
      const parts = { ...(run === undefined ? {} : { run }), ...(signal === undefined ? {} : { signal }) };
      return projection.call(name, input, toolContext(parts));
    },
    toModelOutput: ({ output }) => modelOutput(output as CallToolResult),
  };
}

function modelOutput(result: CallToolResult): AiSdkModelOutput {
  if (result.isError === true) return { type: 'error-text', value: spokenText(result) };
  const parts = resultParts(result);
  if (isTextOnly(parts)) return { type: 'text', value: spokenText(result) };
  return { type: 'content', value: parts.map(contentPart) };
}

function contentPart(part: ResultPart): AiSdkContentPart {
  if (part.type === 'text') return part;
  return { type: 'image-data', data: part.data, mediaType: part.mimeType };
}

function eitherOf(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return AbortSignal.any([one, other]);
}
