import { fileURLToPath } from 'node:url';
import { openChildProcess, stdioServer } from '../../../src/transport/index.js';
import { waitFor } from '../../support/wait-for.js';
import { frameChannelContract } from '../frame-channel-contract.js';

const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

frameChannelContract(
  'a child process',
  async (limits) => {
    const target = stdioServer({ command: process.execPath, args: [fixture('stdio-echo.mjs')] });
    const channel = await openChildProcess(target, { limits });
    return {
      channel,
      stopReading: async () => void channel.send('order:stop-reading'),
      readAgain: () => process.kill(channel.pid, 'SIGUSR2'),
      say: (bytes) => void channel.send(`order:say ${bytes}`),
      end: () => void channel.send('order:end'),
      received: async () => {
        await waitFor('the process has told', () => channel.diagnostics().includes('received'));
        return Number(/received (\d+)/.exec(channel.diagnostics())?.[1]);
      },
      dispose: async () => {},
    };
  },
  { overlong: 'dropped' },
);
