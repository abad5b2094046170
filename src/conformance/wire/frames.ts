import type { JsonObject, RequestId, Revision } from '../../protocol/index.js';
import { encodeMessage, eraOf, META, notification, request, VERSION } from '../../protocol/index.js';

/** Who the runner says it is. */
export const RUNNER_INFO = { name: 'plainwire-check', version: VERSION } as const;

/** The `_meta` that every modern request carries. 2026-07-28 basic#meta */
export function envelopeMeta(revision: Revision, capabilities: JsonObject): JsonObject {
  return {
    [META.PROTOCOL_VERSION]: revision,
    [META.CLIENT_INFO]: { ...RUNNER_INFO },
    [META.CLIENT_CAPABILITIES]: capabilities,
  };
}

export interface FrameOptions {
  readonly revision: Revision;
  readonly capabilities: JsonObject;
  /** Laid over the envelope; a key with `undefined` is left out. `null` leaves `_meta` out. */
  readonly meta?: JsonObject | null | undefined;
}

/** A request in the form of its revision. */
export function requestFrame(
  id: RequestId,
  method: string,
  params: JsonObject | undefined,
  options: FrameOptions,
): string {
  return encodeMessage(request(id, method, withMeta(params, options)));
}

/** A notification in the form of its revision: it has no envelope in any. */
export function notificationFrame(method: string, params: JsonObject | undefined): string {
  return encodeMessage(notification(method, params));
}

/** Params of initialize, with `overrides` laid over them; a member with `undefined` is left out. */
export function initializeParams(
  revision: string,
  capabilities: JsonObject,
  overrides?: JsonObject,
): JsonObject {
  return { protocolVersion: revision, capabilities, clientInfo: { ...RUNNER_INFO }, ...overrides };
}

function withMeta(params: JsonObject | undefined, options: FrameOptions): JsonObject | undefined {
  const { revision, capabilities, meta } = options;
  if (meta === null) return params;
  const envelope = eraOf(revision) === 'modern' ? envelopeMeta(revision, capabilities) : undefined;
  const own = params?.['_meta'];
  if (envelope === undefined && meta === undefined) return params;
  return { ...params, _meta: { ...envelope, ...(own as JsonObject | undefined), ...meta } };
}
