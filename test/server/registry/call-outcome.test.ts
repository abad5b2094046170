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

  const nested = (levels: number): object => (levels === 0 ? {} : { below: nested(levels - 1) });
  it.each<[string, object, string]>([
    ['goes round in a circle', { content: [block], structuredContent: circular }, 'circle'],
    ['nests too deep', { content: [], structuredContent: nested(200) }, 'nests deeper'],
    [
      'has a text that is none',
      { content: [block, { type: 'text', text: 5 }] },
      'content[1].text must be a string',
    ],
    ['is a block without its text', [{ type: 'text' }], 'content[0].text must be a string'],
    [
      'throws when it is read',
      {
        content: [
          {
            type: 'text',
            get text() {
              throw new Error('no text');
            },
          },
        ],
      },
      'no text',
    ],
    [
      'throws when it is written',
      {
        content: [
          {
            ...block,
            toJSON() {
              throw new Error('no JSON');
            },
          },
        ],
      },
      'no JSON',
    ],
  ])('is an error, not a result, when it %s', (_what, value, message) => {
    expect(() => resultOf(value)).toThrow(message);
  });

  it('is no result by what it inherits, which would not be sent', () => {
    expect(resultOf(Object.create({ content: [block] }))).toBe('{}');
  });

  it('may hold what says how it is written, and nest as deep as a message may', () => {
    const value = { content: [], structuredContent: { at: new Date(0), deep: nested(100) } };
    expect(resultOf(value)).toBe(value);
  });

  it('can be a failure', () => {
    expect(failedResult('no')).toEqual({ content: [{ type: 'text', text: 'no' }], isError: true });
  });
});
