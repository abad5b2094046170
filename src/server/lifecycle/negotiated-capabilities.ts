import type { ClientCapabilities, JsonObject, Revision } from '../../protocol/index.js';
import { compareRevisions, isJsonObject } from '../../protocol/index.js';

/**
 * What a client declared, as far as the negotiated revision has it. A client declares before it knows the revision, and
 * a question that the revision does not have would meet a client that does not know it.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#operation (respect the negotiated version)
 */
export function negotiatedCapabilities(declared: ClientCapabilities, revision: Revision): ClientCapabilities {
  // 2025-11-25 changelog: modes of elicitation, and tools in sampling
  if (compareRevisions(revision, '2025-11-25') >= 0) return declared;
  const { elicitation, sampling, ...rest } = declared;
  const negotiated: ClientCapabilities = rest;
  if (isJsonObject(sampling)) negotiated.sampling = without(sampling, 'tools');
  // 2025-06-18 changelog: elicitation. Its forms are all there is then, so a client that only opens URLs has none of it.
  if (!isJsonObject(elicitation) || compareRevisions(revision, '2025-06-18') < 0) return negotiated;
  const opensUrlsOnly = elicitation['url'] !== undefined && elicitation['form'] === undefined;
  if (!opensUrlsOnly) negotiated.elicitation = without(elicitation, 'url');
  return negotiated;
}

function without(capability: JsonObject, name: string): JsonObject {
  const { [name]: _later, ...rest } = capability;
  return rest;
}
