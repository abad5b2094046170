import { describe, expect, it } from 'vitest';
import { tomlValue } from '../../../src/adapters/codex/toml.js';

describe('values as TOML', () => {
  it.each([
    [true, 'true'],
    [60, '60'],
    ['a "b" \\ c\n', '"a \\"b\\" \\\\ c\\n"'],
    ['\x7f\x1b', '"\\u007f\\u001b"'],
    ['é', '"é"'],
    [['a', 1], '["a",1]'],
    [[], '[]'],
    [{ a: 1, 'b.c/d': { e: [] }, gone: undefined }, '{"a"=1,"b.c/d"={"e"=[]}}'],
  ])('%j', (value, expected) => {
    expect(tomlValue(value)).toBe(expected);
  });
});
