import type { JsonObject } from '../../protocol/index.js';
import type { Exchange } from '../dispatch/exchange.js';
import type { ServerCore } from '../server-core.js';

/**
 * All revisions are listed, legacy ones included, as in the example for -32022: a client that knows both eras may
 * then choose.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/discover
 */
export function discover(core: ServerCore, { revision }: Exchange): JsonObject {
  const result: JsonObject = {
    supportedVersions: [...core.settings.revisions],
    capabilities: core.capabilities(revision) as JsonObject,
  };
  if (core.instructions !== undefined) result['instructions'] = core.instructions;
  return result;
}
