import type { JsonObject } from '../../protocol/index.js';
import { complete } from '../features/completion.js';
import { setLogLevel } from '../features/logging.js';
import { getPrompt, listPrompts } from '../features/prompts.js';
import { listResources, listTemplates, readResource } from '../features/resources.js';
import { callTool, listTools } from '../features/tools.js';
import { discover } from '../lifecycle/discover.js';
import type { ServerCore } from '../server-core.js';
import { listen, subscribe, unsubscribe } from '../subscriptions/listen.js';
import type { Exchange } from './exchange.js';

export type MethodHandler = (core: ServerCore, exchange: Exchange) => JsonObject | Promise<JsonObject>;

/**
 * What carries out each method. Whether a revision has it, and which capability it needs, is in the method table;
 * `initialize` is not here, because it comes before there is an exchange.
 */
export const METHOD_HANDLERS: ReadonlyMap<string, MethodHandler> = new Map<string, MethodHandler>([
  ['ping', () => ({})],
  ['server/discover', discover],
  ['tools/list', listTools],
  ['tools/call', callTool],
  ['resources/list', listResources],
  ['resources/templates/list', listTemplates],
  ['resources/read', readResource],
  ['resources/subscribe', subscribe],
  ['resources/unsubscribe', unsubscribe],
  ['prompts/list', listPrompts],
  ['prompts/get', getPrompt],
  ['completion/complete', complete],
  ['logging/setLevel', setLogLevel],
  ['subscriptions/listen', listen],
]);
