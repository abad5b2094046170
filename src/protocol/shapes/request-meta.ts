import { type ObjectOf, openObject, optional, string } from '../shape/build.js';
import type { Shape } from '../shape/shape.js';
import { ImplementationShape, ProgressTokenShape } from './base.js';
import { ClientCapabilitiesShape } from './capabilities.js';
import { LoggingLevelShape } from './logging-level.js';

const modern = { since: '2026-07-28' } as const;

// 2026-07-28 basic#_meta (per-request protocol fields). The era codec adds and reads them; callers set only
// `progressToken` and keys of their own.
const requestMetaMembers = {
  progressToken: optional(ProgressTokenShape, { check: 'present' }),
  'io.modelcontextprotocol/protocolVersion': optional(string(), { ...modern, required: modern }),
  'io.modelcontextprotocol/clientInfo': optional(ImplementationShape, modern),
  'io.modelcontextprotocol/clientCapabilities': optional(ClientCapabilitiesShape, {
    ...modern,
    required: modern,
  }),
  'io.modelcontextprotocol/logLevel': optional(LoggingLevelShape, modern),
};
/** `_meta` of a request. */
export interface RequestMeta extends ObjectOf<typeof requestMetaMembers> {
  [key: string]: unknown;
}
export const RequestMetaShape: Shape<RequestMeta> = openObject('RequestMetaObject', requestMetaMembers);

/** Members of the params of every request that is sent on its own. */
export const requestMembers = {
  _meta: optional(RequestMetaShape, { required: modern, check: 'present' }),
};

/** As `requestMembers`, for requests that are embedded in a result since 2026-07-28: those have no envelope. */
export const legacyRequestMembers = {
  _meta: optional(RequestMetaShape, { until: '2025-11-25', check: 'present' }),
};
