import { openSync } from 'node:fs';
import { ReadStream, WriteStream } from 'node:tty';
import { UsageError } from '../exit-code.js';

/** Where somebody sits who can be asked. */
export interface AskTerminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Whether the input of this process is left for the agent. */
  readonly isInputFree: boolean;
  close(): void;
}

/**
 * The terminal of this process, also where its input or its error output goes elsewhere.
 *
 * @throws UsageError when there is none.
 */
export function openTerminal(): AskTerminal {
  if (process.stdin.isTTY === true && process.stderr.isTTY === true) {
    return { input: process.stdin, output: process.stderr, isInputFree: false, close: () => {} };
  }
  try {
    const input = new ReadStream(openSync('/dev/tty', 'r'));
    const output = new WriteStream(openSync('/dev/tty', 'w'));
    // A terminal that goes away ends the input, too, and that denies.
    output.on('error', () => {});
    const close = (): void => {
      input.destroy();
      output.destroy();
    };
    return { input, output, isInputFree: process.stdin.isTTY !== true, close };
  } catch {
    throw new UsageError(
      'There is no terminal to ask in. Run it in one, or ask elsewhere with an ApprovalServer and a QueueAsker of your own.',
    );
  }
}
