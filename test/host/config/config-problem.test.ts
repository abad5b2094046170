import { describe, expect, it } from 'vitest';
import { keyText } from '../../../src/host/config/config-problem.js';
import { configProblemText } from '../../../src/host/index.js';

describe('keyText', () => {
  it.each([
    [[], undefined],
    [['command'], 'command'],
    [['args', 2], 'args[2]'],
    [['timeout', 'startup'], 'timeout.startup'],
    [['headers', 'X-Key'], 'headers.X-Key'],
    [['env', 'A B'], 'env["A B"]'],
    [['env', '\u202e'], 'env["\\u{202e}"]'],
  ])('%j is %s', (path, expected) => {
    expect(keyText(path)).toBe(expected);
  });
});

describe('configProblemText', () => {
  const problem = { severity: 'error', message: 'is wrong' } as const;
  it.each([
    [{ path: undefined, line: undefined, server: undefined, key: undefined }, 'is wrong'],
    [{ path: '/a.json', line: 3, server: 's', key: 'args[1]' }, '/a.json:3: server "s": args[1]: is wrong'],
    [{ path: '/a.json', line: undefined, server: undefined, key: undefined }, '/a.json: is wrong'],
    [
      { path: undefined, line: undefined, server: 'x\u001b[2J', key: undefined },
      'server "x\\u001b[2J": is wrong',
    ],
  ])('%j is one line', (place, expected) => {
    expect(configProblemText({ ...problem, ...place })).toBe(expected);
  });
});
