import type { JsonObject } from '../../protocol/index.js';
import { isJsonObject } from '../../protocol/index.js';
import { deepFrozen } from '../deep-frozen.js';

/** What an agent CLI asks permission for. */
export interface PromptRequest {
  readonly tool: string;
  /** Deeply frozen: who looks at it cannot change what is approved. */
  readonly arguments: Readonly<JsonObject>;
  readonly toolUseId: string | undefined;
}

/**
 * For an agent CLI that asks about one call in two places. `'follows'`: if this is allowed, a second question follows.
 * `'this'`: this is the second one.
 */
export type Confirmation = 'follows' | 'this';

export type PromptReading =
  | {
      readonly kind: 'prompt';
      readonly prompt: PromptRequest;
      readonly confirmation?: Confirmation;
    }
  /** `problem` completes a sentence; `prompt` is what could be made out, for the record. */
  | { readonly kind: 'malformed'; readonly problem: string; readonly prompt: PromptRequest };

const NO_ARGUMENTS: Readonly<JsonObject> = Object.freeze({});
const UNKNOWN_TOOL = '(unknown)';

/** JSON Schema of a permission prompt, as it is listed. Calls are read by `readPrompt`, so that each gets a verdict. */
export const PROMPT_SCHEMA = {
  type: 'object',
  properties: {
    tool_name: { type: 'string', description: 'The tool that wants to run' },
    input: { type: 'object', description: 'Its arguments' },
    tool_use_id: { type: 'string' },
    confirmation: {
      enum: ['follows', 'this'],
      description:
        'For callers that ask about a call twice: whether the second question follows, or is this one. Nobody is asked then',
    },
  },
  required: ['tool_name', 'input'],
} as const;

/** Reads a permission prompt of Claude Code: `{tool_name, input, tool_use_id}`, and our `confirmation`. Never throws. */
export function readPrompt(args: JsonObject): PromptReading {
  const { tool_name: tool, input, tool_use_id: toolUseId, confirmation } = args;
  const prompt: PromptRequest = {
    tool: typeof tool === 'string' && tool !== '' ? tool : UNKNOWN_TOOL,
    arguments: isJsonObject(input) ? deepFrozen(input) : NO_ARGUMENTS,
    toolUseId: typeof toolUseId === 'string' ? toolUseId : undefined,
  };
  if (typeof tool !== 'string' || tool === '')
    return malformed('`tool_name` is not the name of a tool', prompt);
  if (!isJsonObject(input)) return malformed('`input` is not an object', prompt);
  if (confirmation !== 'follows' && confirmation !== 'this') return { kind: 'prompt', prompt };
  return { kind: 'prompt', prompt, confirmation };
}

function malformed(problem: string, prompt: PromptRequest): PromptReading {
  return { kind: 'malformed', problem, prompt };
}
