import type { CallToolResult, ContentBlock, TextContent } from '../../protocol/index.js';

const ERROR_PREFIX = 'ERROR: ';
const NO_WORDS = 'the tool failed without saying why.';

/**
 * A result as text for a model: text blocks as they are, a line for each other block, structured content as JSON where
 * no block has text. A failure of the tool begins with `ERROR: `.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result
 */
export function resultText(result: CallToolResult): string {
  const text = spokenText(result);
  return result.isError === true ? ERROR_PREFIX + text : text;
}

/** The same without the prefix, for callers that tell a failure in another way. A failure always has words. */
export function spokenText({ content, structuredContent, isError }: CallToolResult): string {
  const lines = content.map(blockText);
  // 2026-07-28 server/tools#structured-content: the serialized JSON in a text block is a SHOULD, so it may be missing
  if (structuredContent !== undefined && !content.some(isText)) lines.push(JSON.stringify(structuredContent));
  const text = lines.join('\n');
  return text === '' && isError === true ? NO_WORDS : text;
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

/** True for a block of text. */
export function isText(block: ContentBlock): block is TextContent {
  return block.type === 'text';
}
