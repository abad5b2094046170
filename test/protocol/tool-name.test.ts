import { describe, expect, it } from 'vitest';
import { checkToolName } from '../../src/protocol/index.js';

describe('checkToolName', () => {
  // requirement: tool-name-length, tool-name-characters
  it.each([['getUser'], ['DATA_EXPORT_v2'], ['admin.tools.list'], ['a'], ['9'], ['-'], ['x'.repeat(128)]])(
    'takes %s',
    (name) => {
      expect(checkToolName(name)).toEqual({ ok: true });
    },
  );

  // requirement: tool-name-length, tool-name-characters
  it.each<[string, string, string]>([
    ['an empty name', '', 'empty'],
    ['129 characters', 'x'.repeat(129), '129'],
    ['a blank', 'get user', '" "'],
    ['a comma', 'a,b', '","'],
    ['a slash', 'a/b', '"/"'],
    ['a letter beyond ASCII', 'größe', '"ö"'],
    ['a character beyond the basic plane', 'a😀', '"😀"'],
    ['a line feed at the end', 'a\n', '"\\n"'],
  ])('tells of %s', (_what, name, reason) => {
    expect(checkToolName(name)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });
});
