import { readFileSync } from 'node:fs';
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

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}
