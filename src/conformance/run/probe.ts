import type { FaultCode, JsonObject, Revision } from '../../protocol/index.js';
import { eraOf, isFault } from '../../protocol/index.js';
import { type Clock, sseServer } from '../../transport/index.js';
import { NO_SCOPE } from '../wire/scope.js';
import type { SessionBase } from '../wire/session-base.js';
import type { WireRecord } from '../wire/wire-record.js';
import { describeReply, type Reply } from '../wire/wire-session.js';
import { AtOnce } from './at-once.js';
import { shakeHands } from './handshake.js';
import type { Opener } from './opener.js';
import type { CheckTarget } from './options.js';

/** What came of trying one revision. */
export interface RevisionProbe {
  readonly revision: Revision;
  readonly served: boolean;
  /** How that was found out, or why not. */
  readonly reason: string;
  /** Negotiated and still open, when it is served. */
  readonly session: SessionBase | undefined;
  readonly records: readonly WireRecord[];
  /** The last reply, where there was one. */
  readonly reply: Reply | undefined;
  /** Nothing that is tried afterwards can go better: there was no answer of any kind. */
  readonly isHopeless: boolean;
}

export interface ProbeOptions {
  readonly revisions: readonly Revision[];
  readonly clock: Clock;
  readonly startMs: number;
  readonly signal: AbortSignal;
}

/** How long a server may think about server/discover before it is asked in the legacy way, too. */
const SILENCE_MS = 3000;
/** Processes that are started at once, for nothing but this. */
const STARTS_AT_ONCE = 2;

/** Tries each revision with a session of its own, the modern one first. Never throws: what fails is a reason. */
export async function probeRevisions(opener: Opener, options: ProbeOptions): Promise<RevisionProbe[]> {
  const modern = options.revisions.filter((revision) => eraOf(revision) === 'modern');
  const legacy = options.revisions.filter((revision) => eraOf(revision) === 'legacy').reverse();
  const probes: RevisionProbe[] = [];
  for (const revision of modern) probes.push(await probeModern(opener, revision, options));
  // The first alone: when it gets no answer at all, the others will not either, and each would wait as long.
  const hopeless = (): RevisionProbe | undefined => probes.find(({ isHopeless }) => isHopeless);
  const [newest, ...older] = legacy;
  if (newest !== undefined && hopeless() === undefined)
    probes.push(await probeLegacy(opener, newest, options));
  const reason = hopeless()?.reason;
  if (reason !== undefined) {
    const untried = legacy.filter((revision) => probes.every((probe) => probe.revision !== revision));
    return [...probes, ...untried.map((revision) => notTried(revision, reason))];
  }
  const starts = new AtOnce(STARTS_AT_ONCE);
  const rest = older.map((revision) => starts.run(() => probeLegacy(opener, revision, options)));
  return [...probes, ...(await Promise.all(rest))];
}

/** Faults that the next attempt would meet again. `limit_exceeded`: it floods. */
const LASTING: readonly FaultCode[] = [
  'connect_failed',
  'tls_failed',
  'spawn_failed',
  'timed_out',
  'limit_exceeded',
];

function isLasting(reply: Reply | undefined): boolean {
  return reply?.kind === 'ended' && LASTING.includes(reply.fault.code);
}

function notTried(revision: Revision, reason: string): RevisionProbe {
  return {
    revision,
    served: false,
    reason,
    session: undefined,
    records: [],
    reply: undefined,
    isHopeless: true,
  };
}

async function probeModern(
  opener: Opener,
  revision: Revision,
  options: ProbeOptions,
): Promise<RevisionProbe> {
  return withSession(opener, revision, options, async (session) => {
    session.isNegotiated = true;
    const { reply, isHopeless } = await discoverOrInitialize(session, options);
    if (reply.kind !== 'result') {
      const asked = isHopeless === true ? 'server/discover, and initialize after it,' : 'server/discover';
      return { served: false, reply, reason: whyNot(asked, reply, session), isHopeless };
    }
    const versions = reply.result['supportedVersions'];
    if (!Array.isArray(versions) || !versions.includes(revision)) {
      return { served: false, reply, reason: `server/discover lists ${listText(versions)}` };
    }
    session.negotiated(reply.result, revision);
    return { served: true, reply, reason: 'server/discover lists it' };
  });
}

/**
 * The reply to server/discover. A process that stays silent is sent initialize as well, and waited for as long as a start
 * may take: a server that ignores what it does not know shows only so that it runs at all.
 */
