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
    [['inspect', '--nonsense'], /^There is no flag --nonsense\.$/],
    [['inspect', '--timeot', '3'], /^There is no flag --timeot: did you mean --timeout\?$/],
    [['inspect', '-x'], /^There is no flag -x\.$/],
    [['inspect', 'http://127.0.0.1:9/mcp', '--', 'node', 'x'], /two servers/],
    [['call', 'http://127.0.0.1:9/mcp', 'echo', '--', 'node', 'x'], /two servers/],
    [['check', 'http://127.0.0.1:9/mcp', '--', 'node', 'x'], /two servers/],
    [['record', '-o', 'x', 'http://127.0.0.1:9/mcp', '--', 'node', 'x'], /two servers/],
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

  it.each([
    ['inspect', '--out=x', /^--out is a flag of check and record\.$/],
    ['read', '--stdio', /^--stdio is a flag of serve\.$/],
    ['inspect', '--http', /^--http is a flag of serve\.$/],
    ['call', '--name=x', /^--name is a flag of serve\.$/],
    ['inspect', '--baseline=x', /^--baseline is a flag of check\.$/],
    ['tools', '--listen=0', /^--listen is a flag of record and replay\.$/],
    ['record', '--as=client', /^--as is a flag of replay\.$/],
    ['serve', '--revision=2025-11-25', /^--revision is a flag of inspect, call, .* and check\.$/],
    ['check', '-v', /^--verbose is a flag of inspect, .* and approve\.$/],
    ['approve', '--json', /^--json is a flag of /],
  ])('%s does not take %s', (verb, flag, message) => {
    expect(() => parseCommandLine([verb, flag, '--', 'node'])).toThrow(message);
    expect(() => parseCommandLine([verb, flag, '--', 'node'])).toThrow(UsageError);
  });

  it('lets a resource be a URL, and a flag that asks for help stand beside any other', () => {
    expect(parseCommandLine(['read', 'http://host/page', '--', 'node']).words).toEqual(['http://host/page']);
    expect(parseCommandLine(['inspect', '--out=x', '--help']).flags.help).toBe(true);
  });

  it('does not let a header or variable name reach a prototype', () => {
    const { flags } = parseCommandLine(['inspect', '--env', '__proto__=x']);
    expect(Object.keys(flags.env)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});
