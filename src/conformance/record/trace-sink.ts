import { Fault } from '../../protocol/index.js';
import { nodeBuiltin } from '../../transport/index.js';

/** Where a recording is written to, line by line. */
export interface TraceSink {
  /** Takes one line, without its LF. Must not throw: what is recorded goes on whatever becomes of the recording. */
  write(line: string): void;
  /** Idempotent. */
  close(): void;
}

/**
 * A file as a sink. It is written at once, without a queue: a line costs some microseconds, and nothing is lost when the
 * recorder is killed. Only its owner can read it. The first error is told to `onWarning`; then the file gets nothing more.
 *
 * @throws Fault `trace_unwritable`, `platform_missing`
 */
export function traceFile(path: string, onWarning: (warning: Fault) => void = () => {}): TraceSink {
  const fs = nodeBuiltin('node:fs');
  let fd: number | undefined = attempt(path, () => fs.openSync(path, 'w', 0o600));
  const close = (): void => {
    const open = fd;
    fd = undefined;
    if (open !== undefined) fs.closeSync(open);
  };
  return {
    write: (line) => {
      if (fd === undefined) return;
      try {
        fs.writeSync(fd, `${line}\n`);
      } catch (cause) {
        close();
        onWarning(unwritable(path, cause, 'The conversation goes on unrecorded.'));
      }
    },
    close,
  };
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    throw unwritable(path, cause, 'Choose another path.');
  }
}

function unwritable(path: string, cause: unknown, next: string): Fault {
  const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
  const text = `The trace ${JSON.stringify(path)} could not be written (${code}). ${next}`;
  return new Fault('trace_unwritable', text, { cause, details: { path, systemCode: code } });
}
