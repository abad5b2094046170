import type { ClientCapabilities, Era } from '../protocol/index.js';
import type { ElicitHandlers } from './handlers.js';
import type { McpClientOptions } from './options.js';

/** The elicitation handlers, one for each mode. */
export function elicitHandlers(onElicit: McpClientOptions['onElicit']): ElicitHandlers {
  if (typeof onElicit !== 'function') return onElicit ?? {};
  return { form: onElicit, url: onElicit };
}

/**
 * What this client declares: exactly what it has handlers for. The roots' `listChanged` is of the legacy era, where a
 * client tells about changes; today a server asks each time.
 *
 * 2026-07-28 client/elicitation#capabilities, client/sampling#capabilities, client/roots#capabilities
 */
export function clientCapabilities(options: McpClientOptions, era: Era): ClientCapabilities {
  const declared: ClientCapabilities = { ...options.capabilities };
  const { form, url } = elicitHandlers(options.onElicit);
  if (form !== undefined || url !== undefined) {
    declared.elicitation = {
      ...(form === undefined ? {} : { form: {} }),
      ...(url === undefined ? {} : { url: {} }),
    };
  }
  if (options.onSample !== undefined) {
    declared.sampling = {
      ...(options.sampling?.tools === true ? { tools: {} } : {}),
      ...(options.sampling?.context === true ? { context: {} } : {}),
    };
  }
  if (options.roots !== undefined) declared.roots = era === 'legacy' ? { listChanged: true } : {};
  return declared;
}
