import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchProcessGroup } from '../../../src/conformance/record/process-watchdog.js';
import { type BundledProgram, bundleProgram } from '../../support/bundle-program.js';
import { ChildProgram } from '../../support/child-program.js';
import { childProcesses, isRunning, untilGone } from '../../support/processes.js';
import { waitFor } from '../../support/wait-for.js';

const OWNER = new URL('../../fixtures/watchdog-owner.ts', import.meta.url).pathname;

let program: BundledProgram;
beforeAll(async () => {
  program = await bundleProgram(OWNER);
});
afterAll(() => program[Symbol.asyncDispose]());

describe.skipIf(process.platform === 'win32')('watchProcessGroup', () => {
  it('ends the group when its owner is killed', async () => {
    const owner = new ChildProgram([program.path]);
    await owner.untilLines(1);
    const pid = Number(owner.lines[0]);
    expect(isRunning(pid)).toBe(true);
    await owner.kill();
    await untilGone(pid);
  });

  it('leaves the group alone, and goes itself, when it is released', async () => {
    const before = childProcesses();
    const group = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
    const ended = once(group, 'exit');
    const release = watchProcessGroup(group.pid ?? 0);
    release();
    await waitFor('the watchdog is gone', () => childProcesses().length === before.length + 1);
    expect(isRunning(group.pid ?? 0)).toBe(true);
    group.kill('SIGKILL');
    await ended;
  });
});
