import type { UriTemplate } from '../../protocol/index.js';
import { Fault, parseUriTemplate } from '../../protocol/index.js';
import type { CacheHint } from '../cache-hint.js';
import type { ResourceDefinition, ResourceTemplateDefinition } from '../definitions.js';

/** A registered resource or template. */
export interface ResourceEntry {
  readonly read: ResourceDefinition['read'];
  readonly cache: CacheHint | undefined;
  /** As clients see it: the definition without its functions. */
  readonly listed: object;
  readonly mimeType: string | undefined;
}

export interface TemplateEntry extends ResourceEntry {
  readonly template: UriTemplate;
  readonly complete: ResourceTemplateDefinition['complete'];
}

/** @throws Fault `invalid_argument` */
export function resourceEntry(definition: ResourceDefinition): ResourceEntry {
  const { read, cache, ...listed } = definition;
  // 2026-07-28 server/resources#security-considerations: servers MUST validate all resource URIs
  if (typeof listed.uri !== 'string' || !URL.canParse(listed.uri)) {
    throw new Fault(
      'invalid_argument',
      `McpServer.resource: ${JSON.stringify(listed.uri)} is not an absolute URI.`,
    );
  }
  requireRead(read, listed.uri);
  return { read, cache, listed, mimeType: listed.mimeType };
}

/** @throws Fault `invalid_argument` */
export function templateEntry(definition: ResourceTemplateDefinition): TemplateEntry {
  const { read, complete, cache, ...listed } = definition;
  requireRead(read, listed.uriTemplate);
  const template = parseUriTemplate(listed.uriTemplate);
  return { read, complete, cache, listed, mimeType: listed.mimeType, template };
}

function requireRead(read: unknown, name: string): void {
  if (typeof read === 'function') return;
  throw new Fault('invalid_argument', `McpServer: \`read\` of ${JSON.stringify(name)} must be a function.`);
}
