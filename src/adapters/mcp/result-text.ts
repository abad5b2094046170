import type { CallToolResult, ContentBlock } from '../../protocol/index.js';

const ERROR_PREFIX = 'ERROR: ';

/**
 * A result as text for a model: text blocks as they are, a line for each other block, structured content as JSON where
 * no block has text. A failure of the tool begins with `ERROR: `.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result
 */
export function resultText(result: CallToolResult): string {
  const { content, structuredContent, isError } = result;
  const lines = content.map(blockText);
  // 2026-07-28 server/tools#structured-content: the serialized JSON in a text block is a SHOULD, so it may be missing
  if (structuredContent !== undefined && !content.some(isText)) lines.push(JSON.stringify(structuredContent));
  const text = lines.join('\n');
  if (isError !== true) return text;
  return ERROR_PREFIX + (text === '' ? 'the tool failed without saying why.' : text);
}

/** The text of content blocks, a line for each block that is no text. */
export function contentText(content: readonly ContentBlock[]): string {
  return content.map(blockText).join('\n');
}

/** The text of a block; for any other kind a marker, so that a reader does not take it for nothing. */
export function blockText(block: ContentBlock): string {
  if (isText(block)) return block.text;
  const marker = `[${block.type} content omitted]`;
  // A link is worth what it points to.
  return block.type === 'resource_link' ? `${marker} ${block['uri']}` : marker;
}

function isText(block: ContentBlock): block is ContentBlock & { type: 'text'; text: string } {
  return block.type === 'text';
}
