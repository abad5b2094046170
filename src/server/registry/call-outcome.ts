import type { JsonObject } from '../../protocol/index.js';
import { isJsonObject } from '../../protocol/index.js';
import type { ToolReturn } from '../definitions.js';
import { checkSendable } from './sendable.js';

const CONTENT_TYPES = ['text', 'image', 'audio', 'resource_link', 'resource'];

/**
 * What a tool gave, as a result. Results of MCP go out as they are; so do text and content blocks, unless the tool has
 * an output schema, which is about structured content. Anything else goes out as JSON.
 *
 * @throws TypeError for what cannot be written as JSON; what the value itself throws when it is read.
 */
export function resultOf(value: unknown, hasOutputSchema = false): ToolReturn {
  if (isResult(value)) return sendable(value, value['content']);
  if (hasOutputSchema && value !== undefined) return sendable({ structuredContent: value }, undefined);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isKnownBlock)) return sendable(value, value);
  if (typeof value === 'bigint') return String(value);
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`a ${typeof value} cannot be written as JSON`);
  return text;
}

/** A failure that the model reads. */
export function failedResult(text: string): ToolReturn {
  return { content: [{ type: 'text', text }], isError: true };
}

function sendable(value: unknown, content: unknown): ToolReturn {
  checkSendable(value);
  const wrong = Array.isArray(content) ? content.findIndex(isTextless) : -1;
  if (wrong !== -1) throw new TypeError(`content[${wrong}].text must be a string`);
  return value as ToolReturn;
}

function isTextless(block: unknown): boolean {
  return isJsonObject(block) && block['type'] === 'text' && typeof block['text'] !== 'string';
}

/** Goes by own members: inherited ones would not be sent. */
function isResult(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const own = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
  const [content, structuredContent, isError] = ['content', 'structuredContent', 'isError'].map(own);
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
