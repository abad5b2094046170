import type { MethodRow, Revision, ServerCapabilities } from '../../protocol/index.js';
import { compareRevisions, isJsonObject, methodNotFound } from '../../protocol/index.js';

/**
 * A method whose capability the server does not declare does not exist.
 *
 * @throws RpcError -32601
 */
export function requireServerCapability(
  row: MethodRow,
  declared: ServerCapabilities,
  revision: Revision,
): void {
  const { needs } = row;
  if (needs === undefined || needs.side === 'client') return;
  const { since, until } = needs.range;
  if (since !== undefined && compareRevisions(revision, since) < 0) return;
  if (until !== undefined && compareRevisions(revision, until) > 0) return;
  let value: unknown = declared;
  for (const name of needs.path) value = isJsonObject(value) ? value[name] : undefined;
  if (value === undefined || value === false) throw methodNotFound(row.method);
}
