// Our server against recorded clients: those on the official SDKs, and the official suite. Nothing of theirs is installed
// for it.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplayReport } from '../../src/conformance/index.js';
import { replayToHttp, replayToProcess } from '../../src/conformance/index.js';
import type { Trace } from '../../src/protocol/index.js';
import { stdioServer } from '../../src/transport/index.js';
import { HttpPeer, OUR_SERVER } from '../support/peers.js';
import { altered, differencesIn, oneOfEach, type Transcript, transcriptsOf } from '../support/transcripts.js';

const FIXTURE_SERVER = join(import.meta.dirname, '..', 'conformance', 'fixtures', 'server.mjs');
/** The machine may be busy. */
const OPTIONS = { timeoutMs: 20_000 };

let fixture: HttpPeer;
beforeAll(async () => {
  fixture = await HttpPeer.start([FIXTURE_SERVER]);
});
afterAll(() => fixture[Symbol.asyncDispose]());

async function replay(trace: Trace, { program, facts }: Transcript): Promise<ReplayReport> {
  // The suite has one server for all of its scenarios, too.
  if (program === 'conformance-server') return replayToHttp(trace, { url: fixture.url }, OPTIONS);
  if (facts['transport'] === 'stdio') {
    const target = stdioServer({ command: process.execPath, args: [OUR_SERVER, 'stdio'] });
    return replayToProcess(trace, target, OPTIONS);
  }
  await using server = await HttpPeer.start([OUR_SERVER, 'http']);
  return await replayToHttp(trace, { url: server.url }, OPTIONS);
}

const transcripts = transcriptsOf('server');

describe('our server does what it did when it was recorded', () => {
  it.each(transcripts.map((transcript) => [transcript.name, transcript] as const))(
    '%s',
    async (_name, transcript) => {
      const report = await replay(transcript.trace, transcript);
      expect(differencesIn(report)).toEqual([]);
      expect(report.isSame).toBe(true);
    },
  );

  it.each(oneOfEach(transcripts).map((transcript) => [transcript.name, transcript] as const))(
    'and one frame that is expected to be another one is found: %s',
    async (_name, transcript) => {
      const report = await replay(altered(transcript.trace, 'server'), transcript);
      expect(report.isSame).toBe(false);
      expect(report.differences).toMatchObject([
        { kind: 'different', at: expect.stringMatching(/\/altered$/), expected: 'true', actual: undefined },
      ]);
    },
  );
});
