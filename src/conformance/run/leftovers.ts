import { nodeBuiltin } from '../../transport/index.js';
import { MARKER_VARIABLE } from './opener.js';

/** A process that outlived the run. */
export interface Leftover {
  readonly pid: number;
  /** Its program, without arguments. */
  readonly name: string;
}

/**
 * Ends the processes that a server started outside its process group, found by a variable that they inherited. Only
 * where the system shows the environment of a process (Linux); elsewhere nothing is found.
 */
export function endLeftovers(marker: string): readonly Leftover[] {
  if (process.platform !== 'linux') return [];
  const fs = nodeBuiltin('node:fs');
  const found: Leftover[] = [];
  for (const entry of fs.readdirSync('/proc')) {
    const pid = Number(entry);
    if (!/^\d+$/.test(entry) || pid === process.pid || !carries(fs, pid, marker)) continue;
    found.push({ pid, name: nameOf(fs, pid) });
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  return found;
}

function carries(fs: typeof import('node:fs'), pid: number, marker: string): boolean {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${MARKER_VARIABLE}=${marker}`);
  } catch {
    return false;
  }
}

function nameOf(fs: typeof import('node:fs'), pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return 'a process';
  }
}
