import type { JsonObject } from '../../protocol/index.js';
import { Fault, invalidParams, isJsonObject } from '../../protocol/index.js';
import type { Exchange } from '../dispatch/exchange.js';
import type { ServerCore } from '../server-core.js';
import { runHandler } from './handler-run.js';
import { listPage } from './list-page.js';
import { textBlock } from './tool-result.js';

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#listing-prompts */
export function listPrompts(core: ServerCore, exchange: Exchange): JsonObject {
  return listPage(core, exchange, core.prompts, 'prompts', ({ listed }) => listed);
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#getting-a-prompt */
export async function getPrompt(core: ServerCore, exchange: Exchange): Promise<JsonObject> {
  const name = exchange.params['name'] as string;
  const entry = core.prompts.get(name);
  if (entry === undefined) throw invalidParams(`Unknown prompt: ${name}`);
  const args = (exchange.params['arguments'] as Record<string, string> | undefined) ?? {};
  const missing = entry.required.filter((argument) => !Object.hasOwn(args, argument));
  if (missing.length > 0) {
    throw invalidParams(`Prompt ${JSON.stringify(name)} lacks required arguments: ${missing.join(', ')}`);
  }
  const run = await runHandler(core, exchange, (context) => entry.get(args, context));
  return run.kind === 'input_required' ? run.result : promptResult(run.value, name);
}

/** The result object for what a prompt returned. A result is passed on as it is. */
function promptResult(value: unknown, name: string): JsonObject {
  if (typeof value === 'string') return { messages: [{ role: 'user', content: textBlock(value) }] };
  if (Array.isArray(value)) return { messages: value };
  if (isJsonObject(value) && Array.isArray(value['messages'])) return value;
  throw new Fault(
    'handler_failed',
    `Prompt ${JSON.stringify(name)} returned neither text, messages nor a result with \`messages\`.`,
  );
}
