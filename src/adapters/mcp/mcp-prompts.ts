import type { McpClient } from '../../client/index.js';
import type { Prompt, PromptMessage } from '../../protocol/index.js';
import { Fault, isFault } from '../../protocol/index.js';
import { atOnce } from './at-once.js';
import { contentText } from './result-text.js';
import type { OnWarning } from './warnings.js';
import { safely, warnOnConsole } from './warnings.js';

/** What is needed of a client to adapt its prompts. */
export type PromptSource = Pick<McpClient, 'listPrompts' | 'getPrompt'>;

export interface McpPromptsOptions {
  /** Told of prompts that were left out. Default: the console. */
  readonly onWarning?: OnWarning;
  readonly signal?: AbortSignal;
}

/** A prompt that is rendered once and for all. */
export interface StaticPrompt {
  readonly name: string;
  readonly description: string | undefined;
  /** Where it is from, and in which form. */
  readonly version: typeof VERSION;
  /** The text of all messages, a line after the other; content that is no text is a marker. */
  readonly template: string;
  /** The messages as the server gave them, with their roles. */
  readonly messages: readonly PromptMessage[];
}

const VERSION = 'mcp:1';
/** Prompts that are rendered at the same time. */
const RENDERED_AT_ONCE = 8;

/**
 * The static prompts of an MCP server, rendered now: those without arguments, or with optional ones only. A prompt that
 * has to be given arguments, or cannot be rendered, is left out with a warning; `client.getPrompt` is the way to it.
 *
 * @example const triage = (await mcpPrompts(client)).get('triage')?.template;
 * @throws Fault (as a rejection) `cancelled`, `closed`, and what `client.listPrompts` rejects with
 */
export async function mcpPrompts(
  client: PromptSource,
  { onWarning = warnOnConsole, signal }: McpPromptsOptions = {},
): Promise<ReadonlyMap<string, StaticPrompt>> {
  const warn = safely(onWarning);
  const listed = await client.listPrompts(signal === undefined ? {} : { signal });
  const rendered = await atOnce(listed, RENDERED_AT_ONCE, async (prompt) => {
    const required = requiredArguments(prompt);
    if (required.length > 0) {
      warn(needsArguments(prompt, required));
      return undefined;
    }
    try {
      return await render(client, prompt, signal);
    } catch (error) {
      if (signal?.aborted === true || isFault(error, 'closed')) throw error;
      warn(failedToRender(prompt, error));
      return undefined;
    }
  });
  return new Map(rendered.filter((prompt) => prompt !== undefined).map((prompt) => [prompt.name, prompt]));
}

async function render(
  client: PromptSource,
  prompt: Prompt,
  signal: AbortSignal | undefined,
): Promise<StaticPrompt> {
  // Servers that declare arguments check that there are some, if only none.
  const args = (prompt.arguments ?? []).length === 0 ? undefined : {};
  const { description, messages } = await client.getPrompt(
    prompt.name,
    args,
    signal === undefined ? {} : { signal },
  );
  return Object.freeze({
    name: prompt.name,
    description: prompt.description ?? description,
    version: VERSION,
    template: contentText(messages.map(({ content }) => content)),
    messages,
  });
}

function requiredArguments(prompt: Prompt): string[] {
  return (prompt.arguments ?? []).filter(({ required }) => required === true).map(({ name }) => name);
}

function needsArguments({ name }: Prompt, required: readonly string[]): Fault {
  const message =
    `mcpPrompts leaves out '${name}': it needs arguments (${required.join(', ')}), so there is no text for all cases. ` +
    `Get it with client.getPrompt('${name}', { … }).`;
  return new Fault('left_out', message, { details: { prompt: name, required } });
}

function failedToRender({ name }: Prompt, error: unknown): Fault {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `mcpPrompts leaves out '${name}': it could not be rendered: ${reason}`;
  return new Fault('left_out', message, { cause: error, details: { prompt: name } });
}
