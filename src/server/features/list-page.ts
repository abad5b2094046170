import type { JsonObject } from '../../protocol/index.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Exchange } from '../dispatch/exchange.js';
import type { ServerCore } from '../server-core.js';

/**
 * One page of a list, as the objects that were registered: nothing in them is rebuilt.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export function listPage<Item>(
  core: ServerCore,
  { params }: Exchange,
  catalog: Catalog<Item>,
  member: string,
  view: (item: Item) => object,
): JsonObject {
  const { items, nextCursor } = catalog.page(params['cursor'] as string | undefined, core.settings.pageSize);
  const result = { [member]: items.map(view) } as JsonObject;
  if (nextCursor !== undefined) result['nextCursor'] = nextCursor;
  return result;
}
