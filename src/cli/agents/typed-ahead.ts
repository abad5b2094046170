import type { ReadStream } from 'node:tty';

/**
 * Reads away what was typed so far, for a question that nobody can have answered yet. Whoever listens to the input gets it,
 * and has to drop it. What a terminal holds of a line without its end is only given out in raw mode.
 */
export async function flushTyped(input: NodeJS.ReadableStream): Promise<void> {
  const { isTTY, isRaw } = input as Partial<ReadStream>;
  const terminal = isTTY === true && isRaw !== true ? (input as ReadStream) : undefined;
  terminal?.setRawMode(true);
  try {
    // Reading begins in the first turn of the event loop; what is there by then has come at the end of the second.
    await nextTurn();
    await nextTurn();
  } finally {
    terminal?.setRawMode(false);
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
