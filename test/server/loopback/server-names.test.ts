import { describe, expect, it } from 'vitest';
import {
  checkServerName,
  qualifiedToolName,
  servedToolName,
} from '../../../src/server/loopback/server-names.js';

describe('the name of a server', () => {
  it.each(['engine', 'a', 'A-1_b', 'plainwire_approvals'])('%s is taken', (name) => {
    expect(() => checkServerName(name)).not.toThrow();
  });

  it.each(['', 'a b', 'a.b', 'a__b', '__', 'ä', 'a\n', 'a/b', undefined, 7, null])(
    '%j is refused',
    (name) => {
      expect(() => checkServerName(name)).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
    },
  );

  it('is named in the refusal, which says what would do', () => {
    expect(() => checkServerName('my server')).toThrow(/"my server".*A-Z, a-z, 0-9/);
  });
});

describe('the name of a tool', () => {
  it.each([
    ['run_check', 'run_check'],
    ['run.check', 'run_check'],
    ['run check', 'run_check'],
    ['a/b:c', 'a_b_c'],
    ['größe', 'gr__e'],
    ['😀', '_'],
  ])('%s is served as %s', (name, served) => {
    expect(servedToolName(name)).toBe(served);
  });

  it('is qualified by the server', () => {
    expect(qualifiedToolName('engine', 'run_check')).toBe('mcp__engine__run_check');
  });

  it.each([
    [64, false],
    [65, true],
  ])('with %i characters in all, being refused is %s', (length, isRefused) => {
    const make = () => qualifiedToolName('engine', 'x'.repeat(length - 'mcp__engine__'.length));
    if (isRefused) expect(make).toThrow(/65 characters.*64.*shorten/);
    else expect(make()).toHaveLength(length);
  });
});
