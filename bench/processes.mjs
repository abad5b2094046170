// Processes that measure or are measured, and what they cost.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A program in drivers/ that does something when it is told to. */
export async function startDriver(name, args, { env = {}, execArgv = [] } = {}) {
  const path = fileURLToPath(new URL(`./drivers/${name}.mjs`, import.meta.url));
  const child = fork(path, args, { env: { ...process.env, ...env }, execArgv });
  const exited = once(child, 'exit');
  let hear;
  let failed;
  child.on('message', (message) => hear(message));
  exited.then(([code]) => failed(new Error(`The driver ${name} ${args.join(' ')} ended with code ${code}.`)));
  const answer = () =>
    new Promise((resolve, reject) => {
      hear = resolve;
      failed = reject;
    });
  const first = await answer();
  return {
    /** What it said when it was ready. */
    first,
    ask: (question) => {
      const answered = answer();
      child.send(question);
      return answered;
    },
    close: async () => {
      failed = () => {};
      child.disconnect();
      await exited;
    },
  };
}

/** CPU time of this process, in nanoseconds. */
export function ownCpuNs() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}

/** CPU time of all child processes of this one, in nanoseconds; NaN where the system does not tell (not Linux). */
export function childrenCpuNs() {
  try {
    return childrenOf(process.pid).reduce((total, pid) => total + cpuNs(pid), 0);
  } catch {
    return Number.NaN;
  }
}

function childrenOf(pid) {
  const lists = threadsOf(pid).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'));
  return lists
    .join(' ')
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** The first number of schedstat is time on a CPU, in nanoseconds. */
function cpuNs(pid) {
  const spent = threadsOf(pid).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return spent.reduce((total, ns) => total + ns, 0);
}

function threadsOf(pid) {
  return readdirSync(`/proc/${pid}/task`);
}
