import { nodeBuiltin } from '../node-builtin.js';

/** The signals that are sent, or passed on, to a server. */
export type SignalName =
  | 'SIGBREAK'
  | 'SIGHUP'
  | 'SIGINT'
  | 'SIGKILL'
  | 'SIGQUIT'
  | 'SIGTERM'
  | 'SIGUSR1'
  | 'SIGUSR2';

/**
 * A started process together with all its descendants that stayed in its group. Wrappers (npx, uvx, `sh -c`) start
 * the real server as a child and often die before it, so a signal to the process alone, or waiting for the process
 * alone, would leave the server behind.
 */
export interface ProcessGroup {
  /** Sends a signal to every process of the group. Silent when there is none. */
  signal(signal: SignalName): void;
  /** Whether any process of the group is left. Costs a system call. */
  isAlive(): boolean;
}

/** The group led by `pid`, which was started detached. The id stays valid as long as any member lives. */
export function posixGroup(pid: number): ProcessGroup {
  let isOver = false;
  const send = (signal: SignalName | 0): boolean => {
    if (isOver) return false;
    try {
      process.kill(-pid, signal);
      return true;
    } catch {
      // ESRCH: nobody left. EPERM: nobody left that this process may signal.
      isOver = true;
      return false;
    }
  };
  return {
    signal: send,
    isAlive: () => {
      if (!send(0)) return false;
      // An orphan that has ended stays in the group until somebody collects it, and in a container that may be never.
      if (hasOnlyZombies(pid)) isOver = true;
      return !isOver;
    },
  };
}

/** The group or, on Windows, the tree of a process that `spawnServer` started. */
export function processGroup(pid: number, hasExited: () => boolean): ProcessGroup {
  return process.platform === 'win32' ? windowsTree(pid, hasExited) : posixGroup(pid);
}

/** The process tree below `pid`. Windows has no groups; taskkill walks the tree. */
export function windowsTree(pid: number, hasExited: () => boolean): ProcessGroup {
  return {
    signal: (signal) => {
      const force = signal === 'SIGKILL' ? ['/F'] : [];
      const killer = nodeBuiltin('node:child_process').spawn(
        'taskkill',
        ['/PID', String(pid), '/T', ...force],
        { stdio: 'ignore', windowsHide: true },
      );
      killer.on('error', () => {});
    },
    isAlive: () => !hasExited(),
  };
}

/** Linux only: whether every process of the group has ended and merely waits to be collected. */
function hasOnlyZombies(group: number): boolean {
  if (process.platform !== 'linux') return false;
  const fs = nodeBuiltin('node:fs');
  let members = 0;
  for (const entry of readFolder(fs, '/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = processStat(fs, entry);
    if (stat === undefined || stat.group !== group) continue;
    if (stat.state !== 'Z' && stat.state !== 'X') return false;
    members += 1;
  }
  return members > 0;
}

function readFolder(fs: typeof import('node:fs'), folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

/** State and process group from /proc/<pid>/stat; the program name before them may hold anything, even `)`. */
function processStat(
  fs: typeof import('node:fs'),
  pid: string,
): { state: string; group: number } | undefined {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state = '', , group = ''] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, group: Number(group) };
  } catch {
    return undefined;
  }
}
