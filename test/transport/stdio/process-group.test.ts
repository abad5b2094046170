import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { posixGroup } from '../../../src/transport/stdio/process-group.js';
import { untilGone } from '../../support/processes.js';
import { waitFor } from '../../support/wait-for.js';

describe('posixGroup', () => {
  const leftovers: number[] = [];

  afterEach(async () => {
    for (const pid of leftovers.splice(0)) {
      posixGroup(pid).signal('SIGKILL');
      await untilGone(pid);
    }
  });

  /** Starts a shell as the leader of a group of its own, and gives its process id and its first line. */
  async function start(script: string): Promise<{ pid: number; line: string }> {
    const child = spawn('sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    const pid = child.pid ?? 0;
    leftovers.push(pid);
    const [data] = (await once(child.stdout, 'data')) as [Buffer];
    return { pid, line: data.toString().trim() };
  }

  it('is alive as long as any member is, and signals all of them', async () => {
    const { pid, line } = await start('sleep 1000 & echo $!; exec sleep 1000');
    const group = posixGroup(pid);
    expect(group.isAlive()).toBe(true);
    process.kill(pid, 'SIGKILL');
    await untilGone(pid);
    expect(group.isAlive()).toBe(true);
    group.signal('SIGTERM');
    await untilGone(Number(line));
    await waitFor('the group is gone', () => !group.isAlive());
  });

  it('stays gone once it was seen to be gone, because the id may be given to others', async () => {
    const { pid } = await start('echo up; exec sleep 1000');
    const group = posixGroup(pid);
    group.signal('SIGKILL');
    await waitFor('the group is gone', () => !group.isAlive());
    const { kill } = process;
    let calls = 0;
    process.kill = () => {
      calls += 1;
      return true;
    };
    try {
      expect(group.isAlive()).toBe(false);
      group.signal('SIGKILL');
    } finally {
      process.kill = kill;
    }
    expect(calls).toBe(0);
  });

  it('counts a group of nothing but uncollected processes as gone', async () => {
    // The inner process leads a group; its parent becomes a program that never collects it.
    const { pid, line } = await start('setsid sleep 1000 & echo $!; exec sleep 1000');
    const inner = Number(line);
    await waitFor('the inner process leads its group', () => {
      try {
        return process.kill(-inner, 0);
      } catch {
        return false;
      }
    });
    const group = posixGroup(inner);
    expect(group.isAlive()).toBe(true);
    group.signal('SIGKILL');
    await untilGone(inner);
    // The system call still finds it.
    expect(process.kill(-inner, 0)).toBe(true);
    expect(group.isAlive()).toBe(false);
    posixGroup(pid).signal('SIGKILL');
  });
});
