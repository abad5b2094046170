import { describe, expect, it } from 'vitest';
import { claudeArgs } from '../../../src/adapters/index.js';
import { approvalsDescription, httpDescription, stdioDescription } from '../../support/descriptions.js';

const engine = httpDescription();
const gate = approvalsDescription();

describe('arguments for claude', () => {
  it('for a registry and approvals', () => {
    expect(claudeArgs([engine, gate], { configPath: '/tmp/both.json' })).toEqual([
      '--mcp-config',
      '/tmp/both.json',
      '--setting-sources',
      '',
      '--allowed-tools',
      'mcp__engine__check',
      '--permission-prompt-tool',
      'mcp__gate__approve',
      '--strict-mcp-config',
    ]);
  });

  it('name each server’s own file when there is none for all', () => {
    const args = claudeArgs([engine, gate]);
    expect(args.slice(0, 4)).toEqual([
      '--mcp-config',
      '/tmp/engine/mcp.json',
      '/tmp/gate/mcp.json',
      '--setting-sources',
    ]);
  });

  it('for approvals alone allow nothing', () => {
    expect(claudeArgs([gate])).not.toContain('--allowed-tools');
  });

  it('for a registry alone name no permission tool', () => {
    expect(claudeArgs([engine])).not.toContain('--permission-prompt-tool');
  });

  it.each([
    [undefined, undefined],
    [true, undefined],
    [false, ''],
    [['Read', 'Grep'], 'Read,Grep'],
    [[], ''],
  ])('with builtinTools %j name the tools %j', (builtinTools, expected) => {
    const args = claudeArgs([engine], builtinTools === undefined ? {} : { builtinTools });
    const at = args.indexOf('--tools');
    expect(at === -1 ? undefined : args[at + 1]).toBe(expected);
  });

  it('hold no secret, and take no login away', () => {
    const text = claudeArgs([engine, stdioDescription(), gate], { builtinTools: false }).join(' ');
    expect(text).not.toMatch(/secret/);
    expect(text).not.toMatch(/--bare|--safe-mode/);
  });

  it.each([
    [[engine], {}],
    [[gate], {}],
    [[engine, stdioDescription(), gate], { builtinTools: false }],
    [[engine], { builtinTools: ['Read'] }],
  ])('end with a flag that takes no value, whatever is handed out', (servers, options) => {
    const args = claudeArgs(servers, options);
    expect(args.at(-1)).toBe('--strict-mcp-config');
    expect(promptOf([...args, 'close the slice'])).toBe('close the slice');
  });
});

/** Flags of `claude` that take as many values as follow, as its help says. */
const VARIADIC = ['--mcp-config', '--tools', '--allowed-tools'];
const WITH_VALUE = ['--setting-sources', '--permission-prompt-tool'];

/** Which argument `claude` takes for the prompt. */
function promptOf(argv: readonly string[]): string | undefined {
  const rest = [...argv];
  let prompt: string | undefined;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (VARIADIC.includes(word)) while (rest[0] !== undefined && !rest[0].startsWith('--')) rest.shift();
    else if (WITH_VALUE.includes(word)) rest.shift();
    else if (!word.startsWith('--')) prompt = word;
  }
  return prompt;
}

describe('the reading of arguments in this test', () => {
  it('loses a prompt behind a flag with any number of values', () => {
    expect(promptOf(['--strict-mcp-config', '--mcp-config', 'a.json', 'close the slice'])).toBeUndefined();
  });
});
