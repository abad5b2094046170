// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the subject of these tests.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../../src/host/config/config-format.js';
import { expandVariables } from '../../../src/host/config/expand-variables.js';

const values = {
  env: { HOME: '/home/me', TOKEN: 'a$HOME$$', EMPTY: '', lower_1: 'x' },
  places: new Map([
    ['workspaceFolder', '/folder/p'],
    ['/', '/'],
  ]),
};

const expand = (text: string, format: keyof typeof FORMATS = 'plainwire', maxChars = 1000) =>
  expandVariables(text, FORMATS[format], values, maxChars);

describe('expandVariables', () => {
  it.each([
    ['', ''],
    ['plain', 'plain'],
    ['$HOME', '/home/me'],
    ['${HOME}', '/home/me'],
    ['$HOME/x', '/home/me/x'],
    ['a${HOME}b$lower_1', 'a/home/mebx'],
    ['${HOME:-other}', '/home/me'],
    ['${NOPE:-other}', 'other'],
    ['${NOPE:-}', ''],
    ['${NOPE:-pa$$HOME}', 'pa$HOME'],
    ['${NOPE:-5$}', '5$'],
    ['${EMPTY:-other}', 'other'],
    ['${EMPTY}', ''],
    ['$TOKEN', 'a$HOME$$'],
    ['Bearer $TOKEN!', 'Bearer a$HOME$$!'],
    ['$$HOME', '$HOME'],
    ['$${HOME}', '${HOME}'],
    ['5$', '5$'],
    ['$5 and $-', '$5 and $-'],
  ])('%j gives %j', (text, expected) => {
    expect(expand(text)).toMatchObject({ text: expected, unset: [], problem: undefined });
  });

  it.each([
    ['$NOPE', '', ['NOPE']],
    ['a${NOPE}b$NOPE2', 'ab', ['NOPE', 'NOPE2']],
    ['$__proto__', '', ['__proto__']],
    ['${constructor}', '', ['constructor']],
  ])('%j gives %j, and says what is not set', (text, expected, unset) => {
    expect(expand(text)).toMatchObject({ text: expected, unset, problem: undefined });
  });

  it('tells every variable that is used', () => {
    expect(expand('$HOME ${TOKEN} ${NOPE:-x}').used).toEqual(['HOME', 'TOKEN', 'NOPE']);
  });

  it.each([
    '${',
    '${HOME',
    '${}',
    '${A B}',
    '${HOME-x}',
    '${HOME:?x}',
    '${1}',
    '${env:HOME}',
    '${workspaceFolder',
  ])('%j is a problem, and nothing of it is used', (text) => {
    expect(expand(`Bearer ${text}`)).toMatchObject({
      text: '',
      problem: expect.stringContaining('no variable'),
    });
  });

  it.each([
    ['plainwire', '${NOPE:-${HOME}}'],
    ['plainwire', '${HOME:-${NOPE}}'],
    ['plainwire', '${NOPE:-$HOME}'],
    ['plainwire', '${NOPE:-$$$HOME}'],
    ['claude-code', '${NOPE:-a${HOME}}'],
    ['vscode', '${env:NOPE:-${env:HOME}}'],
  ] as const)('%s: a variable in the default of another is never sent as it stands: %j', (format, text) => {
    expect(expand(`Bearer ${text}`, format)).toMatchObject({
      text: '',
      problem: expect.stringContaining('the default of another'),
    });
  });

  it.each([
    ['claude-code', 'pa$$w$HOME', 'pa$$w$HOME'],
    ['claude-code', '${NOPE:-pa$$w$HOME}', 'pa$$w$HOME'],
    ['claude-code', '${HOME}', '/home/me'],
    ['claude-desktop', '$HOME', '$HOME'],
    ['cursor', '${env:HOME}${/}x', '/home/me/x'],
    ['vscode', '${env:HOME} ${workspaceFolder}', '/home/me /folder/p'],
    ['vscode', '${HOME}', '/home/me'],
  ] as const)('%s: %j gives %j', (format, text, expected) => {
    expect(expand(text, format)).toMatchObject({ text: expected, problem: undefined });
  });

  it('says that inputs are not supported, and what to do', () => {
    expect(expand('${input:api-key}', 'vscode').problem).toMatch(
      /input:.*environment variable.*\$\{env:NAME\}/,
    );
  });

  it('stops at the longest text that it may make', () => {
    const { text, problem } = expand('$HOME'.repeat(1000), 'plainwire', 100);
    expect({ text, problem }).toEqual({ text: '', problem: expect.stringContaining('configFileBytes') });
  });

  it('leaves a text without a dollar sign alone', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('$')),
        (text) => {
          expect(expand(text).text).toBe(text);
        },
      ),
    );
  });

  it('never puts a value of the environment, or the text, into a problem', () => {
    const parts = fc.constantFrom('${', '}', '$', 'HOME', ':-', 'geheim', '${TOKEN}');
    fc.assert(
      fc.property(fc.array(parts), (list) => {
        expect(expand(list.join('')).problem ?? '').not.toMatch(/geheim|home\/me/);
      }),
    );
  });

  it('a doubled dollar sign protects any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('$', '{', '}', 'HOME', 'x') }), (text) => {
        expect(expand(text.replaceAll('$', '$$$$'), 'plainwire', 10_000).text).toBe(text);
      }),
    );
  });
});
