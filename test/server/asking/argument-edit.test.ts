import { describe, expect, it } from 'vitest';
import { editArguments } from '../../../src/server/asking/argument-edit.js';

const args = { path: '/a', count: 1 };

describe('editing arguments', () => {
  it.each([
    ['text', 'path=/b c', { count: 1, path: '/b c' }],
    ['text that looks like a number', 'count=2', { path: '/a', count: '2' }],
    ['JSON', 'count:=2', { path: '/a', count: 2 }],
    ['text with signs in it', 'path=a=b:=c', { count: 1, path: 'a=b:=c' }],
    ['a new one', 'force:=true', { path: '/a', count: 1, force: true }],
    ['empty text', 'path=', { count: 1, path: '' }],
    ['all of them', '{"x":1}', { x: 1 }],
  ])('takes %s', (_name, line, value) => {
    expect(editArguments(args, line)).toEqual({ ok: true, value });
  });

  it.each([
    ['no sign', 'path', /write name=text/],
    ['no name', '=x', /write name=text/],
    ['broken JSON', 'count:={', /count:= is not JSON/],
    ['a broken object', '{"x":', /no JSON object/],
  ])('refuses %s', (_name, line, problem) => {
    expect(editArguments(args, line)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });

  it('takes __proto__ for a name', () => {
    const outcome = editArguments({}, '__proto__:={"x":1}');
    expect(outcome.ok && JSON.stringify(outcome.value)).toBe('{"__proto__":{"x":1}}');
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it('leaves what it was given alone', () => {
    editArguments(Object.freeze({ ...args }), 'path=/b');
    expect(args).toEqual({ path: '/a', count: 1 });
  });
});
