import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';

/** What the figures were measured on, and when. */
export function describeMachine() {
  const [{ model } = { model: 'unknown' }, ...others] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: `${1 + others.length} × ${model.trim()}`,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    commit: commit(),
    load: loadavg()[0] ?? 0,
  };
}

function commit() {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      encoding: 'utf8',
      cwd: new URL('.', import.meta.url),
    }).trim();
  } catch {
    return 'unknown';
  }
}
