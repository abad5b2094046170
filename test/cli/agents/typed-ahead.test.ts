import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { flushTyped } from '../../../src/cli/agents/typed-ahead.js';

/** A terminal that gives out the beginning of a line in raw mode only, as real ones do. */
function lineTerminal(begun: string, isRaw = false) {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    isRaw,
    setRawMode: (mode: boolean) => {
      modes.push(mode);
      if (mode) input.write(begun);
    },
  });
  return { input, modes };
}

describe('what was typed ahead', () => {
  it.each([['y\n'], ['y'], ['y\ny\ny']])('%j is read when it is flushed', async (text) => {
    const input = new PassThrough();
    input.write(text);
    const heard: string[] = [];
    input.on('data', (chunk) => heard.push(String(chunk)));
    await flushTyped(input);
    expect(heard.join('')).toBe(text);
  });

  it('is read in raw mode, which is over afterwards', async () => {
    const { input, modes } = lineTerminal('y');
    const heard: string[] = [];
    input.on('data', (chunk) => heard.push(String(chunk)));
    await flushTyped(input);
    expect([heard, modes]).toEqual([['y'], [true, false]]);
  });

  it('leaves a terminal that is in raw mode already as it is', async () => {
    const { input, modes } = lineTerminal('y', true);
    await flushTyped(input);
    expect(modes).toEqual([]);
  });
});
