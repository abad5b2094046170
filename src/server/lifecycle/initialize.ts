import type { InitializeParams, JsonObject, RequestMessage } from '../../protocol/index.js';
import {
  answerInitialize,
  eraOf,
  initializeUnsupported,
  invalidRequest,
  METHODS,
} from '../../protocol/index.js';
import type { RequestContext } from '../../transport/index.js';
import { checkedParams } from '../dispatch/checked-params.js';
import type { ServerCore } from '../server-core.js';
import { canBeTold } from './legacy-sessions.js';
import { negotiatedCapabilities } from './negotiated-capabilities.js';

/**
 * Opens a legacy session with a peer.
 *
 * @throws RpcError
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization
 */
export function initialize(core: ServerCore, message: RequestMessage, carrier: RequestContext): JsonObject {
  const { revisions } = core.settings;
  // 2026-07-28 basic/versioning: SHOULD name the versions it supports in any error it returns to `initialize`
  if (!revisions.some((revision) => eraOf(revision) === 'legacy')) throw initializeUnsupported(revisions);
  const { peer, auth } = carrier;
  if (core.sessions.of(peer) !== undefined) {
    throw invalidRequest('Invalid request: this connection is initialized already');
  }
  const params = checkedParams(METHODS.initialize, message) as unknown as InitializeParams;
  const revision = answerInitialize(params.protocolVersion, revisions);
  const declared = core.capabilities(revision, canBeTold(peer));
  core.sessions.open({
    peer,
    revision,
    declared,
    clientInfo: params.clientInfo,
    clientCapabilities: negotiatedCapabilities(params.capabilities, revision),
    principal: auth?.principal,
    isReady: false,
    logLevel: undefined,
    uris: new Set(),
  });
  const result = {
    protocolVersion: revision,
    capabilities: declared,
    serverInfo: core.info,
  } as unknown as JsonObject;
  if (core.instructions !== undefined) result['instructions'] = core.instructions;
  return result;
}