async function discoverOrInitialize(
  session: SessionBase,
  { startMs, clock }: ProbeOptions,
): Promise<{ readonly reply: Reply; readonly isHopeless?: boolean }> {
  const early = Math.min(SILENCE_MS, startMs);
  if (session.process === undefined) {
    return { reply: await session.request('server/discover', undefined, { timeoutMs: early }) };
  }
  const startedAt = clock.now();
  const discovering = session.request('server/discover', undefined, { timeoutMs: startMs });
  const first = await Promise.race([discovering, session.next(() => false, { timeoutMs: early })]);
  if (first !== undefined && 'kind' in first) return { reply: first };
  if (session.hasEnded) return { reply: await discovering };
  const left = Math.max(early, startMs - (clock.now() - startedAt));
  const initializing = session.initialize('2025-11-25', undefined, left);
  const answer = await Promise.race([
    discovering.then((discovered) => ({ discovered })),
    initializing.then(() => ({ discovered: undefined })),
  ]);
  if (answer.discovered !== undefined && answer.discovered.kind !== 'silence') {
    return { reply: answer.discovered };
  }
  const legacy = await initializing;
  const waitedMs = Math.round(clock.now() - startedAt);
  const runs = legacy.kind === 'result' || legacy.kind === 'error';
  return { reply: { kind: 'silence', waitedMs, records: legacy.records }, isHopeless: !runs };
}

async function probeLegacy(
  opener: Opener,
  revision: Revision,
  options: ProbeOptions,
): Promise<RevisionProbe> {
  return withSession(opener, revision, options, async (session) => {
    const reply = await shakeHands(session, revision, { timeoutMs: options.startMs, listens: true });
    if (reply?.kind !== 'result') {
      const reason = reply === undefined ? '' : whyNot('initialize', reply, session);
      return { served: false, reply, reason, isHopeless: reply?.kind === 'silence' };
    }
    const said: unknown = reply.result['protocolVersion'];
    if (said === revision) return { served: true, reply, reason: 'initialize agreed on it' };
    return { served: false, reply, reason: `initialize offered ${JSON.stringify(said)} instead` };
  });
}

interface Finding extends Pick<RevisionProbe, 'served' | 'reply' | 'reason'> {
  readonly isHopeless?: boolean | undefined;
}

async function withSession(
  opener: Opener,
  revision: Revision,
  { signal }: ProbeOptions,
  probe: (session: SessionBase) => Promise<Finding>,
): Promise<RevisionProbe> {
  let session: SessionBase;
  try {
    session = await opener.open(revision, {});
  } catch (error) {
    if (!isFault(error)) throw error;
    const reply: Reply = { kind: 'ended', fault: error, records: [] };
    return { ...notTried(revision, error.message), reply };
  }
  session.scope = { check: undefined, signal };
  const finding = await probe(session);
  session.scope = NO_SCOPE;
  if (!finding.served) await session.close();
  const records = [...(finding.reply?.records ?? []), ...session.received];
  const isHopeless = finding.isHopeless === true || isLasting(finding.reply);
  return { ...finding, revision, records, isHopeless, session: finding.served ? session : undefined };
}

/** Why there was no result, with what else the server had to say. */
function whyNot(method: string, reply: Reply, session: SessionBase): string {
  if (reply.kind === 'ended') return reply.fault.message;
  const said = `${method} got ${describeReply(reply)}`;
  if (reply.kind === 'refused') return `${said}${redirection(reply)}`;
  if (reply.kind !== 'silence') return said;
  const garbage = session.received.filter(({ messages }) => messages.some(({ kind }) => kind === 'fault'));
  const stderr = session.process?.stderr() ?? '';
  const also = [
    garbage.length === 0 ? '' : `; ${garbage.length} lines on stdout were no messages`,
    stderr === '' ? '' : `; last on stderr: ${stderr.split('\n').at(-1)}`,
  ];
  return `${said}${also.join('')}`;
}

function redirection(reply: Reply & { kind: 'refused' }): string {
  const { status, headers } = reply.http;
  const isRedirect = status >= 300 && status < 400 && headers['location'] !== undefined;
  return isRedirect ? ` to ${headers['location']}: give that URL` : '';
}

function listText(versions: unknown): string {
  return Array.isArray(versions)
    ? versions.map((version) => JSON.stringify(version)).join(', ')
    : 'no versions';
}

/** The facts that a served revision is known by. */
export function handshakeOf({ session }: RevisionProbe): JsonObject {
  return session?.handshake ?? {};
}

const ENDPOINT_MS = 3000;

/**
 * The target to check instead, when a URL turns out to belong to a server of HTTP+SSE: it refused every POST, and a GET
 * gives the event that names the endpoint.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#backwards-compatibility
 */
export async function findOutCarrier(
  opener: Opener,
  target: CheckTarget,
  probes: readonly RevisionProbe[],
): Promise<CheckTarget | undefined> {
  const isRefused = probes.every(({ reply }) => reply?.kind === 'refused' && reply.http.status >= 400);
  if (target.kind !== 'http' || !isRefused) return undefined;
  const wire = opener.http({
    session: 'http',
    revision: () => '2024-11-05',
    isNegotiated: () => false,
    scope: () => NO_SCOPE,
  });
  const stream = wire?.open({
    method: 'GET',
    headers: { accept: 'text/event-stream' },
    timeoutMs: ENDPOINT_MS,
  });
  if (stream === undefined) return undefined;
  const head = await stream.head;
  if (head.mediaType === 'text/event-stream' && head.events.length === 0) await stream.ended(ENDPOINT_MS / 6);
  const isEndpoint = stream.sofar().events.some(({ type }) => type === 'endpoint');
  stream.abort();
  return isEndpoint ? sseServer({ ...target }) : undefined;
}
