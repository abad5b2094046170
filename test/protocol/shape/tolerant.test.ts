import { describe, expect, it } from 'vitest';
import {
  any,
  anyObject,
  array,
  boolean,
  enumeration,
  from,
  inline,
  integer,
  list,
  literal,
  map,
  nothing,
  number,
  object,
  openEnumeration,
  optional,
  string,
  token,
  tolerant,
  unchecked,
  union,
  until,
  versions,
} from '../../../src/protocol/shape/build.js';
import type { Shape } from '../../../src/protocol/shape/shape.js';
import { checkTolerant } from '../../../src/protocol/shape/tolerant.js';

const text = object('Text', { type: literal('text'), text: string() });
const image = object('Image', { type: literal('image'), data: string() });
const block = union('Block', [text, from('2025-03-26', image)], { tag: 'type', isOpen: true });
const closed = union('Closed', [text, image], { tag: 'type' });
const mode = union(
  'Mode',
  [inline({ kind: optional(literal('a')), a: string() }), inline({ kind: literal('b') })],
  {
    tag: 'kind',
    defaultTag: 'a',
  },
);
const plain = union(undefined, [inline({ text: string() }), inline({ blob: string() })]);
const members = object('Members', {
  name: string(),
  data: any(),
  note: optional(string()),
  cursor: optional(string(), { check: 'present' }),
  next: optional(string(), { check: 'nonNull' }),
  schema: unchecked(literal('object')),
});
const whole = { name: 'n', data: null };

const ACCEPTED: readonly (readonly [string, Shape<unknown>, unknown])[] = [
  ['any value', any(), undefined],
  ['a string', string(), ''],
  ['a string whose format is wrong', string('uri'), 'no uri'],
  ['a number', number({ max: 1 }), 7],
  ['an integer', integer(), 0],
  ['a boolean', boolean(), false],
  ['null', nothing(), null],
  ['a token that is 0', token('Id'), 0],
  ['a token that is empty', token('Id'), ''],
  ['a token beyond 2^53', token('Id'), 2n ** 64n],
  ['a value of an enumeration', enumeration(['a', 'b']), 'b'],
  ['a new value of an open enumeration', openEnumeration(['a', 'b']), 'c'],
  ['an empty array', array(string()), []],
  ['an array longer than the limit', array(string(), [{ value: 1, range: {} }]), ['a', 'b']],
  ['a list with bad items', list(string()), ['a', 1]],
  ['a map', map(string()), { a: 'b' }],
  ['any object', anyObject(), { a: [] }],
  ['an object without its optional members', members, whole],
  ['unknown members', members, { ...whole, extra: { deep: 1 } }],
  ['an optional member of another type', members, { ...whole, note: 42 }],
  ['null for a member that may be null', members, { ...whole, next: null }],
  ['a required member nobody insists on', members, { ...whole, schema: 'array' }],
  ['a known kind', block, { type: 'image', data: '' }],
  ['a kind of a later revision', block, { type: 'hologram' }],
  ['a value without a tag that has a default', mode, { a: 'x' }],
  ['the second of two forms', plain, { blob: '' }],
  ['one of two versions', versions([until('2025-11-25', anyObject()), from('2026-07-28', string())]), 'x'],
  ['what a reader needs', tolerant(literal('x'), string()), 'y'],
];

const REFUSED: readonly (readonly [string, Shape<unknown>, unknown, string, string])[] = [
  ['a number for a string', string(), 1, '', 'a string'],
  ['null for a string', string(), null, '', 'a string'],
  ['a string for a number', number(), '1', '', 'a number'],
  ['a fraction for an integer', integer(), 1.5, '', 'an integer'],
  ['a number for a boolean', boolean(), 0, '', 'a boolean'],
  ['undefined for null', nothing(), undefined, '', 'null'],
  ['a fraction for a token', token('Id'), 1.5, '', 'a string or an integer'],
  ['another literal', literal('a'), 'b', '', '"a"'],
  ['a value outside an enumeration', enumeration(['a', 'b']), 'c', '', 'one of a, b'],
  ['a number for an open enumeration', openEnumeration(['a', 'b']), 1, '', 'a string'],
  ['an object for an array', array(string()), {}, '', 'an array'],
  ['an object for a list', list(string()), {}, '', 'an array'],
  ['a bad item', array(array(string())), [[], ['a', 1]], '[1][1]', 'a string'],
  ['a bad entry', map(string()), { 'a/b': 1 }, '["a/b"]', 'a string'],
  ['an array for any object', anyObject(), [], '', 'an object'],
  ['an array for an object', members, [], '', 'an object'],
  ['a missing member', members, { data: 1 }, 'name', 'a string'],
  ['a missing member that may be anything', members, { name: 'n' }, 'data', 'a value'],
  ['null for a member that is relied on', members, { ...whole, cursor: null }, 'cursor', 'a string'],
  ['a bad member of a known kind', array(block), [{ type: 'text' }], '[0].text', 'a string'],
  ['a kind that is no string', block, { type: 1 }, 'type', 'a string'],
  ['a missing kind', block, {}, 'type', 'a string'],
  ['a kind outside a closed set', closed, { type: 'x' }, 'type', 'one of text, image'],
  ['a value that is no object', closed, null, '', 'an object'],
  ['no form', plain, { other: '' }, 'blob', 'a string'],
  ['no version', versions([from('2026-07-28', string())]), 1, '', 'a string'],
];

describe('checkTolerant', () => {
  it.each(ACCEPTED)('accepts %s', (_, shape, value) => {
    expect(checkTolerant(shape, value)).toEqual({ ok: true });
  });

  it.each(REFUSED)('refuses %s', (_, shape, value, path, expected) => {
    expect(checkTolerant(shape, value)).toEqual({ ok: false, path, expected });
  });

  it('answers success with one and the same value', () => {
    expect(checkTolerant(string(), 'a')).toBe(checkTolerant(members, whole));
  });

  it('refuses a tagged union whose variants have no tag', () => {
    const broken = union(undefined, [inline({ a: string() })], { tag: 'type' });
    expect(() => checkTolerant(broken, {})).toThrow('no literal type');
  });
});
