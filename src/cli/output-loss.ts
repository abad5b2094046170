import { EXIT, type ExitCode } from './exit-code.js';
import type { Output } from './output.js';

/** Whether the command's own output got out. */
export interface OutputLoss {
  /** Set once standard output could not be written: what the command exits with then, whatever else it came to. */
  readonly exitCode: ExitCode | undefined;
}

/**
 * Listens for the end of what the command writes to. A reader that went away (`| head`) is a normal end, not a crash.
 * Anything else on standard output (a full disk, say) means that the answer is incomplete: that is said once, and is the
 * exit code. Both end the work that nobody gets to see. Standard error has nowhere to complain to.
 *
 * @param onLoss told whenever there is no point in going on. Errors may come after the command has come to its end.
 */
export function watchOutput(
  { stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>,
  output: Pick<Output, 'note'>,
  onLoss: () => void,
): OutputLoss {
  const loss: { exitCode: ExitCode | undefined } = { exitCode: undefined };
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!isReaderGone(error) && loss.exitCode === undefined) {
      loss.exitCode = EXIT.outputLost;
      const why = error.code ?? error.message;
      output.note(`plainwire: Standard output could not be written (${why}). What is there is incomplete.`);
    }
    onLoss();
  });
  stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (isReaderGone(error)) onLoss();
  });
  return loss;
}

function isReaderGone({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}
