import { describe, expect, it } from 'vitest';
import { type CheckWords, readCheckFlags } from '../../src/cli/check-flags.js';

const read = (words: CheckWords, isJson = false) => readCheckFlags(words, isJson);

describe('readCheckFlags', () => {
  it('allows nothing and writes nothing by itself', () => {
    expect(read({})).toEqual({
      reports: [{ format: 'pretty', file: undefined }],
      only: [],
      skip: [],
      strict: false,
      baseline: undefined,
      updatesBaseline: false,
      list: false,
      explain: undefined,
      trace: undefined,
      callReadonly: false,
      allowCalls: [],
      noCalls: false,
      remote: false,
      rate: undefined,
      jobs: undefined,
    });
  });

  it.each([
    [{}, true, ['json:-']],
    [{ format: ['junit'] }, false, ['junit:-']],
    [{ format: ['junit'] }, true, ['junit:-']],
    [{ format: ['junit'], out: ['a.xml'] }, false, ['junit:a.xml', 'pretty:-']],
    [
      { format: ['junit', 'html'], out: ['a.xml', 'b.html'] },
      false,
      ['junit:a.xml', 'html:b.html', 'pretty:-'],
    ],
    [{ format: ['junit', 'json'], out: ['a.xml'] }, false, ['junit:a.xml', 'json:-']],
  ])('writes %j, json: %j', (words, isJson, expected) => {
    const { reports } = read(words, isJson);
    expect(reports.map(({ format, file = '-' }) => `${format}:${file}`)).toEqual(expected);
  });

  it('takes lists with commas, and flags that are repeated', () => {
    const { only, skip, allowCalls } = read({
      only: ['a,b', 'c'],
      skip: ['d'],
      'allow-calls': ['e,,f'],
    });
    expect([only, skip, allowCalls]).toEqual([['a', 'b', 'c'], ['d'], ['e', 'f']]);
  });

  it.each([
    [{ 'update-baseline': true }, '--baseline'],
    [{ 'no-calls': true, 'call-readonly': true }, '--no-calls'],
    [{ 'no-calls': true, 'allow-calls': ['a'] }, '--no-calls'],
    [{ out: ['a'] }, '--format'],
    [{ format: ['json'], out: ['a', 'b'] }, '--out'],
    [{ format: ['json', 'html'] }, 'standard output'],
    [{ rate: '0' }, '--rate'],
    [{ rate: 'fast' }, '--rate'],
    [{ jobs: '-1' }, '--jobs'],
    [{ jobs: 'Infinity' }, '--jobs'],
  ])('refuses %j', (words, message) => {
    expect(() => read(words)).toThrow(message);
  });
});
