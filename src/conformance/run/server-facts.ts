import type { JsonObject, Revision } from '../../protocol/index.js';
import { isJsonObject, META } from '../../protocol/index.js';
import type { ServerFacts } from '../context.js';
import type { CheckReport } from '../report/report.js';
import { handshakeOf, type RevisionProbe } from './probe.js';

/** What is known of the server from its handshake in one revision; little, when nobody was let in. */
export function serverFacts(
  probe: RevisionProbe | undefined,
  served: readonly Revision[],
  access: ServerFacts['access'],
): ServerFacts {
  const handshake = probe === undefined ? {} : handshakeOf(probe);
  const { capabilities, instructions } = handshake;
  return {
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    serverInfo: serverInfoIn(handshake),
    instructions,
    handshake,
    served,
    access,
  };
}

/** The name for the report, from the first revision in which the server gave one. */
export function serverName(probes: readonly RevisionProbe[]): CheckReport['server'] {
  for (const probe of probes) {
    const info = serverInfoIn(handshakeOf(probe));
    if (typeof info?.['name'] === 'string') {
      return { name: info['name'], version: String(info['version'] ?? '') };
    }
  }
  return null;
}

/** Legacy: a member of InitializeResult. 2026-07-28 basic#meta: in `_meta`. */
function serverInfoIn(handshake: JsonObject): JsonObject | undefined {
  const meta = isJsonObject(handshake['_meta']) ? handshake['_meta'] : {};
  const info = handshake['serverInfo'] ?? meta[META.SERVER_INFO];
  return isJsonObject(info) ? info : undefined;
}
