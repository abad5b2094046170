import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConfigDocument } from '../../../src/host/config/config-document.js';

const parse = (text: string, jsonDepth = 128) => parseConfigDocument(text, { jsonDepth });

async function document(text: string) {
  const parsed = await parse(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.document;
}

describe('parseConfigDocument', () => {
  it.each([
    ['{"a": 1}', { a: 1 }],
    ['// x\n{"a": [1, 2,], /* y */ "b": null,}\n// z', { a: [1, 2], b: null }],
    ['{"u": "http://x/*y*/"}', { u: 'http://x/*y*/' }],
    ['{"e": "\\u0041\\n"}', { e: 'A\n' }],
    ['7', 7],
    ['{}', {}],
  ])('reads %j', async (text, value) => {
    expect((await document(text)).value).toEqual(value);
  });

  it.each([
    ['', 1, 'a value'],
    ['// nothing', 1, 'a value'],
    ['{\n"a": }', 2, 'a value'],
    ['{\n"a" 1}', 2, 'a colon'],
    ['{"a": 1\n"b": 2}', 2, 'a comma'],
    ['{"a": 1', 1, 'closing brace'],
    ['[1', 1, 'closing bracket'],
    ['{a: 1}', 1, 'JSON|double quotes'],
    ["{'a': 1}", 1, 'JSON|double quotes'],
    ['{"a": True}', 1, 'text in double quotes, a number, true'],
    ['{"a": "x\n"}', 1, 'double quote at the end'],
    ['{"a": "\\x"}', 1, 'after the backslash'],
    ['{} {}', 1, 'nothing more'],
    ['{"a": 1} /* x', 1, 'at the end of the comment'],
    ['\0', 1, 'value|control'],
  ])('%j: line %i, and what was expected', async (text, line, expected) => {
    const parsed = await parse(text);
    expect(parsed).toMatchObject({ ok: false, line });
    expect(!parsed.ok && parsed.message).toMatch(new RegExp(`This is not JSON: expected.*(${expected})`));
  });

  it('does not repeat the text in an error', async () => {
    const parsed = await parse('{"token": geheim}');
    expect(JSON.stringify(parsed)).not.toContain('geheim');
  });

  it.each([
    ['[', 1_000_000],
    ['{"a":', 500_000],
  ])('a million of %s do not end the process', async (open, count) => {
    const parsed = await parse(open.repeat(count));
    expect(parsed).toMatchObject({ ok: false, message: expect.stringContaining('jsonDepth') });
  });

  it('counts the nesting and not the brackets in texts', async () => {
    expect(await parse('["[[[["]', 1)).toMatchObject({ ok: true });
    expect(await parse('[1]\n', 1)).toMatchObject({ ok: true });
    expect(await parse('[\n[1]]', 1)).toMatchObject({ ok: false, line: 2 });
  });

  it('keeps __proto__ as a key', async () => {
    const { value } = await document('{"__proto__": {"polluted": true}}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('keeps the first of keys that are there twice, and tells the lines', async () => {
    const { value, duplicates } = await document('{"a": {\n"b": 1,\n"b": 2,\n"b": 3},\n"a": 4}');
    expect(value).toEqual({ a: { b: 1 } });
    expect(duplicates).toEqual([
      { path: ['a'], line: 5, firstLine: 1 },
      { path: ['a', 'b'], line: 3, firstLine: 2 },
      { path: ['a', 'b'], line: 4, firstLine: 2 },
    ]);
  });

  it.each([
    [[], 1],
    [['a'], 2],
    [['a', 'list'], 3],
    [['a', 'list', 1], 5],
    [['a', 'missing'], 2],
    [['a', 'list', 9], 3],
    [['b', 'c'], 7],
  ])('finds the line of %j', async (path, line) => {
    const text = '{\n"a": {\n"list": [\n1,\n2]},\n"b":\n{"c": 3}}';
    expect((await document(text)).lineOf(path)).toBe(line);
  });

  it('counts lines that end in CRLF', async () => {
    expect((await document('{\r\n"a": 1,\r\n"b": 2}')).lineOf(['b'])).toBe(3);
  });

  it('reads whatever JSON can say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect((await document(JSON.stringify(value, undefined, 1))).value).toEqual(plain);
      }),
    );
  });

  it('has an answer to any text', async () => {
    const unit = fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '/', '*', '\n', 'a', '1', '\\', ' ');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 40 }), async (text) => {
        const parsed = await parse(text);
        if (!parsed.ok) expect(parsed.line).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
