/** The real `process.stdout`, while everybody else's writes to it go to stderr. */
export interface GuardedStdout {
  /** Writes to the real stdout. */
  write(chunk: string | Uint8Array, done: (error?: Error | null) => void): boolean;
  /** Gives `process.stdout` back as it was. */
  restore(): void;
}

/**
 * Takes stdout for the protocol. `console.log`, `console.info`, `console.debug` and `process.stdout.write` go to stderr
 * from now on, because one stray line on stdout is a broken frame for the client.
 *
 * What cannot be guarded: a child process that inherits stdout, and writes to file descriptor 1 itself.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio (nothing else on stdout)
 */
export function guardStdout(): GuardedStdout {
  const { stdout, stderr } = process;
  // The console writes through `process.stdout.write` at the time of the call, so this one member is enough.
  const own = Object.getOwnPropertyDescriptor(stdout, 'write');
  const real = stdout.write.bind(stdout) as (
    chunk: string | Uint8Array,
    done: (error?: Error | null) => void,
  ) => boolean;
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  return {
    write: real,
    restore: () => {
      if (own !== undefined) Object.defineProperty(stdout, 'write', own);
      else delete (stdout as { write?: unknown }).write;
    },
  };
}
