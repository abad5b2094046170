import { describe, expect, it } from 'vitest';
import { parseParts } from '../../../src/protocol/uri-template/parse.js';
import { compileSteps, isQuery } from '../../../src/protocol/uri-template/steps.js';

/** `lead^stops`, with `?` for optional and `!` for filled; a query in angle brackets. */
const written = (template: string): string[] =>
  compileSteps(parseParts(template)).map((step) => {
    if (step.kind === 'literal') return step.text;
    const signs = `${step.isOptional ? '?' : ''}${step.isFilled ? '!' : ''}`;
    const text = `${step.lead}^${step.stops}${signs}`;
    return isQuery(step) ? `<${text}>` : text;
  });

describe('compileSteps', () => {
  it.each<[string, string[]]>([
    ['a:größe', ['a:gr%C3%B6%C3%9Fe']],
    ['{x}', ['^/?#!']],
    ['{x,y}', ['^/?#,!', ',^/?#?!']],
    ['{+x}', ['^!']],
    ['{+x,y}', ['^,!', ',^?!']],
    ['{#x}', ['#^?']],
    ['{.x,y}', ['.^/?#.?', '.^/?#?']],
    ['{/x,y}', ['/^?#/?', '/^?#/?']],
    ['{/x*}', ['/^?#?']],
    ['{;x}', [';x^/?#?']],
    ['{?x,y}', ['<?^#?>']],
    ['{?x}{&y}', ['<?^#?>']],
    ['?a=b{&y}', ['?a=b', '<&^#?>']],
    ['{+x}.a{?q}', ['^?!', '.a', '<?^#?>']],
    ['{+x}{#f}', ['^#!', '#^?']],
    ['{+x}{;p}', ['^;!', ';p^/?#?']],
    ['{+x}/a{;p}', ['^!', '/a', ';p^/?#?']],
  ])('%s', (template, expected) => {
    expect(written(template)).toEqual(expected);
  });
});
