// Our client against recorded servers: those on the official SDKs, and those of the official suite. Nothing of theirs is
// installed for it.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { McpClientOptions } from '../../src/client/index.js';
import { customServer, McpClient, sseServer, streamableHttpServer } from '../../src/client/index.js';
import type { ReplayReport } from '../../src/conformance/index.js';
import { replayOnChannel, serveReplay } from '../../src/conformance/index.js';
import type { Revision, Trace } from '../../src/protocol/index.js';
import type { ServerTarget } from '../../src/transport/index.js';
import { connectChannel, memoryPair } from '../../src/transport/index.js';
import { ChildProgram } from '../support/child-program.js';
import { altered, differencesIn, oneOfEach, type Transcript, transcriptsOf } from '../support/transcripts.js';
import { nothingHeard, walk, walkOptions } from './client-walk.mjs';

const FIXTURE_CLIENT = join(import.meta.dirname, '..', 'conformance', 'fixtures', 'client.mjs');
/** The machine may be busy. */
const OPTIONS = { timeoutMs: 20_000 };

type WalkFacts = Parameters<typeof walk>[1];

interface Replayed {
  readonly report: ReplayReport;
  /** What the client made of it. */
  readonly outcome: unknown;
}

async function walkTo(target: ServerTarget, facts: Transcript['facts']): Promise<unknown> {
  const heard = nothingHeard();
  const pinned = facts['pinned'] as Revision | undefined;
  const pin = pinned === undefined ? {} : { revision: pinned };
  await using client = await McpClient.connect(target, {
    ...(walkOptions(heard) as McpClientOptions),
    ...pin,
  });
  return JSON.parse(JSON.stringify(await walk(client, facts as unknown as WalkFacts, heard)));
}

async function walkOnChannel(trace: Trace, facts: Transcript['facts']): Promise<Replayed> {
  const [near, far] = memoryPair();
  const replaying = replayOnChannel(trace, far, OPTIONS);
  const target = customServer({ name: 'replay', open: async (options) => connectChannel(near, options) });
  const outcome = await walkTo(target, facts);
  return { report: await replaying, outcome };
}

async function walkOverHttp(trace: Trace, facts: Transcript['facts']): Promise<Replayed> {
  const served = await serveReplay(trace, OPTIONS);
  const target = facts['carrier'] === 'sse' ? sseServer : streamableHttpServer;
  const outcome = await walkTo(target({ url: served.url }), facts);
  return { report: await served.close(), outcome };
}

/** The fixture of the official suite is a program of its own. */
async function runFixture(trace: Trace, facts: Transcript['facts']): Promise<Replayed> {
  const served = await serveReplay(trace, OPTIONS);
  const env = {
    ...process.env,
    MCP_CONFORMANCE_SCENARIO: String(facts['scenario']),
    ...(facts['context'] === undefined ? {} : { MCP_CONFORMANCE_CONTEXT: JSON.stringify(facts['context']) }),
  };
  const program = new ChildProgram([FIXTURE_CLIENT, served.url], { env });
  const { code } = await program.ended;
  return { report: await served.close(), outcome: { code } };
}

function replay(trace: Trace, { program, facts }: Transcript): Promise<Replayed> {
  if (program === 'conformance-client') return runFixture(trace, facts);
  return facts['carrier'] === 'stdio' ? walkOnChannel(trace, facts) : walkOverHttp(trace, facts);
}

const transcripts = transcriptsOf('client');

describe('our client does what it did when it was recorded', () => {
  it.each(transcripts.map((transcript) => [transcript.name, transcript] as const))(
    '%s',
    async (_name, transcript) => {
      const { report, outcome } = await replay(transcript.trace, transcript);
      expect(differencesIn(report)).toEqual([]);
      expect(report.isSame).toBe(true);
      expect(outcome).toEqual(transcript.facts['outcome'] ?? { code: 0 });
    },
  );

  it.each(oneOfEach(transcripts).map((transcript) => [transcript.name, transcript] as const))(
    'and one frame that is expected to be another one is found: %s',
    async (_name, transcript) => {
      const { report } = await replay(altered(transcript.trace, 'client'), transcript);
      expect(report.isSame).toBe(false);
      expect(report.differences).toMatchObject([
        { kind: 'different', at: expect.stringMatching(/\/altered$/), expected: 'true', actual: undefined },
      ]);
    },
  );
});
