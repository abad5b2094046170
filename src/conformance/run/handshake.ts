import type { JsonObject, Revision } from '../../protocol/index.js';
import { eraOf, Fault, isRevision } from '../../protocol/index.js';
import type { FreshOptions } from '../context.js';
import { HttpSession } from '../wire/http-session.js';
import type { SessionBase } from '../wire/session-base.js';
import { describeReply, type Reply } from '../wire/wire-session.js';

export interface HandshakeOptions extends Pick<FreshOptions, 'handshake' | 'initialize'> {
  readonly timeoutMs: number;
  /** HTTP, legacy: also open the stream of what the server sends by itself. */
  readonly listens?: boolean;
}

/** Opens the conversation as a right client does, and tells the session what was agreed. Returns the last reply. */
export async function shakeHands(
  session: SessionBase,
  revision: Revision,
  options: HandshakeOptions,
): Promise<Reply | undefined> {
  if (eraOf(revision) === 'modern') return discover(session, revision, options);
  if (options.handshake === 'none') return undefined;
  const reply = await session.initialize(revision, options.initialize, options.timeoutMs);
  if (reply.kind !== 'result') return reply;
  await accept(session, reply.result, reply, options);
  return reply;
}

/** What follows an InitializeResult. */
export async function accept(
  session: SessionBase,
  result: JsonObject,
  reply: Reply,
  options: Pick<HandshakeOptions, 'handshake' | 'listens'>,
): Promise<void> {
  const said = result['protocolVersion'];
  session.sessionId = reply.http?.headers['mcp-session-id'];
  session.negotiated(result, isRevision(said) ? said : session.revision);
  if (options.handshake === 'initialize') return;
  await session.notify('notifications/initialized');
  if (options.listens === true && session instanceof HttpSession) session.listen();
}

async function discover(
  session: SessionBase,
  revision: Revision,
  { handshake, timeoutMs }: HandshakeOptions,
): Promise<Reply | undefined> {
  // There is nothing to agree on: every request says what it is.
  session.isNegotiated = true;
  if (handshake === 'none') return undefined;
  const reply = await session.request('server/discover', undefined, { timeoutMs });
  if (reply.kind === 'result') session.negotiated(reply.result, revision);
  return reply;
}

/** A session that could not be opened, by name. */
export function handshakeFault(revision: Revision, reply: Reply): Fault {
  const method = eraOf(revision) === 'modern' ? 'server/discover' : 'initialize';
  const text = `No session in ${revision}: ${method} got ${describeReply(reply)}.`;
  return new Fault('negotiation_failed', text, reply.kind === 'ended' ? { cause: reply.fault } : {});
}
