import { readdirSync, readFileSync } from 'node:fs';
import { waitFor } from './wait-for.js';

/** Whether a process runs. One that has ended and merely waits to be collected does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
}

/** Waits until a process is gone. */
export function untilGone(pid: number): Promise<void> {
  return waitFor(`process ${pid} is gone`, () => !isRunning(pid));
}

/** The processes that this one, or another, has started and that still run (Linux). */
export function childProcesses(of = process.pid): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((pid) => parentOf(pid) === of && !isZombie(pid));
}

/** These processes, and all that they started in their turn. */
export function withDescendants(pids: readonly number[]): number[] {
  return pids.flatMap((pid) => [pid, ...withDescendants(childProcesses(pid))]);
}

/** The fields of a process after its name, which may hold anything: state, parent… */
function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

function parentOf(pid: number): number {
  return Number(statFields(pid)[1]);
}

function isZombie(pid: number): boolean {
  return statFields(pid)[0] === 'Z';
}
