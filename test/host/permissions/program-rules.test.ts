import { describe, expect, it } from 'vitest';
import { NO_RULES, type PermissionRule } from '../../../src/host/permissions/permission-rule.js';
import { permissionRules } from '../../../src/host/permissions/program-rules.js';
import { isFault } from '../../../src/protocol/index.js';

type Given = Parameters<typeof permissionRules>[0];
const loaded: PermissionRule = { tool: 'a', action: 'deny', position: 7, path: '/p.json', line: 9 };

describe('the rules that a host is given', () => {
  it('may be none', () => {
    expect(permissionRules(undefined)).toBe(NO_RULES);
  });

  it('are counted when they are a program’s', () => {
    const { rules, tightening } = permissionRules([{ tool: 'a', action: 'allow' }]);
    expect(rules).toEqual([{ tool: 'a', action: 'allow', position: 1, path: undefined, line: undefined }]);
    expect(tightening).toEqual([]);
  });

  it('keep their place when they were loaded', () => {
    const given = { rules: [loaded], tightening: [{ ...loaded, position: 8 }], problems: [] };
    expect(permissionRules(given)).toEqual({ rules: [loaded], tightening: [{ ...loaded, position: 8 }] });
  });

  it('may be a permissions.json that the program parsed itself', () => {
    const given = { rules: [{ tool: '*', action: 'deny' }] } as unknown as Given;
    expect(permissionRules(given)).toEqual({
      rules: [{ tool: '*', action: 'deny', position: 1, path: undefined, line: undefined }],
      tightening: [],
    });
  });

  it('do not change with what was given', () => {
    const rules = [loaded];
    const taken = permissionRules({ rules, tightening: [] });
    rules.pop();
    expect(taken.rules).toEqual([loaded]);
    expect(Object.isFrozen(taken.rules[0])).toBe(true);
  });

  it.each([
    null,
    'x',
    5,
    {},
    { rules: 5 },
    { rules: [{ ...loaded, action: 'Deny' }] },
    { rules: [{ ...loaded, tool: 5 }] },
    { rules: [null] },
    { rules: [{ tool: 'a', action: 'deny', unless: 'b' }] },
    { rules: [], tightening: [{ ...loaded, action: 'never' }] },
    [{ tool: 'a', action: 'never' }],
  ])('%j is refused', (given) => {
    let failure: unknown;
    try {
      permissionRules(given as unknown as Given);
    } catch (error) {
      failure = error;
    }
    expect(isFault(failure, 'invalid_argument')).toBe(true);
  });
});
