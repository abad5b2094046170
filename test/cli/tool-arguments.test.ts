import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/cli/exit-code.js';
import { readArguments, readStringArguments } from '../../src/cli/tool-arguments.js';

const SCHEMA = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    on: { type: 'boolean' },
    list: { type: 'array' },
    either: { type: ['string', 'null'] },
    any: {},
  },
};

describe('readArguments', () => {
  it.each([
    [['text=5'], { text: '5' }],
    [['count=5'], { count: 5 }],
    [['count=five'], { count: 'five' }],
    [['on=true'], { on: true }],
    [['list=[1,"a"]'], { list: [1, 'a'] }],
    [['either=null'], { either: 'null' }],
    [['any=5'], { any: '5' }],
    [['unknown=5'], { unknown: '5' }],
    [['any:=5'], { any: 5 }],
    [['text:={"a":1}'], { text: { a: 1 } }],
    [['text=a=b'], { text: 'a=b' }],
    [['text='], { text: '' }],
    [['{"a": [1]}'], { a: [1] }],
    [[], {}],
  ])('%j becomes %j', (words, expected) => {
    expect(readArguments(words, SCHEMA)).toEqual(expected);
  });

  it.each([
    [['word'], /key=value/],
    [['=x'], /key=value/],
    [['a:=nope'], /not JSON/],
    [['{"a":'], /not a JSON object/],
  ])('%j is refused', (words, message) => {
    expect(() => readArguments(words, SCHEMA)).toThrow(UsageError);
    expect(() => readArguments(words, SCHEMA)).toThrow(message);
  });

  it('makes every value a string where only strings are taken', () => {
    expect(readStringArguments(['a=1', 'b:=2', 'c:=["x"]'])).toEqual({ a: '1', b: '2', c: '["x"]' });
  });

  it('keeps a key that is named like a prototype as data', () => {
    expect(Object.keys(readArguments(['__proto__=x'], undefined))).toEqual(['__proto__']);
  });
});
