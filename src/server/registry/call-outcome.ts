import { isJsonObject } from '../../protocol/index.js';
import type { ToolReturn } from '../definitions.js';

const CONTENT_TYPES = ['text', 'image', 'audio', 'resource_link', 'resource'];

/**
 * What a tool gave, as a result. Results of MCP go out as they are; so do text and content blocks, unless the tool has
 * an output schema, which is about structured content. Anything else goes out as JSON.
 *
 * @throws TypeError for what cannot be written as JSON.
 */
export function resultOf(value: unknown, hasOutputSchema = false): ToolReturn {
  if (isResult(value)) return value as ToolReturn;
  if (hasOutputSchema && value !== undefined) return { structuredContent: value };
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isKnownBlock)) return value as ToolReturn;
  if (typeof value === 'bigint') return String(value);
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`a ${typeof value} cannot be written as JSON`);
  return text;
}

/** A failure that the model reads. */
export function failedResult(text: string): ToolReturn {
  return { content: [{ type: 'text', text }], isError: true };
}

function isResult(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { content, structuredContent, isError } = value;
  if (Array.isArray(content)) return content.every(isBlock);
  return content === undefined && (structuredContent !== undefined || isError === true);
}

/** Types of blocks that we do not know come from servers that were adapted. */
function isBlock(value: unknown): boolean {
  return isJsonObject(value) && typeof value['type'] === 'string';
}

function isKnownBlock(value: unknown): boolean {
  return isJsonObject(value) && CONTENT_TYPES.includes(value['type'] as string);
}
