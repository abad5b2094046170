import { describe, expect, it } from 'vitest';
import { isToolArgumentError, ToolArgumentError } from '../../../src/server/index.js';

describe('an argument error', () => {
  it.each([
    [
      { unexpected: ['verbose'] },
      ['name', 'strict'],
      "tool 't' call rejected: unexpected argument(s) ['verbose']. Accepted arguments: ['name', 'strict']",
    ],
    [
      { missing: ['name'] },
      ['name'],
      "tool 't' call rejected: missing required argument(s) ['name']. Accepted arguments: ['name']",
    ],
    [
      { unexpected: ['a', 'b'], missing: ['c'] },
      ['c'],
      "tool 't' call rejected: unexpected argument(s) ['a', 'b']; missing required argument(s) ['c']. Accepted arguments: ['c']",
    ],
    [
      { invalid: ['n'], reason: '"n" must be a number' },
      ['n'],
      "tool 't' call rejected: invalid argument(s) ['n']: \"n\" must be a number. Accepted arguments: ['n']",
    ],
    [
      { reason: 'no two of them go together' },
      ['a', 'b'],
      "tool 't' call rejected: invalid arguments: no two of them go together. Accepted arguments: ['a', 'b']",
    ],
    [
      { unexpected: ['x'] },
      [],
      "tool 't' call rejected: unexpected argument(s) ['x']. Accepted arguments: []",
    ],
    [
      { unexpected: ["it's", 'a"b', 'new\nline'] },
      [],
      "tool 't' call rejected: unexpected argument(s) ['it\\'s', 'a\"b', 'new\\nline']. Accepted arguments: []",
    ],
  ])('%j says so', (problems, accepted, message) => {
    expect(new ToolArgumentError('t', problems, accepted).message).toBe(message);
  });

  it('carries what the sentence says', () => {
    const error = new ToolArgumentError('t', { unexpected: ['a'], missing: ['b'], invalid: ['b'] }, ['b']);
    expect(error).toMatchObject({ tool: 't', offending: ['a', 'b'], accepted: ['b'] });
  });

  it('stays short, whatever was sent', () => {
    const unexpected = Array.from({ length: 5_000 }, (_, index) => `${index}`.padEnd(1_000, 'x'));
    const { message } = new ToolArgumentError('t', { unexpected, reason: 'y'.repeat(100_000) }, []);
    expect(message.length).toBeLessThan(6_000);
    expect(message).toContain('and 4980 more');
  });

  it('is told apart by its name, because there may be two copies of the class', () => {
    class Other extends Error {
      override name = 'ToolArgumentError';
    }
    expect(isToolArgumentError(new ToolArgumentError('t', {}, []))).toBe(true);
    expect(isToolArgumentError(new Other())).toBe(true);
    expect(isToolArgumentError(new TypeError())).toBe(false);
    expect(isToolArgumentError({ name: 'ToolArgumentError' })).toBe(false);
  });
});
