// The client half of the floor for stdio.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PARAMS } from './members.mjs';

const SERVER = fileURLToPath(new URL('./stdio-server.mjs', import.meta.url));

export function openFloorStdio(era) {
  const paramsOf = PARAMS[era];
  const child = spawn(process.execPath, [SERVER, era], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  let nextId = 0;
  let pending = '';
  let out = '';
  const flush = () => {
    const text = out;
    out = '';
    child.stdin.write(text);
  };
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk) => {
    pending += chunk;
    if (!chunk.includes('\n')) return;
    const lines = pending.split('\n');
    pending = lines.pop();
    for (const line of lines) {
      const { id, result } = JSON.parse(line);
      waiting.get(id)(result);
      waiting.delete(id);
    }
  });
  const request = (method, params) =>
    new Promise((resolve) => {
      const id = nextId++;
      waiting.set(id, resolve);
      if (out === '') queueMicrotask(flush);
      out += `${JSON.stringify({ jsonrpc: '2.0', id, method, params: paramsOf(id, params) })}\n`;
    });
  return {
    request,
    close: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.stdin.end();
      }),
  };
}
