import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PeerPool } from '../../support/peers.js';
import { childProcesses } from '../../support/processes.js';
import { waitFor } from '../../support/wait-for.js';
import { PeerSession } from '../peer-session.js';
import type { Setting } from '../settings.js';
import { callsContract } from './calls.js';
import { changesContract } from './changes.js';
import { offersContract } from './offers.js';
import { questionsContract } from './questions.js';

/** Everything that our client does with a server on an SDK, on one connection, in any order. */
export function clientContract(setting: Setting, pool: PeerPool): void {
  let opened: PeerSession | undefined;
  const session = (): PeerSession => {
    if (opened === undefined) throw new Error('There is no session.');
    return opened;
  };
  beforeAll(async () => {
    opened = await PeerSession.ofSetting(setting, pool);
  });
  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]();
  });

  offersContract(setting, session);
  callsContract(setting, session);
  questionsContract(setting, session);
  changesContract(setting, session);

  it('leaves nothing behind', async () => {
    const before = childProcesses();
    const sessionsEnded = session().peerSaid('peer: session ended');
    const another = await session().another();
    const outcome = expect(another.client.callTool('hang')).rejects.toMatchObject({ code: 'closed' });
    await another.client.close();
    await outcome;
    expect(childProcesses()).toEqual(before);
    expect(another.warnings).toEqual([]);
    if (setting.carrier === 'stdio' || setting.isModern || !setting.keepsSession) return;
    await waitFor(
      'the peer has ended the session',
      () => session().peerSaid('peer: session ended') === sessionsEnded + 1,
    );
  });
}
