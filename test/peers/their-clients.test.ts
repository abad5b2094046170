// Clients on the official SDKs against our server, as it is published. Each client walks through everything that the
// server offers (programs/walk.mjs) and reports what it saw; every field of the report is held against a row.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Revision } from '../../src/protocol/index.js';
import {
  HttpPeer,
  NODE_22,
  OUR_MOUNTED_SERVER,
  OUR_SERVER,
  type PeerRun,
  peerProgram,
  runPeer,
} from '../support/peers.js';
import { expectedReport, type Walk } from './expected-report.js';

const LEGACY = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
const pinned = (revision: Revision) => ({ pinned: revision, revision });

const IN_FRAMEWORKS = (['express', 'fastify', 'hono'] as const).flatMap((framework): Walk[] => [
  { sdk: 'sdk1', carrier: 'http', framework, ...pinned('2025-11-25') },
  { sdk: 'sdk2', carrier: 'http', framework, ...pinned('2026-07-28') },
]);

const BY_ITSELF = (['stdio', 'http'] as const).flatMap((carrier): Walk[] => [
  ...LEGACY.slice(0, -1).map((revision) => ({ sdk: 'sdk1' as const, carrier, ...pinned(revision) })),
  // Its own choice is its newest.
  { sdk: 'sdk1', carrier, revision: '2025-11-25' },
  ...LEGACY.map((revision) => ({ sdk: 'sdk2' as const, carrier, ...pinned(revision) })),
  { sdk: 'sdk2', carrier, ...pinned('2026-07-28') },
  { sdk: 'sdk2', carrier, revision: '2026-07-28' },
]);

/** SDK 2.x has no client for it. */
const OVER_WEBSOCKET: readonly Walk[] = [{ sdk: 'sdk1', carrier: 'websocket', revision: '2025-11-25' }];

interface Outcome {
  readonly run: PeerRun;
  /** What our server wrote to stderr. */
  readonly serverStderr: string;
}

async function walkOver({ sdk, carrier, framework, pinned }: Walk): Promise<Outcome> {
  const client = peerProgram(`${sdk}-client`);
  const pin = pinned === undefined ? [] : [pinned];
  if (carrier === 'stdio') {
    // The client passes on what its server writes to stderr.
    const run = await runPeer([client, carrier, ...pin, '--', process.execPath, OUR_SERVER, carrier]);
    return { run, serverStderr: run.stderr };
  }
  const server = framework === undefined ? [OUR_SERVER, carrier] : [OUR_MOUNTED_SERVER, framework];
  await using peer = await HttpPeer.start(server);
  // The SDK takes WebSocket from the platform, and Node 20 has none.
  const node = carrier === 'websocket' ? NODE_22 : undefined;
  const run = await runPeer([client, carrier, peer.url, ...pin], {}, node);
  return { run, serverStderr: peer.stderr };
}

const name = ({ sdk, carrier, framework, pinned }: Walk) =>
  `${sdk} over ${carrier}${framework === undefined ? '' : ` in ${framework}`}, ${pinned ?? 'not pinned'}`;

describe.each([...BY_ITSELF, ...IN_FRAMEWORKS, ...OVER_WEBSOCKET].map((walk) => [name(walk), walk] as const))(
  '%s',
  (_name, walk) => {
    const expected = expectedReport(walk);
    let outcome: Outcome;
    let report: Record<string, unknown>;
    beforeAll(async () => {
      outcome = await walkOver(walk);
      expect(outcome.run).toMatchObject({ code: 0 });
      report = JSON.parse(outcome.run.stdout);
    });

    it.each(Object.entries(expected))('reports %s', (field, value) => {
      expect(report[field]).toEqual(value);
    });

    it('reports nothing else', () => {
      expect(Object.keys(report).sort()).toEqual(Object.keys(expected).sort());
    });

    it('has the one call cancelled on the server, and nothing else said there', () => {
      expect(outcome.serverStderr).toBe('peer: cancelled\n');
    });
  },
);
