// What our client does when a server on an official SDK is not what it was: a new process, or a lost session.
import { afterAll, describe, expect, it } from 'vitest';
import { PeerPool } from '../support/peers.js';
import { childProcesses } from '../support/processes.js';
import { waitFor } from '../support/wait-for.js';
import { PeerSession, textOf } from './peer-session.js';
import { settingsOf } from './settings.js';

const pool = new PeerPool();
afterAll(() => pool[Symbol.asyncDispose]());

const SETTINGS = [...settingsOf('sdk1'), ...settingsOf('sdk2')];
const OVER_STDIO = SETTINGS.filter(({ carrier, pinned }) => carrier === 'stdio' && pinned === undefined);
const WITH_SESSIONS = SETTINGS.filter(
  ({ carrier, isModern, keepsSession }) => carrier.startsWith('http') && !isModern && keepsSession,
).filter(({ carrier }) => carrier !== 'http-to-sse');

const echo = async (session: PeerSession, message: string) =>
  textOf(await session.client.callTool('echo', { message }));

describe.each(OVER_STDIO)('$name: a server that crashes', (setting) => {
  it('fails the calls under way, and is started again for the next', async () => {
    const before = childProcesses();
    await using session = await PeerSession.ofSetting(setting, pool);
    await using subscription = session.client.subscribe({ resources: ['memo://hello'] });
    await subscription.ready;
    const [pid] = childProcesses().filter((child) => !before.includes(child));
    const hanging = session.client.callTool(
      'hang',
      {},
      { onProgress: () => process.kill(pid ?? 0, 'SIGKILL') },
    );
    await expect(hanging).rejects.toMatchObject({ code: 'process_exited' });
    expect(await echo(session, 'again')).toBe('again');
    expect(await subscription.next()).toEqual({ done: false, value: { kind: 'gap' } });
    const next = subscription.next();
    await session.client.callTool('touch');
    expect(await next).toEqual({ done: false, value: { kind: 'resource', uri: 'memo://hello' } });
  });
});

describe.each(WITH_SESSIONS)('$name: a server that forgets its sessions', (setting) => {
  it('is given a new one, once for all calls that need it', async () => {
    await using session = await PeerSession.ofSetting(setting, pool);
    expect(await echo(session, 'before')).toBe('before');
    const forgotten = session.peerSaid('peer: forgot its sessions');
    process.kill(session.peer.pid, 'SIGUSR2');
    await waitFor(
      'the sessions are forgotten',
      () => session.peerSaid('peer: forgot its sessions') === forgotten + 1,
    );
    const messages = Array.from({ length: 8 }, (_, index) => String(index));
    expect(await Promise.all(messages.map((message) => echo(session, message)))).toEqual(messages);
    expect(session.requests('initialize')).toBe(2);
    expect(session.client.revision).toBe(setting.revision);
  });
});
