import { expect, it, vi } from 'vitest';
import { safely, warnOnConsole } from '../../../src/adapters/mcp/warnings.js';
import { Fault } from '../../../src/protocol/index.js';

const warning = new Fault('left_out', 'something is missing');

it('a warning goes to stderr', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  warnOnConsole(warning);
  expect(error.mock.calls).toEqual([['plainwire: something is missing']]);
  error.mockRestore();
});

it('a warning with words of a server cannot move the cursor', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  warnOnConsole(new Fault('left_out', 'left out: \u001b[2J\nall is well'));
  expect(error.mock.calls).toEqual([['plainwire: left out: \\u{1b}[2J\\nall is well']]);
  error.mockRestore();
});

it('a handler of warnings that throws does no harm', () => {
  const told: Fault[] = [];
  safely((seen) => {
    told.push(seen);
    throw new Error('the handler');
  })(warning);
  expect(told).toEqual([warning]);
});
