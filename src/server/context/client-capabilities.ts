import type { ClientCapabilities, JsonObject } from '../../protocol/index.js';
import { isJsonObject } from '../../protocol/index.js';

/**
 * The part of `required` that the client does not declare, in the shape that -32021 carries; undefined when
 * nothing is missing.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#missingrequiredclientcapabilityerror
 */
export function missingCapabilities(
  required: ClientCapabilities,
  declared: ClientCapabilities,
): JsonObject | undefined {
  return missingMembers(required as JsonObject, withImpliedForm(declared) as JsonObject);
}

function missingMembers(required: JsonObject, declared: JsonObject): JsonObject | undefined {
  const missing: JsonObject = {};
  for (const [name, wanted] of Object.entries(required)) {
    if (wanted === undefined) continue;
    const offered = declared[name];
    if (!isJsonObject(wanted)) {
      if (offered === undefined) missing[name] = wanted;
      continue;
    }
    if (!isJsonObject(offered)) missing[name] = wanted;
    else {
      const below = missingMembers(wanted, offered);
      if (below !== undefined) missing[name] = below;
    }
  }
  return Object.keys(missing).length === 0 ? undefined : missing;
}

// 2026-07-28 client/elicitation#capabilities: an empty object is equivalent to declaring form mode only
function withImpliedForm(declared: ClientCapabilities): ClientCapabilities {
  const { elicitation } = declared;
  if (!isJsonObject(elicitation)) return declared;
  if (elicitation['form'] !== undefined || elicitation['url'] !== undefined) return declared;
  return { ...declared, elicitation: { ...elicitation, form: {} } };
}
