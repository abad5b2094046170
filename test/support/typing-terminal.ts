import { PassThrough } from 'node:stream';
import type { AskTerminal } from '../../src/cli/agents/ask-terminal.js';

/** A terminal with somebody who types one line after each prompt, and goes away when there are no more. */
export function typingTerminal(...lines: string[]): {
  open: () => AskTerminal;
  shown: () => string;
  closed: () => number;
} {
  const left = [...lines];
  let text = '';
  let closed = 0;
  const open = (): AskTerminal => {
    const input = new PassThrough();
    const output = new PassThrough();
    output.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (!part.endsWith('] ')) return;
      const line = left.shift();
      if (line === undefined) input.end();
      else input.write(`${line}\n`);
    });
    const close = (): void => {
      closed += 1;
    };
    return { input, output, isInputFree: true, close };
  };
  return { open, shown: () => text, closed: () => closed };
}
