import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Glob, matchesGlob } from '../../../src/host/permissions/glob.js';

/** What the pattern means, as a regular expression. */
function asRegExp(pattern: string): RegExp {
  const parts = [...pattern].map((char) => {
    if (char === '*') return '.*';
    return char === '?' ? '.' : char.replace(/[^A-Za-z0-9_]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`, 's');
}

describe('matchesGlob', () => {
  it.each([
    ['mcp_github_*', 'mcp_github_get_issue', true],
    ['mcp_github_*', 'mcp_github_', true],
    ['mcp_github_*', 'mcp_gitlab_get', false],
    ['*', '', true],
    ['**', 'x', true],
    ['', '', true],
    ['', 'x', false],
    ['?', '', false],
    ['?', 'x', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['*_delete_*', 'mcp_s_delete_all', true],
    ['a*b*c', 'a_b_b_c', true],
    ['a*b*c', 'a_c_b', false],
    ['A', 'a', false],
    ['a.c', 'abc', false],
    ['[a]', 'a', false],
    ['a\\*', 'a*', false],
    ['a$', 'a$', true],
    ['^a*-]\u{1f600}', '^a_-]\u{1f600}', true],
    ['a', 'a\n', false],
    ['a*', 'a\n\u2028', true],
    ['*a*b', 'a_b_b', true],
    ['a*a', 'a', false],
  ])('%j fits %j: %s', (pattern, name, expected) => {
    expect(matchesGlob(pattern, name)).toBe(expected);
    expect(new Glob(pattern).matches(name)).toBe(expected);
  });

  it('means what the pattern means', () => {
    const unit = fc.constantFrom('a', 'b', '_', '*', '?');
    const pattern = fc.string({ unit, maxLength: 8 });
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '_'), maxLength: 12 });
    fc.assert(
      fc.property(pattern, name, (glob, text) => {
        expect(matchesGlob(glob, text)).toBe(asRegExp(glob).test(text));
        expect(new Glob(glob).matches(text)).toBe(asRegExp(glob).test(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('does not try every way to spread a text over many stars', () => {
    // A backtracking matcher would not come back from this one.
    expect(matchesGlob(`${'*a'.repeat(120)}b`, 'a'.repeat(10_000))).toBe(false);
    expect(new Glob(`${'*a'.repeat(120)}*ab`).matches('a'.repeat(10_000))).toBe(false);
  });
});
