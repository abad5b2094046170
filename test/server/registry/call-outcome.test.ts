import { describe, expect, it } from 'vitest';
import { failedResult, resultOf } from '../../../src/server/registry/call-outcome.js';

const block = { type: 'text', text: 'x' };
const foreign = { type: 'hologram', data: 1 };

describe('what a tool gave', () => {
  it.each([
    ['text', 'text'],
    ['', ''],
    [undefined, undefined],
    [null, undefined],
    [5, '5'],
    [true, 'true'],
    [9007199254740993n, '9007199254740993'],
    [{ a: 1 }, '{"a":1}'],
    [[1, 2], '[1,2]'],
    [[], '[]'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [[block], [block]],
    [[block, { type: 'user' }], '[{"type":"text","text":"x"},{"type":"user"}]'],
    [{ content: [block] }, { content: [block] }],
    [
      { content: [foreign], _meta: { a: 1 } },
      { content: [foreign], _meta: { a: 1 } },
    ],
    [{ content: [] }, { content: [] }],
    [{ content: [1] }, '{"content":[1]}'],
    [{ content: 'page' }, '{"content":"page"}'],
    [{ structuredContent: { a: 1 } }, { structuredContent: { a: 1 } }],
    [{ isError: true }, { isError: true }],
    [{ isError: false }, '{"isError":false}'],
  ])('%# %s becomes a result', (value, result) => {
    expect(resultOf(value)).toEqual(result);
  });

  it.each([
    [{ a: 1 }, { structuredContent: { a: 1 } }],
    ['text', { structuredContent: 'text' }],
    [null, { structuredContent: null }],
    [[block], { structuredContent: [block] }],
    [
      { content: [block], structuredContent: 1 },
      { content: [block], structuredContent: 1 },
    ],
    [undefined, undefined],
  ])('with an output schema, %j becomes %j', (value, result) => {
    expect(resultOf(value, true)).toEqual(result);
  });

  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  it.each([
    ['a function', () => {}],
    ['a symbol', Symbol('x')],
    ['something circular', circular],
    ['something with a bigint in it', { n: 1n }],
  ])('that is %s is an error', (_what, value) => {
    expect(() => resultOf(value)).toThrow(TypeError);
  });

  it('can be a failure', () => {
    expect(failedResult('no')).toEqual({ content: [{ type: 'text', text: 'no' }], isError: true });
  });
});
