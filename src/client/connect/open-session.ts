import type { Fault } from '../../protocol/index.js';
import { Fault as FaultError, isFault, legacySseFallback } from '../../protocol/index.js';
import type { ServerTarget } from '../../transport/index.js';
import { onAbort, sseServer, targetIdentity } from '../../transport/index.js';
import type { Line, Session } from '../session.js';
import type { Discovery } from './discover.js';
import { discover } from './discover.js';
import type { EraVerdict } from './era-cache.js';
import { initialize, initialized } from './handshake.js';
import type { OpeningParts } from './opening.js';
import { Opening } from './opening.js';

/**
 * Opens a connection and settles what is spoken on it. Modern first, unless the description, a pin or an earlier
 * verdict says otherwise; what follows each answer is decided by `probeVerdict`.
 *
 * @throws Fault `negotiation_failed`, `timed_out`, `unauthorized`, `spawn_failed`, `connect_failed`…
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#compatibility-matrix
 */
export async function openSession(parts: OpeningParts): Promise<Session> {
  const opening = new Opening(parts);
  try {
    const session = await negotiate(opening);
    if (session.era === 'modern') {
      session.line.era = 'modern';
      session.line.connection.negotiated({ revision: session.revision, era: 'modern' });
    } else await initialized(opening, session);
    opening.settle();
    remember(opening, session);
    return session;
  } catch (error) {
    throw await opening.fail(error);
  }
}

async function negotiate(opening: Opening): Promise<Session> {
  const { config } = opening;
  const { target, eras, eraCache } = config;
  if (!eras.includes('modern')) return handshake(opening);
  // HTTP+SSE is a transport of 2024-11-05: no modern server is behind it.
  if (target.kind === 'sse') {
    if (eras.includes('legacy')) return handshake(opening);
    throw new FaultError('negotiation_failed', 'An HTTP+SSE server speaks legacy revisions only.');
  }
  const known = eraCache?.get(targetIdentity(target));
  if (known?.era === 'legacy' && eras.includes('legacy')) {
    const session = await fromMemory(opening, known);
    if (session !== undefined) return session;
  }
  return probe(opening, known?.era === 'modern');
}

/** What worked last time; `undefined` when it works no more and everything has to be found out again. */
async function fromMemory(opening: Opening, known: EraVerdict): Promise<Session | undefined> {
  try {
    return known.isHttpSse ? await overHttpSse(opening) : await handshake(opening);
  } catch (error) {
    if (opening.signal.aborted || !(isFault(error) && MAY_BE_ANOTHER_ERA.has(error.code))) throw error;
    opening.config.eraCache?.delete(targetIdentity(opening.config.target));
    if (known.isHttpSse || hasEnded(error)) await opening.discard();
    return undefined;
  }
}

/** Failures of a handshake that another era could explain. */
const MAY_BE_ANOTHER_ERA: ReadonlySet<string> = new Set([
  'negotiation_failed',
  'invalid_result',
  'http_status',
  'unexpected_content_type',
  'invalid_json',
  'invalid_message',
  'process_exited',
  'connection_lost',
  'connect_failed',
]);

const SILENT = Symbol('silent');

/** Asks for the era. A server that was modern last time is given more time to answer. */
async function probe(opening: Opening, isKnownModern: boolean): Promise<Session> {
  const line = await opening.line();
  const stop = new AbortController();
  const unwatch = onAbort(opening.signal, () => stop.abort());
  const discovery = discover(opening, line, stop.signal);
  try {
    const { connectMs, eras, probeMs } = opening.config;
    const patienceMs = isKnownModern ? Math.max(probeMs, connectMs / 2) : probeMs;
    const first = await orSilence(
      opening,
      discovery,
      eras.includes('legacy') ? patienceMs : Number.POSITIVE_INFINITY,
    );
    if (first === SILENT) return await race(opening, line, discovery);
    return await follow(opening, first);
  } finally {
    unwatch();
    // Over HTTP an unanswered probe would hold its stream for ever. Elsewhere it holds nothing, and a legacy server
    // that never answered it need not hear of it again.
    if (line.isHttp) stop.abort();
  }
}

