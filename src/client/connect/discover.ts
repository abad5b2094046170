import type { DiscoverResult, JsonObject, ProbeVerdict, Revision } from '../../protocol/index.js';
import {
  chooseRevision,
  eraOf,
  Fault,
  isFault,
  isJsonObject,
  META,
  probeOutcome,
  probeVerdict,
  REVISIONS,
  request,
  withEnvelope,
} from '../../protocol/index.js';
import { clientCapabilities } from '../capabilities.js';
import { implementationOf } from '../implementation.js';
import type { Line, Session } from '../session.js';
import type { Opening } from './opening.js';

/** What a probe leads to: a session, or one of the other verdicts. */
export type Discovery =
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'legacy'; readonly respawn: boolean }
  | { readonly kind: 'stop'; readonly fault: Fault };

/** The newest of them; `undefined` for none. */
export function latest(revisions: readonly Revision[]): Revision | undefined {
  return chooseRevision(revisions, revisions);
}

/** The revisions that this client is willing to speak. */
export function willingRevisions(opening: Opening): readonly Revision[] {
  const { revision } = opening.config.options;
  if (revision !== undefined) return [revision];
  return REVISIONS.filter((candidate) => opening.config.eras.includes(eraOf(candidate)));
}

/**
 * Sends `server/discover` and, when the server names another modern version, once more. Never rejects. Ends when the
 * server answers, the connection is lost, or `signal` is aborted.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio#backward-compatibility
 */
export async function discover(opening: Opening, line: Line, signal: AbortSignal): Promise<Discovery> {
  const ours = willingRevisions(opening);
  const first = latest(ours.filter((revision) => eraOf(revision) === 'modern'));
  if (first === undefined) return { kind: 'legacy', respawn: false };
  const answer = await probeOnce(opening, line, first, signal);
  if (answer.verdict.verdict !== 'retry') return settle(line, answer);
  const { revision } = answer.verdict;
  return settle(line, await probeOnce(opening, line, revision, signal, true));
}

interface ProbeAnswer {
  readonly verdict: ProbeVerdict;
  readonly result?: JsonObject;
}

async function probeOnce(
  opening: Opening,
  line: Line,
  revision: Revision,
  signal: AbortSignal,
  retried = false,
): Promise<ProbeAnswer> {
  const { config, parts } = opening;
  const params = withEnvelope(undefined, {
    revision,
    clientInfo: config.clientInfo,
    clientCapabilities: clientCapabilities(config.options, 'modern'),
  });
  const answer = await line.connection
    .exchange(request(parts.ids.next(), 'server/discover', params), { signal })
    .catch(faultOf);
  const outcome = probeOutcome(answer);
  const transport = line.isHttp ? 'http' : 'duplex';
  const verdict = probeVerdict({ transport, outcome, ours: willingRevisions(opening), retried });
  return outcome.kind === 'result' ? { verdict, result: outcome.result } : { verdict };
}

function settle(line: Line, { verdict, result }: ProbeAnswer): Discovery {
  switch (verdict.verdict) {
    case 'modern':
      return { kind: 'session', session: modernSession(line, verdict.revision, result ?? {}) };
    case 'legacy':
      return { kind: 'legacy', respawn: false };
    case 'respawn-legacy':
      return { kind: 'legacy', respawn: true };
    case 'stop':
      return { kind: 'stop', fault: verdict.fault };
    case 'retry': {
      const message = `The server named ${verdict.revision} again and refused it again.`;
      return { kind: 'stop', fault: new Fault('negotiation_failed', message) };
    }
  }
}

function modernSession(line: Line, revision: Revision, result: JsonObject): Session {
  const { capabilities, instructions, _meta: meta } = result as unknown as DiscoverResult;
  return {
    line,
    revision,
    era: 'modern',
    serverInfo: implementationOf(isJsonObject(meta) ? meta[META.SERVER_INFO] : undefined),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}

/** Whatever an exchange rejected with, as a fault. */
function faultOf(error: unknown): Fault {
  if (isFault(error)) return error;
  return new Fault('connection_lost', 'The connection failed during server/discover.', { cause: error });
}
