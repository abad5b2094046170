import { describe, expect, it } from 'vitest';
import { namedTools } from '../../../src/adapters/claude/builtin-tools.js';

describe('the tools of Claude Code itself', () => {
  it.each([
    [undefined, undefined],
    [true, undefined],
    [false, []],
    [['Read'], ['Read']],
  ])('%j', (builtinTools, expected) => {
    expect(namedTools(builtinTools)).toEqual(expected);
  });
});
