import type { JsonObject, ServerCapabilities, SubscriptionFilter } from '../../protocol/index.js';
import { resourceNotFound } from '../../protocol/index.js';
import type { Exchange } from '../dispatch/exchange.js';
import { findResource } from '../features/resources.js';
import type { ServerCore } from '../server-core.js';
import { requireUriCount } from './subscriptions.js';

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#opening-a-stream */
export function listen(core: ServerCore, { id, params, revision, carrier }: Exchange): Promise<JsonObject> {
  const wanted = params['notifications'] as SubscriptionFilter;
  const filter = honoured(wanted, core.capabilities(revision));
  requireUriCount(filter.resourceSubscriptions?.length ?? 0, core.settings.limits);
  return core.subscriptions.listen(id, filter, carrier);
}

/** Legacy: `resources/subscribe`. 2025-11-25 server/resources#subscriptions */
export function subscribe(core: ServerCore, { params, session, revision }: Exchange): JsonObject {
  const uri = params['uri'] as string;
  // 2025-11-25 server/resources#error-handling: what can never be told of is refused, not taken in silence.
  if (findResource(core, uri) === undefined) throw resourceNotFound(uri, revision);
  if (session === undefined) return {};
  if (!session.uris.has(uri)) requireUriCount(session.uris.size + 1, core.settings.limits);
  session.uris.add(uri);
  return {};
}

/** Legacy: `resources/unsubscribe`. */
export function unsubscribe(_core: ServerCore, { params, session }: Exchange): JsonObject {
  session?.uris.delete(params['uri'] as string);
  return {};
}

/**
 * The part of a filter that the server supports; the rest is left out.
 * 2026-07-28 basic/patterns/subscriptions#acknowledgment
 */
function honoured(wanted: SubscriptionFilter, capabilities: ServerCapabilities): SubscriptionFilter {
  const filter: SubscriptionFilter = {};
  if (wanted.toolsListChanged === true && capabilities.tools?.listChanged === true)
    filter.toolsListChanged = true;
  if (wanted.promptsListChanged === true && capabilities.prompts?.listChanged === true) {
    filter.promptsListChanged = true;
  }
  if (wanted.resourcesListChanged === true && capabilities.resources?.listChanged === true) {
    filter.resourcesListChanged = true;
  }
  if (wanted.resourceSubscriptions !== undefined && capabilities.resources?.subscribe === true) {
    filter.resourceSubscriptions = [...new Set(wanted.resourceSubscriptions)];
  }
  return filter;
}
