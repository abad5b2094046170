import type { CallToolResult, ContentBlock, ImageContent } from '../../protocol/index.js';
import { blockText, isText, spokenText } from '../mcp/result-text.js';

/** A piece of a result that a model can be shown. Text is never empty: some APIs refuse that. */
export type ResultPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string };

/** Images that all three providers take. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

const IMAGE_TYPES: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
] satisfies ImageType[];

const OUTSIDE_BASE64 = /[^A-Za-z0-9+/=]/;

/** A result in pieces: images that models can see, and text for all the rest. */
export function resultParts(result: CallToolResult): ResultPart[] {
  const { content, structuredContent } = result;
  if (!content.some(isShown)) return textParts(spokenText(result));
  const parts = content.flatMap(partsOf);
  if (structuredContent === undefined || content.some(isText)) return parts;
  return [...parts, ...textParts(JSON.stringify(structuredContent))];
}

/** Whether text alone says all of it. */
export function isTextOnly(parts: readonly ResultPart[]): boolean {
  return parts.every(({ type }) => type === 'text');
}

function partsOf(block: ContentBlock): ResultPart[] {
  if (!isShown(block)) return textParts(blockText(block));
  return [{ type: 'image', mimeType: block.mimeType, data: block.data }];
}

function textParts(text: string): ResultPart[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

/** An image that an API refuses stays in the conversation, and fails every turn that follows. */
function isShown(block: ContentBlock): block is ImageContent {
  const { type, mimeType, data } = block as { type: string; mimeType?: unknown; data?: unknown };
  return type === 'image' && IMAGE_TYPES.includes(mimeType as string) && isBase64(data);
}

function isBase64(data: unknown): boolean {
  return typeof data === 'string' && data !== '' && !OUTSIDE_BASE64.test(data);
}
