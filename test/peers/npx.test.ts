// Servers as people start them: through npx, which puts two processes between the client and the server.
import { expect, it } from 'vitest';
import { stdioServer } from '../../src/client/index.js';
import { OUR_COMMAND, PEERS, runPeer } from '../support/peers.js';
import { childProcesses, untilGone, withDescendants } from '../support/processes.js';
import { PeerSession, textOf } from './peer-session.js';

// The package is there already: nothing is to be fetched.
const NPX = ['npx', '--offline', '@modelcontextprotocol/server-everything'] as const;

it('leaves no process behind, not even behind npx', async () => {
  const [command, ...args] = NPX;
  const before = childProcesses();
  const session = await PeerSession.open(stdioServer({ command, args, cwd: PEERS }));
  expect(textOf(await session.client.callTool('echo', { message: 'hi' }))).toBe('Echo: hi');
  const started = withDescendants(childProcesses().filter((pid) => !before.includes(pid)));
  expect(started.length).toBeGreaterThan(1);
  await session.client.close();
  for (const pid of started) await untilGone(pid);
  expect(session.warnings).toEqual([]);
});

it('is what the command is used with', async () => {
  const run = await runPeer([OUR_COMMAND, 'call', 'echo', 'message=hi', '--', ...NPX], { cwd: PEERS });
  expect(run).toEqual({ code: 0, stdout: 'Echo: hi\n', stderr: '' });
});
