// Servers as processes of their own, for clients over HTTP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a program that prints its URL on the first line of stdout, and ends when its stdin does. */
export async function startHttpServer(path, args = []) {
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdout.setEncoding('utf8');
  const [line] = await once(child.stdout, 'data');
  const close = async () => {
    const exited = once(child, 'exit');
    child.stdin.end();
    await exited;
  };
  return { url: line.trim(), close };
}
