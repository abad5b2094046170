import type {
  ClientCapabilities,
  Era,
  Implementation,
  JsonObject,
  LoggingLevel,
  RequestId,
  Revision,
} from '../../protocol/index.js';
import type { RequestContext } from '../../transport/index.js';
import type { LegacySession } from '../lifecycle/legacy-sessions.js';

/** One request, with what its era says about who sent it. */
export interface Exchange {
  readonly id: RequestId;
  readonly method: string;
  /** Checked against the method table; empty when the request had none. */
  readonly params: JsonObject;
  readonly era: Era;
  readonly revision: Revision;
  readonly clientInfo: Implementation | undefined;
  readonly clientCapabilities: ClientCapabilities;
  /** The least severe level that the client wants to see; undefined for no log messages at all. */
  readonly logLevel: LoggingLevel | undefined;
  /** The legacy session; undefined in the modern era. */
  readonly session: LegacySession | undefined;
  readonly carrier: RequestContext;
}
