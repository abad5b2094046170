import { describe, expect, it } from 'vitest';
import { askPermission, type PermissionVerdict } from '../../../src/host/index.js';
import type { Asker, Decision } from '../../../src/server/index.js';
import { question } from '../../support/questions.js';

const verdict = (action: PermissionVerdict['action']): PermissionVerdict => ({
  action,
  because: 'rule 3',
  rule: undefined,
});
const answering = (decision: unknown): Asker => ({ ask: () => decision as Decision });
const unasked: Asker = {
  ask: () => {
    throw new Error('nobody should be asked');
  },
};

describe('askPermission', () => {
  it.each([
    { action: 'allow', asker: unasked, granted: true, because: 'rule 3' },
    { action: 'deny', asker: unasked, granted: false, because: 'denied: rule 3' },
    { action: 'ask', asker: undefined, granted: false, because: /rule 3.*nobody to ask/ },
  ] as const)('asks nobody: $action', async ({ action, asker, granted, because }) => {
    const permission = await askPermission(verdict(action), asker, question());
    expect(permission.granted).toBe(granted);
    expect(permission.because).toMatch(because);
  });

  it.each([
    { decision: { kind: 'approve' }, because: 'approved' },
    { decision: { kind: 'approve', note: 'go on' }, because: 'go on' },
    { decision: { kind: 'value', value: 7 }, because: 'approved' },
  ])('$decision is a yes with the very arguments', async ({ decision, because }) => {
    const asked = question();
    const permission = await askPermission(verdict('ask'), answering(decision), asked);
    expect(permission).toEqual({ granted: true, arguments: asked.arguments, because });
    expect(permission.granted && permission.arguments).toBe(asked.arguments);
  });

  it('takes the arguments that the asker made of them', async () => {
    const decision = { kind: 'modify', value: { path: '/safe' } };
    const permission = await askPermission(verdict('ask'), answering(decision), question());
    expect(permission).toMatchObject({ granted: true, arguments: { path: '/safe' } });
  });

  it.each([
    [{ kind: 'reject' }, /refused/],
    [{ kind: 'reject', note: 'not on a Monday' }, /not on a Monday/],
    [{ kind: 'expired' }, /nobody answered/],
    [{ kind: 'modify', value: [] }, /none that can be used/],
    [{ kind: 'modify' }, /none that can be used/],
    [{ kind: 'yes' }, /none that can be used/],
    [{}, /none that can be used/],
    [true, /none that can be used/],
    [undefined, /none that can be used/],
    [null, /none that can be used/],
  ])('%j is a no', async (decision, because) => {
    const permission = await askPermission(verdict('ask'), answering(decision), question());
    expect(permission.granted).toBe(false);
    expect(permission.because).toMatch(because);
  });

  it('an asker that fails is a no that hides secrets', async () => {
    const asker: Asker = { ask: () => Promise.reject(new Error('Authorization: Bearer abcdef123456')) };
    const permission = await askPermission(verdict('ask'), asker, question());
    expect(permission.granted).toBe(false);
    expect(permission.because).toContain('asking failed');
    expect(permission.because).not.toContain('abcdef123456');
  });

  it.each([[Object.create(null)], [Symbol('x')]])(
    'whatever an asker throws, it is a no: %#',
    async (thrown) => {
      const asker: Asker = { ask: () => Promise.reject(thrown) };
      const permission = await askPermission(verdict('ask'), asker, question());
      expect(permission).toMatchObject({ granted: false, because: expect.stringContaining('asking failed') });
    },
  );
});
