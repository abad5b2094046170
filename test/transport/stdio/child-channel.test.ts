import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/protocol/index.js';
import {
  type ChildChannel,
  type ConnectionOptions,
  openChildProcess,
  type StdioServer,
  stdioServer,
} from '../../../src/transport/index.js';
import { FrameLog } from '../../support/frame-log.js';
import { fixturePath, oddServer } from '../../support/odd-server.js';
import { isRunning, untilGone } from '../../support/processes.js';
import { waitFor } from '../../support/wait-for.js';
import { frameChannelContract } from '../frame-channel-contract.js';

frameChannelContract(
  'a child process',
  async (limits) => {
    const target = stdioServer({ command: process.execPath, args: [fixturePath('stdio-echo.mjs')] });
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

interface Opened {
  readonly channel: ChildChannel;
  readonly log: FrameLog;
}

describe('openChildProcess', () => {
  const opened: ChildChannel[] = [];
  const pids: number[] = [];

  async function open(target: StdioServer, options: ConnectionOptions = {}): Promise<Opened> {
    const channel = await openChildProcess(target, options);
    opened.push(channel);
    pids.push(channel.pid);
    const log = new FrameLog();
    channel.start(log);
    return { channel, log };
  }

  /** The process id in the first frame. */
  async function grandchildOf({ log }: Opened): Promise<number> {
    await log.untilFrames(1);
    const { pid } = JSON.parse(log.frames[0] ?? '') as { pid: number };
    pids.push(pid);
    return pid;
  }

  afterEach(async () => {
    for (const channel of opened.splice(0)) await channel.close();
    for (const pid of pids.splice(0)) await untilGone(pid);
    expect(process.listeners('exit').filter(({ name }) => name === 'killAll')).toEqual([]);
    expect(process.listenerCount('SIGTERM') + process.listenerCount('SIGHUP')).toBe(0);
  });

  // requirement: stdio-shutdown-sequence, legacy-stdio-shutdown-sequence
  it.each([
    { mode: 'well', stderr: '' },
    { mode: 'ignores-eof', stderr: 'terminated' },
    { mode: 'ignores-eof-and-term', stderr: '' },
  ])('takes down a process that goes $mode', async ({ mode, stderr }) => {
    const { channel, log } = await open(oddServer(mode, [], { graceMs: 300 }));
    channel.send('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    await log.untilFrames(1);
    await channel.close();
    expect(isRunning(channel.pid)).toBe(false);
    expect(await channel.closed).toEqual({});
    expect(channel.diagnostics()).toBe(stderr);
  });

  it.each(['mild', 'stubborn'])('takes down a %s grandchild that outlives its parent', async (kind) => {
    const child = await open(oddServer('wrapper', [kind], { graceMs: 200 }));
    const grandchild = await grandchildOf(child);
    expect(isRunning(grandchild)).toBe(true);
    await child.channel.close();
    expect(isRunning(grandchild)).toBe(false);
    expect(isRunning(child.channel.pid)).toBe(false);
  });

  it('takes down what a process leaves behind that ends by itself', async () => {
    const child = await open(oddServer('leaves-child', [], { graceMs: 200 }));
    const grandchild = await grandchildOf(child);
    child.channel.send('go');
    const { fault } = await child.channel.closed;
    expect(fault).toMatchObject({ code: 'process_exited', details: { exitCode: 7, signal: null } });
    await untilGone(grandchild);
  });

  it('tells the exit code and the last words of a process that ends', async () => {
    const { channel } = await open(oddServer('exits-on-first-message'));
    channel.send('{}');
    const { fault } = await channel.closed;
    expect(fault).toMatchObject({
      code: 'process_exited',
      details: { exitCode: 3, signal: null, stderr: 'Error: expected initialize' },
    });
    expect(fault?.message).toContain('code 3');
    expect(fault?.message).toContain('Error: expected initialize');
    expect(fault?.message).not.toContain('odd-server.mjs');
  });

  it('tells the signal that ended a process', async () => {
    const { channel } = await open(oddServer('silent'));
    process.kill(channel.pid, 'SIGKILL');
    const { fault } = await channel.closed;
    expect(fault).toMatchObject({ code: 'process_exited', details: { exitCode: null, signal: 'SIGKILL' } });
  });

  it('delivers an answer that is still in the pipe when the process has ended', async () => {
    const { channel, log } = await open(oddServer('answers-and-exits'));
    channel.send('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    await channel.closed;
    expect(log.frames).toHaveLength(1);
  });

  it('ends when the process closes its output and lives on, and takes it down', async () => {
    const { channel } = await open(oddServer('closes-stdout', [], { graceMs: 100 }));
    channel.send('{}');
    const { fault } = await channel.closed;
    expect(fault).toMatchObject({ code: 'connection_lost' });
    expect(fault?.message).toContain('closed its output');
    await untilGone(channel.pid);
  });

  it('ends when the process does not read any more, and takes it down', async () => {
    const { channel, log } = await open(oddServer('closes-stdin', [], { graceMs: 100 }));
    await log.untilFrames(1);
    channel.send('{}');
    const { fault } = await channel.closed;
    expect(fault).toMatchObject({ code: 'connection_lost' });
    expect(fault?.message).toContain('EPIPE');
    await untilGone(channel.pid);
  });

  // requirement: stdio-stderr-is-no-error
  it('drains a flood on stderr and keeps its end', async () => {
    let text = '';
    const { channel, log } = await open(oddServer('stderr-flood'), {
      limits: { stderrTailBytes: 100 },
      onStderr: (piece) => {
        text += piece;
      },
    });
    channel.send('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    await log.untilFrames(1);
    await waitFor('all of it has come', () => text.endsWith('end of flood\n'));
    expect(text.length).toBeGreaterThan(1024 * 1024);
    expect(channel.diagnostics()).toMatch(/flood \nend of flood$/);
    expect(channel.diagnostics().length).toBeLessThanOrEqual(100);
  });

  it('goes on when the onStderr callback throws, and tells', async () => {
    const warnings: Fault[] = [];
    const { channel, log } = await open(oddServer('stderr-flood'), {
      onStderr: () => {
        throw new Error('oops');
      },
      onWarning: (warning) => void warnings.push(warning),
    });
    channel.send('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    await log.untilFrames(1);
    expect(warnings[0]).toMatchObject({ code: 'handler_failed' });
  });

  // requirement: auth-stdio-from-environment
  it('gives the process the safe variables, what `env` adds, its arguments and its folder', async () => {
    process.env['PLAINWIRE_TEST_SECRET'] = 'secret';
    const target = oddServer('environment', ['a b', '"quoted"'], { env: { KEY: 'x' }, cwd: '/' });
    const { log } = await open(target);
    await log.untilFrames(1);
    delete process.env['PLAINWIRE_TEST_SECRET'];
    const told = JSON.parse(log.frames[0] ?? '') as {
      env: Record<string, string>;
      cwd: string;
      args: string[];
    };
    expect(told.env).toMatchObject({ KEY: 'x', PATH: process.env['PATH'], HOME: process.env['HOME'] });
    expect(told.env).not.toHaveProperty('PLAINWIRE_TEST_SECRET');
    expect(told).toMatchObject({ cwd: '/', args: ['a b', '"quoted"'] });
  });

  it('gives the process everything when asked to', async () => {
    process.env['PLAINWIRE_TEST_SECRET'] = 'secret';
    const { log } = await open(oddServer('environment', [], { inheritEnv: true }));
    await log.untilFrames(1);
    delete process.env['PLAINWIRE_TEST_SECRET'];
    expect(JSON.parse(log.frames[0] ?? '')).toMatchObject({ env: { PLAINWIRE_TEST_SECRET: 'secret' } });
  });

  it.each([
    { target: { command: 'no-such-program-anywhere' }, code: 'ENOENT', hint: 'on the PATH' },
    { target: { command: 'npx -y some-server' }, code: 'ENOENT', hint: 'belong in `args`' },
    {
      target: { command: process.execPath, cwd: '/no/such/folder' },
      code: 'ENOENT',
      hint: 'folder "/no/such/folder"',
    },
    { target: { command: '/etc/passwd' }, code: 'EACCES', hint: 'not be executed' },
  ])('says why $target.command cannot be started: $hint', async ({ target, code, hint }) => {
    const opening = openChildProcess(stdioServer({ ...target, args: ['--token', 'secret'] }));
    const fault = (await opening.catch((error: unknown) => error)) as Fault;
    expect(fault).toMatchObject({ code: 'spawn_failed', details: { systemCode: code } });
    expect(fault.message).toContain(hint);
    expect(fault.message).not.toContain('secret');
  });

  it('starts nothing when it is aborted before', async () => {
    const opening = openChildProcess(oddServer('well'), { signal: AbortSignal.abort() });
    await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('leaves nothing behind when it is aborted on the way', async () => {
    const controller = new AbortController();
    const opening = openChildProcess(oddServer('ignores-eof-and-term'), { signal: controller.signal });
    controller.abort();
    await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
  });
});
