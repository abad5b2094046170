import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { killOnOwnExit } from '../../../src/transport/stdio/owner-exit.js';
import { type BundledProgram, bundleProgram } from '../../support/bundle-program.js';
import { ChildProgram } from '../../support/child-program.js';
import { fixturePath } from '../../support/odd-server.js';
import { isRunning, untilGone } from '../../support/processes.js';

describe('a server process does not outlive its owner', () => {
  let program: BundledProgram;
  let owner: ChildProgram | undefined;

  beforeAll(async () => {
    program = await bundleProgram(fixturePath('owner.ts'));
  });

  afterAll(async () => {
    await program[Symbol.asyncDispose]();
  });

  afterEach(async () => {
    await owner?.kill();
  });

  /** Starts an owner, and gives the process id of what it owns. */
  async function start(way: string, mode: string): Promise<number> {
    owner = new ChildProgram([program.path, way, fixturePath('odd-server.mjs'), mode]);
    await owner.untilLines(way.endsWith('listens') ? 2 : 1);
    return Number(owner.lines[0]);
  }

  it.each([
    { way: 'exits', signal: undefined, end: { code: 5, signal: null } },
    { way: 'throws', signal: undefined, end: { code: 1, signal: null } },
    { way: 'is signalled', signal: 'SIGTERM' as const, end: { code: null, signal: 'SIGTERM' } },
    { way: 'is signalled', signal: 'SIGINT' as const, end: { code: null, signal: 'SIGINT' } },
    { way: 'is signalled', signal: 'SIGHUP' as const, end: { code: null, signal: 'SIGHUP' } },
    { way: 'is signalled and listens', signal: 'SIGTERM' as const, end: { code: 6, signal: null } },
  ])('that $way ($signal)', async ({ way, signal, end }) => {
    const pid = await start(way, 'ignores-eof-and-term');
    if (signal !== undefined) {
      expect(isRunning(pid)).toBe(true);
      process.kill(owner?.pid ?? 0, signal);
    }
    expect(await owner?.ended).toEqual(end);
    await untilGone(pid);
  });

  it('that is killed, when the server ends on the end of its input', async () => {
    const pid = await start('is signalled', 'well');
    await owner?.kill();
    await untilGone(pid);
  });
});

describe('killOnOwnExit', () => {
  it('listens once however many there are, and not at all when there are none', () => {
    const before = process.listenerCount('exit');
    const forget = [killOnOwnExit(() => {}), killOnOwnExit(() => {}), killOnOwnExit(() => {})];
    expect(process.listenerCount('exit')).toBe(before + 1);
    forget[0]?.();
    forget[0]?.();
    forget[1]?.();
    expect(process.listenerCount('exit')).toBe(before + 1);
    forget[2]?.();
    expect(process.listenerCount('exit')).toBe(before);
  });
});
