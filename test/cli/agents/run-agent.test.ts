import { describe, expect, it } from 'vitest';
import { runAgent } from '../../../src/cli/agents/run-agent.js';

const never = new AbortController().signal;
const node = (program: string, interrupted = never) =>
  runAgent({ command: process.execPath, args: ['-e', program], env: {}, stdio: 'ignore', interrupted });

describe('running an agent', () => {
  it.each([
    ['process.exitCode = 0', 0],
    ['process.exitCode = 7', 7],
    ['process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)', 143],
  ])('%s gives its exit code', async (program, code) => {
    expect(await node(program)).toBe(code);
  });

  it('ends it when interrupted', async () => {
    const interruption = new AbortController();
    const running = node('setInterval(() => {}, 1000)', interruption.signal);
    interruption.abort();
    expect(await running).toBe(143);
  });

  it('says when there is no such program', async () => {
    const run = {
      command: '/no/such/agent',
      args: [],
      env: {},
      stdio: 'ignore',
      interrupted: never,
    } as const;
    await expect(runAgent(run)).rejects.toMatchObject({
      code: 'spawn_failed',
      message: expect.stringContaining('/no/such/agent'),
    });
  });
});
