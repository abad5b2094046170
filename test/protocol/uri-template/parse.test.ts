import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/protocol/index.js';
import { parseParts } from '../../../src/protocol/uri-template/parse.js';

const names = (template: string) =>
  parseParts(template).map((part) =>
    part.kind === 'literal'
      ? part.text
      : [
          part.operator.first + part.operator.separator,
          ...part.variables.map(
            ({ name, isExploded, prefix }) => `${name}${isExploded ? '*' : ''}${prefix ?? ''}`,
          ),
        ],
  );

describe('parseParts', () => {
  it.each<[string, unknown[]]>([
    ['', []],
    ['a://b', ['a://b']],
    ['{x}', [[',', 'x']]],
    ['a{x}b{y}{z}', ['a', [',', 'x'], 'b', [',', 'y'], [',', 'z']]],
    [
      '{+x}{#x}{.x}{/x}{;x}{?x}{&x}',
      [
        [',', 'x'],
        ['#,', 'x'],
        ['..', 'x'],
        ['//', 'x'],
        [';;', 'x'],
        ['?&', 'x'],
        ['&&', 'x'],
      ],
    ],
    ['{x,y*,z:3}', [[',', 'x', 'y*', 'z3']]],
    ['{x.y_9%20}', [[',', 'x.y_9%20']]],
    ['{x:9999}', [[',', 'x9999']]],
  ])('%j', (template, expected) => {
    expect(names(template)).toEqual(expected);
  });

  it.each<[string, number]>([
    ['{', 0],
    ['a{x', 1],
    ['a}b', 1],
    ['{x}}', 3],
    ['{}', 0],
    ['ab{+}', 2],
    ['{x,}', 0],
    ['{,x}', 0],
    ['{x y}', 0],
    ['{x-y}', 0],
    ['{x..y}', 0],
    ['{.x.}', 0],
    ['{x:0}', 0],
    ['{x:}', 0],
    ['{x:10000}', 0],
    ['{x*:3}', 0],
    ['{x**}', 0],
    ['{{x}}', 0],
    ['{größe}', 0],
    ['{%zz}', 0],
    ['{=x}', 0],
    ['{,x}', 0],
    ['{!x}', 0],
    ['{@x}', 0],
    ['{|x}', 0],
    ['{$x}', 0],
  ])('%j is wrong at character %i', (template, at) => {
    const act = (): unknown => parseParts(template);
    expect(act).toThrow(Fault);
    expect(act).toThrow(new RegExp(`character ${at}:`));
  });
});
