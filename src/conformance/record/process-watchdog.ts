import { nodeBuiltin } from '../../transport/index.js';

/** Ends with the pipe that is its input; unless it reads a line first, it ends the process group as well. */
const SCRIPT = 'read -r line || kill -s KILL -- "-$0"';

/**
 * Sees to it that a process group does not outlive this process even when this one is killed and can do nothing any more: a
 * shell waits for the end of a pipe that only this process holds. Call the returned function when the group has gone.
 * Nothing happens where there is no shell.
 */
export function watchProcessGroup(leader: number): () => void {
  if (process.platform === 'win32') return () => {};
  const shell = nodeBuiltin('node:child_process').spawn('/bin/sh', ['-c', SCRIPT, String(leader)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A signal to the group of this process must not reach it.
    detached: true,
  });
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  (shell.stdin as { unref?: () => void }).unref?.();
  return () => void shell.stdin.end('\n');
}
