import type { Revision, ServerCapabilities } from '../../protocol/index.js';
import { compareRevisions, eraOf } from '../../protocol/index.js';
import type { Settings } from '../options.js';

/** Which features have something behind them. */
export interface Registered {
  readonly tools: boolean;
  readonly resources: boolean;
  readonly prompts: boolean;
  readonly completions: boolean;
}

/**
 * What the server declares: derived from what is registered, so that every declared capability has its methods.
 *
 * @param canNotify false for clients of an HTTP server without legacy sessions: what they subscribe to or set is
 * forgotten with the request, so nothing of the kind is promised.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
 */
export function capabilitiesOf(
  registered: Registered,
  settings: Settings,
  revision: Revision,
  canNotify: boolean,
): ServerCapabilities {
  const { features } = settings;
  const listChanged = settings.listChanged && canNotify;
  const resourceUpdates = settings.resourceUpdates && canNotify;
  const changes = listChanged ? { listChanged } : {};
  const capabilities: ServerCapabilities = {};
  if (registered.tools || features.includes('tools')) capabilities.tools = { ...changes };
  if (registered.prompts || features.includes('prompts')) capabilities.prompts = { ...changes };
  if (registered.resources || features.includes('resources')) {
    capabilities.resources = resourceUpdates ? { ...changes, subscribe: true } : { ...changes };
  }
  if (settings.logging && canNotify) capabilities.logging = {};
  // The capability came with 2025-03-26; the method was there before.
  const mayDeclareCompletions = compareRevisions(revision, '2025-03-26') >= 0;
  if (mayDeclareCompletions && (registered.completions || features.includes('completions'))) {
    capabilities.completions = {};
  }
  if (settings.extensions !== undefined && eraOf(revision) === 'modern') {
    capabilities.extensions = settings.extensions;
  }
  return capabilities;
}
