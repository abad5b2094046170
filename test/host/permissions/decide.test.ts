import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decidePermission,
  type PermissionAction,
  type PermissionRule,
  type PermissionRules,
} from '../../../src/host/index.js';
import { NO_RULES } from '../../../src/host/permissions/permission-rule.js';

const NAME = 'mcp_s_t';

function rulesOf(...rules: readonly (readonly [string, PermissionAction])[]): PermissionRule[] {
  return rules.map(([tool, action], index) => ({
    tool,
    action,
    position: index + 1,
    path: '/home/me/.plainwire/permissions.json',
    line: index + 3,
  }));
}

const withRules = (...rules: readonly (readonly [string, PermissionAction])[]): PermissionRules => ({
  rules: rulesOf(...rules),
  tightening: [],
});

describe('decidePermission without a rule', () => {
  it.each([
    { trust: false, annotations: undefined, action: 'ask' },
    { trust: false, annotations: { readOnlyHint: true }, action: 'ask' },
    { trust: false, annotations: { destructiveHint: false }, action: 'ask' },
    { trust: false, annotations: { destructiveHint: true }, action: 'ask' },
    { trust: true, annotations: { readOnlyHint: true }, action: 'allow' },
    { trust: true, annotations: { destructiveHint: true }, action: 'ask' },
    { trust: true, annotations: { readOnlyHint: true, destructiveHint: true }, action: 'ask' },
    { trust: true, annotations: { readOnlyHint: 'yes', destructiveHint: 1 }, action: 'allow' },
    { trust: true, annotations: {}, action: 'allow' },
    { trust: true, annotations: undefined, action: 'allow' },
  ] as const)('trust $trust and $annotations: $action', ({ trust, annotations, action }) => {
    const verdict = decidePermission({ name: NAME, trust, annotations, rules: NO_RULES });
    expect(verdict).toMatchObject({ action, rule: undefined });
    expect(verdict.because).toMatch(/^no rule names it, and /);
  });

  it('does not ask before resources are read', () => {
    const question = { name: 'read_mcp_resource', trust: false, isResourceTool: true, rules: NO_RULES };
    expect(decidePermission(question).action).toBe('allow');
    expect(decidePermission({ ...question, readOnlyMode: true }).action).toBe('allow');
  });
});

describe('decidePermission with rules', () => {
  it('notices a list that was changed after it was first looked at', () => {
    const rules = rulesOf(['mcp_s_*', 'deny'], ['*', 'allow']);
    const decide = () =>
      decidePermission({ name: NAME, trust: false, rules: { rules, tightening: [] } }).action;
    expect(decide()).toBe('deny');
    rules.shift();
    expect(decide()).toBe('allow');
    rules.unshift(...rulesOf([NAME, 'ask']));
    expect(decide()).toBe('ask');
    rules.length = 0;
    expect(decide()).toBe('ask');
  });

  it.each([
    { rules: [['mcp_s_*', 'deny']], action: 'deny', position: 1 },
    {
      rules: [
        ['mcp_s_*', 'allow'],
        [NAME, 'deny'],
      ],
      action: 'allow',
      position: 1,
    },
    {
      rules: [
        ['mcp_other_*', 'deny'],
        ['*', 'ask'],
        [NAME, 'allow'],
      ],
      action: 'ask',
      position: 2,
    },
    { rules: [['mcp_s_?', 'allow']], action: 'allow', position: 1 },
  ] as const)('the first of $rules that matches decides', ({ rules, action, position }) => {
    const verdict = decidePermission({ name: NAME, trust: false, rules: withRules(...rules) });
    expect(verdict).toMatchObject({ action, rule: { position } });
    expect(verdict.because).toContain(
      `rule ${position} of /home/me/.plainwire/permissions.json:${position + 2}`,
    );
  });

  it('says which rule of the program decided', () => {
    const rules = {
      rules: [{ tool: '*', action: 'deny', position: 1, path: undefined, line: undefined } as const],
      tightening: [],
    };
    expect(decidePermission({ name: NAME, trust: true, rules }).because).toBe(
      'rule 1 of the program ("*": deny)',
    );
  });

  it('a rule counts for the tools that read resources as well', () => {
    const rules = withRules(['read_mcp_resource', 'deny']);
    const question = { name: 'read_mcp_resource', trust: false, isResourceTool: true, rules };
    expect(decidePermission(question).action).toBe('deny');
    expect(decidePermission({ ...question, name: 'list_mcp_resources' }).action).toBe('allow');
  });
});

describe('read-only mode', () => {
  it.each([
    { trust: false, annotations: { readOnlyHint: true }, rules: [], action: 'deny' },
    { trust: false, annotations: { readOnlyHint: true }, rules: [['*', 'allow']], action: 'deny' },
    { trust: true, annotations: undefined, rules: [['*', 'allow']], action: 'deny' },
    {
      trust: true,
      annotations: { readOnlyHint: true, destructiveHint: true },
      rules: [['*', 'allow']],
      action: 'deny',
    },
    { trust: true, annotations: { readOnlyHint: true }, rules: [], action: 'allow' },
    { trust: true, annotations: { readOnlyHint: true }, rules: [['*', 'ask']], action: 'ask' },
    { trust: true, annotations: { readOnlyHint: true }, rules: [['*', 'deny']], action: 'deny' },
  ] as const)('trust $trust, $annotations, $rules: $action', ({ trust, annotations, rules, action }) => {
    const question = { name: NAME, trust, annotations, readOnlyMode: true, rules: withRules(...rules) };
    expect(decidePermission(question).action).toBe(action);
  });
});

describe('rules of a project', () => {
  it.each([
    { user: 'allow', project: 'ask', action: 'ask' },
    { user: 'allow', project: 'deny', action: 'deny' },
    { user: 'ask', project: 'deny', action: 'deny' },
    { user: 'deny', project: 'ask', action: 'deny' },
    { user: 'ask', project: 'allow', action: 'ask' },
    { user: undefined, project: 'deny', action: 'deny' },
    { user: undefined, project: 'allow', action: 'ask' },
  ] as const)('user $user and project $project: $action', ({ user, project, action }) => {
    const rules = user === undefined ? [] : rulesOf(['*', user]);
    const question = { name: NAME, trust: false, rules: { rules, tightening: rulesOf(['*', project]) } };
    expect(decidePermission(question).action).toBe(action);
  });
});

describe('friction', () => {
  const annotations = fc.record(
    { readOnlyHint: fc.boolean(), destructiveHint: fc.boolean() },
    { requiredKeys: [] },
  );

  it('what an untrusted server says changes nothing', () => {
    fc.assert(
      fc.property(annotations, fc.boolean(), (hints, readOnlyMode) => {
        const question = { name: NAME, trust: false, readOnlyMode, rules: NO_RULES };
        expect(decidePermission({ ...question, annotations: hints })).toEqual(decidePermission(question));
      }),
    );
  });

  it('calling itself destructive never makes a tool easier to call', () => {
    const order: PermissionAction[] = ['allow', 'ask', 'deny'];
    fc.assert(
      fc.property(annotations, fc.boolean(), fc.boolean(), (hints, trust, readOnlyMode) => {
        const question = { name: NAME, trust, readOnlyMode, rules: NO_RULES };
        const mild = decidePermission({ ...question, annotations: { ...hints, destructiveHint: false } });
        const harsh = decidePermission({ ...question, annotations: { ...hints, destructiveHint: true } });
        expect(order.indexOf(harsh.action)).toBeGreaterThanOrEqual(order.indexOf(mild.action));
      }),
    );
  });
});