async function orSilence(
  opening: Opening,
  discovery: Promise<Discovery>,
  patienceMs: number,
): Promise<Discovery | typeof SILENT> {
  const { clock } = opening.config;
  let stop: () => void = () => {};
  const silence = new Promise<typeof SILENT>((resolve) => {
    stop = clock.after(patienceMs, () => resolve(SILENT));
  });
  try {
    return await opening.orOver(Promise.race([discovery, silence]));
  } finally {
    stop();
  }
}

/**
 * The probe was met with silence: `initialize` goes out on the same connection, and whoever answers first wins. A
 * server that only was slow to start is still found to be modern.
 */
async function race(opening: Opening, line: Line, discovery: Promise<Discovery>): Promise<Session> {
  const shaken = handshakeOn(opening, line, true).then(
    (session) => ({ session }),
    (error: unknown) => ({ error }),
  );
  const late = discovery.then((found) => (found.kind === 'session' ? { session: found.session } : shaken));
  const winner = await opening.orOver(Promise.race([late, shaken]));
  if ('session' in winner) return winner.session;
  // The handshake failed on a living connection: the answer to the probe is all that can still come.
  if (line.end !== undefined || !isFault(winner.error, 'negotiation_failed')) throw winner.error;
  const found = await opening.orOver(discovery);
  if (found.kind === 'session') return found.session;
  throw found.kind === 'stop' ? found.fault : winner.error;
}

async function follow(opening: Opening, found: Discovery): Promise<Session> {
  switch (found.kind) {
    case 'session':
      return found.session;
    case 'stop':
      throw found.fault;
    case 'legacy':
      opening.config.eraCache?.delete(targetIdentity(opening.config.target));
      return handshakeOn(opening, found.respawn ? await opening.reopen() : await opening.line(), true);
  }
}

async function handshake(opening: Opening): Promise<Session> {
  return handshakeOn(opening, await opening.line(), false);
}

/** The handshake on `line`; on a fresh connection when the server ended after it had been probed. */
async function handshakeOn(opening: Opening, line: Line, isProbed: boolean): Promise<Session> {
  try {
    return await initialize(opening, line);
  } catch (error) {
    if (isProbed && hasEnded(error) && !line.isHttp) return initialize(opening, await opening.reopen());
    if (!mayBeHttpSse(opening.config.target, error)) throw error;
    return overHttpSseOr(opening, error);
  }
}

function hasEnded(error: unknown): boolean {
  return isFault(error, 'process_exited') || isFault(error, 'connection_lost');
}

// 2026-07-28 basic/transports/streamable-http#httpsse-transport-2024-11-05
function mayBeHttpSse(target: ServerTarget, error: unknown): error is Fault {
  if (target.kind !== 'http' || !isFault(error)) return false;
  const { status, body, error: object } = error.details;
  if (typeof status !== 'number') return false;
  if (typeof body === 'string') return legacySseFallback(status, body);
  return legacySseFallback(status, object === undefined ? undefined : JSON.stringify({ error: object }));
}

async function overHttpSse(opening: Opening): Promise<Session> {
  const { target } = opening.config;
  if (target.kind !== 'http') throw new FaultError('negotiation_failed', 'HTTP+SSE needs an HTTP address.');
  const { kind: _http, ...options } = target;
  return initialize(opening, await opening.reopen(sseServer(options)));
}

/** Tries the older transport; when that fails as well, the first failure is the one to report. */
async function overHttpSseOr(opening: Opening, error: Fault): Promise<Session> {
  try {
    return await overHttpSse(opening);
  } catch (second) {
    if (opening.signal.aborted || !isFault(second)) throw second;
    const message = `${error.message} HTTP+SSE (2024-11-05) was tried as well: ${second.message}`;
    throw new FaultError(error.code, message, { cause: error, details: error.details });
  }
}

/** A client that is pinned to one era finds out nothing about what else the server speaks. */
function remember(opening: Opening, session: Session): void {
  const { eraCache, eras, target } = opening.config;
  if (eras.length === 1) return;
  const isHttpSse = target.kind === 'http' && session.line.connection.transport === 'sse';
  eraCache?.set(targetIdentity(target), { era: session.era, isHttpSse });
}
