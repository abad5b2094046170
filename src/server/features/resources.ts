import type { JsonObject } from '../../protocol/index.js';
import { resourceNotFound } from '../../protocol/index.js';
import type { ResourceRequest } from '../definitions.js';
import type { Exchange } from '../dispatch/exchange.js';
import type { ServerCore } from '../server-core.js';
import { runHandler } from './handler-run.js';
import { listPage } from './list-page.js';
import { readResult } from './read-result.js';
import type { ResourceEntry } from './resource-entry.js';

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#listing-resources */
export function listResources(core: ServerCore, exchange: Exchange): JsonObject {
  return listPage(core, exchange, core.resources, 'resources', ({ listed }) => listed);
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-templates */
export function listTemplates(core: ServerCore, exchange: Exchange): JsonObject {
  return listPage(core, exchange, core.templates, 'resourceTemplates', ({ listed }) => listed);
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#reading-resources */
export async function readResource(core: ServerCore, exchange: Exchange): Promise<JsonObject> {
  const uri = exchange.params['uri'] as string;
  const found = findResource(core, uri);
  if (found === undefined) throw resourceNotFound(uri, exchange.revision);
  const { entry, request } = found;
  const run = await runHandler(core, exchange, (context) => entry.read(request, context));
  if (run.kind === 'input_required') return run.result;
  // 2026-07-28 server/resources#error-handling: never empty contents for a resource that does not exist
  if (run.value === undefined || run.value === null) throw resourceNotFound(uri, exchange.revision);
  const result = readResult(run.value, uri, entry.mimeType);
  return entry.cache === undefined ? result : { ...(entry.cache as JsonObject), ...result };
}

/** What a URI leads to. */
export interface FoundResource {
  readonly entry: ResourceEntry;
  readonly request: ResourceRequest;
}

/** A resource with just this URI, else the first template that gives it. */
export function findResource(core: ServerCore, uri: string): FoundResource | undefined {
  const resource = core.resources.get(uri);
  if (resource !== undefined) return { entry: resource, request: { uri, variables: {} } };
  for (const entry of core.templates.items()) {
    const variables = entry.template.match(uri);
    if (variables !== undefined) return { entry, request: { uri, variables } };
  }
  return undefined;
}
