import { describe, expect, it } from 'vitest';
import {
  any,
  anyObject,
  array,
  boolean,
  enumeration,
  from,
  hidden,
  inline,
  integer,
  literal,
  map,
  nothing,
  number,
  object,
  optional,
  string,
  token,
  tolerant,
  union,
  until,
  versions,
} from '../../../src/protocol/shape/build.js';
import type { Shape } from '../../../src/protocol/shape/shape.js';
import { lintShape } from '../../../src/protocol/shape/strict.js';
import { checkTolerant } from '../../../src/protocol/shape/tolerant.js';

const modern = { since: '2026-07-28' } as const;
const thing = object('Thing', {
  name: string(),
  title: optional(string(), { since: '2025-06-18' }),
  old: optional(integer(), { until: '2024-11-05' }),
  resultType: optional(string(), { ...modern, required: modern }),
  onWire: hidden(literal('x'), { until: '2025-03-26', required: { until: '2025-03-26' } }),
  id: optional(token('Id'), { required: [{ until: '2025-06-18' }, modern] }),
});
const kinds = union(
  'Kind',
  [inline({ type: literal('a') }), from('2025-03-26', inline({ type: literal('b') }))],
  {
    tag: 'type',
  },
);
const forms = union(undefined, [inline({ text: string() }), inline({ blob: string('byte') })]);
const limited = array(string(), [{ value: 2, range: modern }]);

type Case = readonly [string, Shape<unknown>, unknown, string, readonly string[]];

const CASES: readonly Case[] = [
  ['anything', any(), null, '2026-07-28', []],
  ['a string', string(), 1, '2026-07-28', ['v type must be a string, is a number']],
  ['a format', string('uri'), 'a b', '2026-07-28', ['v format must be an absolute URI (RFC 3986)']],
  ['a right format', string('byte'), 'AA==', '2026-07-28', []],
  ['a number', number(), null, '2026-07-28', ['v type must be a number, is null']],
  ['an infinite number', number(), 1 / 0, '2026-07-28', ['v type must be a number, is a number']],
  ['an integer', integer(), 1.5, '2026-07-28', ['v type must be an integer, is 1.5']],
  ['the least', number({ min: 0 }), -0.1, '2026-07-28', ['v range must be at least 0']],
  ['the most', number({ max: 1 }), 1.1, '2026-07-28', ['v range must be at most 1']],
  ['the bounds themselves', array(number({ min: 0, max: 1 })), [0, 1], '2026-07-28', []],
  ['a boolean', boolean(), 'true', '2026-07-28', ['v type must be a boolean, is a string']],
  ['null', nothing(), {}, '2026-07-28', ['v type must be null, is an object']],
  ['a token', token('Id'), null, '2026-07-28', ['v type must be a string or an integer, is null']],
  ['a large token', token('Id'), 2n ** 64n, '2026-07-28', []],
  ['a literal', literal(-1), 1, '2026-07-28', ['v value must be -1']],
  ['an enumeration', enumeration(['a', 'b']), 'c', '2026-07-28', ['v value must be one of a, b']],
  ['an array', array(string()), {}, '2026-07-28', ['v type must be an array, is an object']],
  [
    'every bad item',
    array(string()),
    [1, 'a', 2],
    '2026-07-28',
    ['v[0] type must be a string, is a number', 'v[2] type must be a string, is a number'],
  ],
  ['a size limit', limited, ['a', 'b', 'c'], '2026-07-28', ['v size must have at most 2 items, has 3']],
  ['a size at the limit', limited, ['a', 'b'], '2026-07-28', []],
  ['a size limit of a later revision', limited, ['a', 'b', 'c'], '2025-11-25', []],
  ['a map', map(string()), [], '2026-07-28', ['v type must be an object, is an array']],
  ['an entry', map(string()), { k: 1 }, '2026-07-28', ['v.k type must be a string, is a number']],
  ['any object', anyObject(), { k: 1 }, '2026-07-28', []],
  ['a missing member', thing, { id: 1, resultType: 'x' }, '2026-07-28', ['v.name required is missing']],
  ['a member of a later revision', thing, { name: 'n', title: 1, id: 1, onWire: 'x' }, '2025-03-26', []],
  [
    'that member in its revision',
    thing,
    { name: 'n', title: 1, id: 1 },
    '2025-06-18',
    ['v.title type must be a string, is a number'],
  ],
  ['a member that is gone', thing, { name: 'n', old: 'x' }, '2025-11-25', []],
  [
    'a member that is required since',
    thing,
    { name: 'n', id: 1 },
    '2026-07-28',
    ['v.resultType required is missing'],
  ],
  ['a member that is not required yet', thing, { name: 'n' }, '2025-11-25', []],
  [
    'a member that only the wire has',
    thing,
    { name: 'n', id: 1 },
    '2025-03-26',
    ['v.onWire required is missing'],
  ],
  ['no object', thing, 'n', '2025-11-25', ['v type must be an object, is a string']],
  ['a tag of a later revision', kinds, { type: 'b' }, '2024-11-05', ['v.type value must be one of a']],
  ['that tag in its revision', kinds, { type: 'b' }, '2025-03-26', []],
  ['a missing tag', kinds, {}, '2025-03-26', ['v.type required is missing']],
  ['a tagged value that is no object', kinds, [], '2025-03-26', ['v type must be an object, is an array']],
  ['one of two forms', forms, { blob: '' }, '2025-03-26', []],
  [
    'no form',
    forms,
    { blob: 'x' },
    '2025-03-26',
    ['v union fits none of 2 forms; the nearest: v.text is missing'],
  ],
  [
    'a version',
    versions([until('2025-11-25', anyObject()), from('2026-07-28', any())]),
    [],
    '2025-11-25',
    ['v type must be an object, is an array'],
  ],
  [
    'the later version',
    versions([until('2025-11-25', anyObject()), from('2026-07-28', any())]),
    [],
    '2026-07-28',
    [],
  ],
  [
    'what a reader need not mind',
    tolerant(literal('x'), string()),
    'y',
    '2026-07-28',
    ['v value must be "x"'],
  ],
];

describe('lintShape', () => {
  it.each(CASES)('%s', (_, shape, value, revision, expected) => {
    const findings = lintShape(shape, value, revision as '2026-07-28', 'v');
    expect(findings.map(({ path, rule, message }) => `${path} ${rule} ${message}`)).toEqual(expected);
  });

  it('adds to no list that was handed out before', () => {
    const good = lintShape(thing, { name: 'n' }, '2025-11-25', '');
    lintShape(array(string()), [1, 2, 3], '2025-11-25', '');
    expect(good).toEqual([]);
  });

  it('is never milder than the tolerant check about what a reader relies on', () => {
    for (const [name, shape, value, revision] of CASES) {
      const isRefused = !checkTolerant(shape, value).ok;
      const isVersioned = shape.node.kind === 'versions' || (shape === thing && revision !== '2026-07-28');
      if (isRefused && !isVersioned) {
        expect(lintShape(shape, value, revision as '2026-07-28', ''), name).not.toEqual([]);
      }
    }
  });
});
