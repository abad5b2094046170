import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { decisionProblem, jsonObjectOf } from '../../../src/server/asking/decision-check.js';

const circular: Record<string, unknown> = {};
circular['self'] = circular;

describe('what is a decision', () => {
  it.each([
    [{ kind: 'approve' }],
    [{ kind: 'approve', actor: 'ci', note: 'fine' }],
    [{ kind: 'value', value: 7 }],
    [{ kind: 'modify', value: {} }],
    [{ kind: 'reject', note: '' }],
    [{ kind: 'expired', actor: null }],
  ])('%j is', (value) => {
    expect(decisionProblem(value)).toBeUndefined();
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['true', true],
    ['a word', 'approve'],
    ['an empty object', {}],
    ['another kind', { kind: 'allow' }],
    ['a kind in capitals', { kind: 'APPROVE' }],
    ['a name that all objects have', { kind: 'constructor' }],
    ['a note that is no text', { kind: 'reject', note: 7 }],
    ['an actor that is no text', { kind: 'approve', actor: {} }],
    ['modify without a value', { kind: 'modify' }],
    ['modify with a list', { kind: 'modify', value: [] }],
    ['modify with a date', { kind: 'modify', value: new Date(0) }],
    ['modify with what JSON cannot carry', { kind: 'modify', value: circular }],
    ['modify with a promise', { kind: 'modify', value: Promise.resolve({ a: 1 }) }],
    ['modify with a map', { kind: 'modify', value: new Map([['a', 1]]) }],
    ['modify with a promise below', { kind: 'modify', value: { input: [Promise.resolve(1)] } }],
    ['modify with a number that JSON has not', { kind: 'modify', value: { n: Number.NaN } }],
    ['modify with a function', { kind: 'modify', value: { f: () => 1 } }],
    ['modify with a hole', { kind: 'modify', value: { list: [undefined] } }],
    ['modify with digits that JSON cannot carry', { kind: 'modify', value: { n: 1n } }],
  ])('%s is not', (_name, value) => {
    expect(decisionProblem(value)).toBeTypeOf('string');
  });
});

describe('an object as JSON carries it', () => {
  it('is a copy', () => {
    const given = { a: { b: 1 }, gone: undefined };
    const copy = jsonObjectOf(given);
    expect(copy).toEqual({ a: { b: 1 } });
    given.a.b = 2;
    expect(copy).toEqual({ a: { b: 1 } });
    expect(Object.isFrozen(copy?.['a'])).toBe(true);
  });

  it('may be of another realm, without a prototype, and hold what says how it is written', () => {
    const bare = Object.assign(Object.create(null), { at: new Date(0), list: [1, 'a', null, true] });
    expect(jsonObjectOf(bare)).toEqual({ at: '1970-01-01T00:00:00.000Z', list: [1, 'a', null, true] });
    expect(jsonObjectOf(runInNewContext('({ a: { b: [1] } })'))).toEqual({ a: { b: [1] } });
  });
});
