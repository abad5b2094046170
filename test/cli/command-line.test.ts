import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../src/cli/command-line.js';
import { UsageError } from '../../src/cli/exit-code.js';

const URL_TARGET = { kind: 'url', url: 'http://127.0.0.1:9/mcp' };

describe('parseCommandLine', () => {
  it.each([
    [
      'inspect -- node server.js --flag',
      'inspect',
      [],
      { kind: 'command', command: 'node', args: ['server.js', '--flag'] },
    ],
    [
      'call echo message=hi -- srv',
      'call',
      ['echo', 'message=hi'],
      { kind: 'command', command: 'srv', args: [] },
    ],
    ['inspect http://127.0.0.1:9/mcp', 'inspect', [], URL_TARGET],
    ['call http://127.0.0.1:9/mcp echo a=1', 'call', ['echo', 'a=1'], URL_TARGET],
    ['inspect WS://host/mcp', 'inspect', [], { kind: 'url', url: 'WS://host/mcp' }],
    ['read memo://a', 'read', ['memo://a'], undefined],
    ['call --json echo -- srv -v', 'call', ['echo'], { kind: 'command', command: 'srv', args: ['-v'] }],
    ['', '', [], undefined],
  ])('%s', (text, verb, words, target) => {
    const line = parseCommandLine(text === '' ? [] : text.split(' '));
    expect({ verb: line.verb, words: line.words, target: line.target }).toEqual({ verb, words, target });
  });

  it('reads every flag, wherever it stands before the dashes', () => {
    const argv = [
      '--json',
      'call',
      '-v',
      '--revision',
      '2025-06-18',
      '--header',
      'X-Key: a:b',
      '--env',
      'A=1=2',
      '--env',
      'B=',
    ];
    expect(parseCommandLine([...argv, '--timeout', '1.5s']).flags).toMatchObject({
      json: true,
      verbose: true,
      help: false,
      version: false,
      revision: '2025-06-18',
      headers: { 'X-Key': 'a:b' },
      env: { A: '1=2', B: '' },
      timeoutMs: 1500,
    });
  });

  it.each([
    ['30', 30_000],
    ['30s', 30_000],
    ['500ms', 500],
    ['2m', 120_000],
    ['1h', 3_600_000],
  ])('--timeout %s is %d ms', (text, expected) => {
    expect(parseCommandLine(['inspect', '--timeout', text]).flags.timeoutMs).toBe(expected);
  });

  it.each([
    [['inspect', '--nonsense'], /nonsense/],
    [['inspect', '--'], /Nothing follows/],
    [['inspect', '--revision', '1999-01-01'], /not a protocol revision.*2026-07-28/],
    [['inspect', '--header', 'novalue'], /--header takes name:value/],
    [['inspect', '--env', '=x'], /--env takes name=value/],
    [['inspect', '--timeout', 'soon'], /not a duration/],
    [['inspect', '--timeout', '0'], /not a duration/],
    [['inspect', '--timeout'], /timeout/],
  ])('%j is refused', (argv, message) => {
    expect(() => parseCommandLine(argv)).toThrow(UsageError);
    expect(() => parseCommandLine(argv)).toThrow(message);
  });

  it('does not let a header or variable name reach a prototype', () => {
    const { flags } = parseCommandLine(['inspect', '--env', '__proto__=x']);
    expect(Object.keys(flags.env)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});
