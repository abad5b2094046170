// The handshake of the legacy era. 2025-11-25 basic/lifecycle#initialization

import { type ObjectOf, object, optional, string } from '../shape/build.js';
import type { Shape } from '../shape/shape.js';
import { ImplementationShape, MetaShape } from './base.js';
import { ClientCapabilitiesShape, ServerCapabilitiesShape } from './capabilities.js';
import { requestMembers } from './request-meta.js';

/** Params of a request that has none of its own. */
export interface RequestParams extends ObjectOf<typeof requestMembers> {}
export const RequestParamsShape: Shape<RequestParams> = object('RequestParams', requestMembers);

const initializeParamsMembers = {
  ...requestMembers,
  protocolVersion: string(),
  capabilities: ClientCapabilitiesShape,
  clientInfo: ImplementationShape,
};
/** Params of `initialize`. */
export interface InitializeParams extends ObjectOf<typeof initializeParamsMembers> {}
export const InitializeParamsShape: Shape<InitializeParams> = object(
  'InitializeRequestParams',
  initializeParamsMembers,
);

const initializeResultMembers = {
  _meta: optional(MetaShape),
  protocolVersion: string(),
  capabilities: ServerCapabilitiesShape,
  serverInfo: ImplementationShape,
  instructions: optional(string()),
};
/** What a legacy server is and can do, and the revision it chose. */
export interface InitializeResult extends ObjectOf<typeof initializeResultMembers> {}
export const InitializeResultShape: Shape<InitializeResult> = object(
  'InitializeResult',
  initializeResultMembers,
);
