import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, Fault, parseUriTemplate } from '../../src/protocol/index.js';

describe('parseUriTemplate', () => {
  it.each<[string, string[]]>([
    ['file:///{path}', ['path']],
    ['a://{x}/{y}{?q,x}', ['x', 'y', 'q']],
    ['a://b', []],
    ['', []],
  ])('%j has the variables %j', (template, variables) => {
    const parsed = parseUriTemplate(template);
    expect([parsed.template, parsed.variables]).toEqual([template, variables]);
  });

  it('refuses what is no template', () => {
    expect(() => parseUriTemplate('a://{b')).toThrow(Fault);
  });
});

describe('match after expand', () => {
  it('gives the values back', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'long_name', 'x.y');
    const value = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !/\p{Cs}/u.test(text));
    const form = fc.constantFrom(
      'x://{1}',
      'x://{1}/y/{2}',
      'x://h/{1}{?2}',
      'x:{1},{2}',
      '{1}',
      'x{/1,2}',
      'x{;1,2}',
    );
    fc.assert(
      fc.property(
        form,
        fc.uniqueArray(name, { minLength: 2, maxLength: 2 }),
        value,
        value,
        (text, names, one, two) => {
          const [first = '', second = ''] = names;
          const template = parseUriTemplate(text.replace('1', first).replace('2', second));
          const values = template.variables.length === 1 ? { [first]: one } : { [first]: one, [second]: two };
          expect(template.match(template.expand(values))).toEqual(values);
        },
      ),
    );
  });

  it('never throws, and gives only values that expand to the URI again', () => {
    const templates = ['a://{x}/{y}', 'a://{+x}', 'a://{x}{?p,q}', 'a://{x}-{y}.{z}', '{/x,y}{#z}'].map(
      parseUriTemplate,
    );
    const uri = fc.oneof(
      fc.string(),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.stringMatching(/^a:\/\/[a-c/.?=&%-]{0,12}$/),
    );
    fc.assert(
      fc.property(fc.constantFrom(...templates), uri, (template, text) => {
        const values = template.match(text);
        if (values === undefined) return;
        const again = template.match(template.expand(values));
        expect(again).toBeDefined();
      }),
    );
  });
});

describe('match', () => {
  it('has a bound', () => {
    const template = parseUriTemplate('a:{+x}');
    const longest = `a:${'b'.repeat(DEFAULT_LIMITS.uriChars - 2)}`;
    expect(template.match(longest)).toEqual({ x: longest.slice(2) });
    expect(template.match(`${longest}b`)).toBeUndefined();
  });

  it('stays linear where a backtracking expression would not', () => {
    const names = Array.from({ length: 24 }, (_, index) => `v${index}`);
    const template = parseUriTemplate(`a:${names.map((name) => `{+${name}}`).join('a')}!`);
    expect(template.match(`a:${'a'.repeat(20_000)}`)).toBeUndefined();
  });
});
