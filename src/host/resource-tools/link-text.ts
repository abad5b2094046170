import type { CallToolResult, ContentBlock } from '../../protocol/index.js';
import { RESOURCE_TOOLS } from './resource-tools.js';

/**
 * A result in which each link to a resource says how a model reads it. The URI stays as it is. The very result, if there
 * is no link in it.
 */
export function withReadableLinks(result: CallToolResult, server: string): CallToolResult {
  if (!result.content.some(isLink)) return result;
  return {
    ...result,
    content: result.content.map((block) => (isLink(block) ? readable(block, server) : block)),
  };
}

interface Link {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name?: string;
  readonly mimeType?: string;
}

function isLink(block: ContentBlock): block is ContentBlock & Link {
  return block.type === 'resource_link' && typeof block['uri'] === 'string';
}

function readable({ uri, name, mimeType }: Link, server: string): ContentBlock {
  const label = [name, mimeType].filter((part) => typeof part === 'string' && part !== '').join(', ');
  const text =
    `[resource_link ${uri}${label === '' ? '' : ` (${label})`}; read it with ${RESOURCE_TOOLS.read} ` +
    `${JSON.stringify({ server, uri })}]`;
  return { type: 'text', text } as ContentBlock;
}
