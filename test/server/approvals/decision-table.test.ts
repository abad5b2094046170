import { describe, expect, it } from 'vitest';
import type { HookAnswer } from '../../../src/server/approvals/decision-table.js';
import { admissionOf, allowedBy, verdictOf } from '../../../src/server/approvals/decision-table.js';

const absent: HookAnswer = { kind: 'absent' };
const says = (value: unknown): HookAnswer => ({ kind: 'said', value });
const threw: HookAnswer = { kind: 'threw', error: new Error('bug') };

describe('whether somebody has to be asked', () => {
  it.each([
    ['nothing set', false, absent, absent, 'ask'],
    ['on the list', true, absent, absent, 'auto_allow'],
    ['on the list, and the predicate agrees', true, says(true), absent, 'auto_allow'],
    ['on the list, and the predicate holds it back', true, says(false), absent, 'ask'],
    ['on the list, and the predicate throws', true, threw, absent, 'ask'],
    // A predicate only ever takes away.
    ['not on the list, whatever the predicate says', false, says(true), absent, 'ask'],
    ['on the list, and the predicate says something odd', true, says('yes'), absent, 'ask'],
    ['on the list, and the predicate says nothing', true, says(undefined), absent, 'ask'],
    ['the gate lets it through', false, absent, says(false), 'autonomy'],
    ['the gate holds it', false, absent, says(true), 'ask'],
    ['the gate throws', false, absent, threw, 'ask'],
    ['the gate says nothing', false, absent, says(undefined), 'ask'],
    ['the gate says 0', false, absent, says(0), 'ask'],
    ['on the list, and the gate holds it', true, absent, says(true), 'auto_allow'],
    ['held back by the predicate, and the gate lets it through', true, says(false), says(false), 'autonomy'],
    ['held back by the predicate, and the gate throws', true, says(false), threw, 'ask'],
  ] as const)('%s', (_name, isListed, when, gate, expected) => {
    expect(admissionOf({ isListed, when, gate })).toBe(expected);
  });

  it.each(['auto_allow', 'autonomy'] as const)('%s allows without anybody', (source) => {
    expect(allowedBy(source)).toMatchObject({ allowed: true, source, actor: undefined });
  });
});

const circular: Record<string, unknown> = {};
circular['self'] = circular;
const answered = (decision: unknown) => ({ kind: 'answered', decision }) as const;
const NOT_REFUSED = 'Nobody refused this call; it was denied because nobody approved it.';

describe('the verdict', () => {
  it.each([
    [
      'approve',
      { kind: 'approve', actor: 'ann' },
      { allowed: true, source: 'asker', actor: 'ann', reason: 'approved' },
    ],
    [
      'approve with a note',
      { kind: 'approve', note: 'fine' },
      { allowed: true, source: 'asker', reason: 'fine' },
    ],
    ['value', { kind: 'value', value: { other: 1 } }, { allowed: true, source: 'asker' }],
    [
      'modify',
      { kind: 'modify', value: { path: '/safe' }, actor: 'ann' },
      { allowed: true, source: 'asker', modified: { path: '/safe' }, actor: 'ann' },
    ],
    ['modify with an empty object', { kind: 'modify', value: {} }, { allowed: true, modified: {} }],
  ])('of %s allows', (_name, decision, expected) => {
    expect(verdictOf(answered(decision), undefined)).toMatchObject(expected);
  });

  it.each([
    ['approve', { kind: 'approve' }],
    ['value', { kind: 'value', value: { other: 1 } }],
  ])('of %s leaves the arguments alone', (_name, decision) => {
    expect(verdictOf(answered(decision), undefined)).not.toHaveProperty('modified');
  });

  it.each([
    [
      'reject',
      { kind: 'reject', note: '/etc is out of scope', actor: 'ci' },
      'asker',
      '/etc is out of scope',
    ],
    ['reject without a note', { kind: 'reject' }, 'asker', 'The reviewer refused this call.'],
    ['reject with a blank note', { kind: 'reject', note: ' ' }, 'asker', 'The reviewer refused this call.'],
    ['expired', { kind: 'expired' }, 'timeout', `Nobody answered within 30s. ${NOT_REFUSED}`],
    ['expired with a note', { kind: 'expired', note: 'shift is over' }, 'timeout', 'shift is over'],
    ['nothing', undefined, 'error', expect.stringContaining(NOT_REFUSED)],
    ['true', true, 'error', expect.stringContaining(NOT_REFUSED)],
    ['a word', 'approve', 'error', expect.stringContaining(NOT_REFUSED)],
    ['an unknown kind', { kind: 'allow' }, 'error', expect.stringContaining('`kind`')],
    ['modify with a list', { kind: 'modify', value: ['/safe'] }, 'error', expect.stringContaining('`value`')],
    ['modify with text', { kind: 'modify', value: '/safe' }, 'error', expect.stringContaining('`value`')],
    ['modify with nothing', { kind: 'modify' }, 'error', expect.stringContaining('`value`')],
    ['modify with null', { kind: 'modify', value: null }, 'error', expect.stringContaining('`value`')],
    [
      'modify with a circle',
      { kind: 'modify', value: circular },
      'error',
      expect.stringContaining('`value`'),
    ],
    [
      'modify with a promise',
      { kind: 'modify', value: Promise.resolve({ path: '/safe' }) },
      'error',
      expect.stringContaining('`value`'),
    ],
    [
      'an object that throws',
      {
        get kind() {
          throw new Error('no kind');
        },
      },
      'error',
      expect.stringContaining('Error: no kind'),
    ],
  ])('of %s denies', (_name, decision, source, reason) => {
    expect(verdictOf(answered(decision), 30_000)).toMatchObject({ allowed: false, source, reason });
  });

  it.each([
    [
      'an asker that throws',
      { kind: 'threw', error: new TypeError('socket closed') },
      'error',
      /TypeError: socket closed/,
    ],
    ['an asker that throws text', { kind: 'threw', error: 'down' }, 'error', /\(down\)/],
    [
      'an asker that throws what cannot be read',
      { kind: 'threw', error: Object.create(null) },
      'error',
      /cannot be described/,
    ],
    ['time that ran out', { kind: 'expired' }, 'timeout', /^Nobody answered within 0\.05s\./],
    ['a caller that went away', { kind: 'withdrawn', why: 'gone' }, 'withdrawn', /^gone$/],
    ['what was not asked', { kind: 'refused', why: 'too many' }, 'error', /^too many$/],
  ] as const)('of %s denies', (_name, outcome, source, reason) => {
    const verdict = verdictOf(outcome, 50);
    expect(verdict).toMatchObject({ allowed: false, source });
    expect(verdict.reason).toMatch(reason);
  });

  it('tells a refusal from an expiry', () => {
    const refused = verdictOf(answered({ kind: 'reject' }), 1000).reason;
    const expired = verdictOf({ kind: 'expired' }, 1000).reason;
    expect(refused).not.toBe(expired);
    expect(refused).toContain('refused');
    expect(expired).toContain('1s');
  });

  it('is what was checked, whatever the decision says the second time', () => {
    const kinds = ['reject', 'approve'];
    const decision = {
      get kind() {
        return kinds.shift();
      },
    };
    expect(verdictOf(answered(decision), undefined)).toMatchObject({ allowed: false, source: 'asker' });
  });

  it('is not changed by what happens to the decision later', () => {
    const decision = { kind: 'modify', value: { path: '/safe' } };
    const verdict = verdictOf(answered(decision), undefined);
    decision.value.path = '/etc';
    expect(verdict).toMatchObject({ modified: { path: '/safe' } });
  });
});
