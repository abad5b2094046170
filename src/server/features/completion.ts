import type { CompleteParams, JsonObject } from '../../protocol/index.js';
import { invalidParams } from '../../protocol/index.js';
import type { CompletionArgument, CompletionReturn, PromptDefinition } from '../definitions.js';
import type { Exchange } from '../dispatch/exchange.js';
import type { ServerCore } from '../server-core.js';

// 2026-07-28 server/utilities/completion#completion-results
const MAX_VALUES = 100;

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion */
export async function complete(core: ServerCore, exchange: Exchange): Promise<JsonObject> {
  const params = exchange.params as unknown as CompleteParams;
  const suggest = completerOf(core, params.ref);
  if (suggest === undefined) return { completion: { values: [], total: 0, hasMore: false } };
  const argument: CompletionArgument = { ...params.argument, resolved: params.context?.arguments ?? {} };
  const { carrier, clientInfo, clientCapabilities } = exchange;
  const context = { signal: carrier.signal, auth: carrier.auth, clientInfo, clientCapabilities };
  return { completion: bounded(await suggest(argument, context)) };
}

/** @throws RpcError -32602 for a prompt or template that does not exist. */
function completerOf(core: ServerCore, ref: CompleteParams['ref']): PromptDefinition['complete'] {
  if (ref.type === 'ref/prompt') {
    const prompt = core.prompts.get(ref.name);
    if (prompt === undefined) throw invalidParams(`Unknown prompt: ${ref.name}`);
    return prompt.complete;
  }
  const template = core.templates.get(ref.uri);
  if (template !== undefined) return template.complete;
  // `uri` is a URI or a URI template; a fixed resource has nothing to complete
  if (core.resources.get(ref.uri) !== undefined) return undefined;
  throw invalidParams(`Unknown resource template: ${ref.uri}`);
}

function bounded(completion: CompletionReturn): JsonObject {
  const { values, total, hasMore } = isList(completion)
    ? { values: completion, total: completion.length, hasMore: false }
    : completion;
  const out: JsonObject = { values: values.slice(0, MAX_VALUES) };
  if (total !== undefined) out['total'] = total;
  if (hasMore !== undefined || values.length > MAX_VALUES)
    out['hasMore'] = values.length > MAX_VALUES || hasMore === true;
  return out;
}

function isList(completion: CompletionReturn): completion is readonly string[] {
  return Array.isArray(completion);
}
