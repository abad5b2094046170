import { describe, expect, it } from 'vitest';
import type { ActiveCheck, Check } from '../../../src/conformance/index.js';
import { EVERY_TRANSPORT, legacy, levels, pass, selectChecks } from '../../../src/conformance/index.js';
import { isApplicable, reasonToSkip, unmatchedPatterns } from '../../../src/conformance/run/select.js';
import { REVISIONS, type Revision } from '../../../src/protocol/index.js';

const check = (id: string, more: Partial<ActiveCheck> = {}): ActiveCheck => ({
  id,
  title: 'A rule.',
  subject: 'tools',
  spec: { page: 'server/tools', anchor: '' },
  levels: levels('MUST'),
  transports: EVERY_TRANSPORT,
  run: async () => pass(),
  ...more,
});

describe('selectChecks', () => {
  const checks: Check[] = [check('tool-a'), check('tool-b'), check('ping', { subject: 'utilities' })];

  it.each([
    [{}, ['tool-a', 'tool-b', 'ping']],
    [{ only: [] }, ['tool-a', 'tool-b', 'ping']],
    [{ only: ['tool-a'] }, ['tool-a']],
    [{ only: ['tool-*'] }, ['tool-a', 'tool-b']],
    [{ only: ['utilities'] }, ['ping']],
    [{ only: ['tools', 'ping'], skip: ['*-b'] }, ['tool-a', 'ping']],
    [{ skip: ['tools'] }, ['ping']],
    [{ only: ['tool'] }, []],
    [{ only: ['tool.a'] }, []],
  ])('%j', (patterns, ids) => {
    expect(selectChecks(checks, patterns).map(({ id }) => id)).toEqual(ids);
  });

  it('tells patterns that fit nothing', () => {
    expect(unmatchedPatterns(checks, ['tool-*', 'nix', 'utilities'])).toEqual(['nix']);
  });
});

describe('isApplicable', () => {
  const all: readonly Revision[] = REVISIONS;

  it.each([
    [{}, '2024-11-05', 'stdio', all, true],
    [{ levels: legacy('MUST') }, '2026-07-28', 'stdio', all, false],
    [{ transports: ['http'] as const }, '2025-11-25', 'stdio', all, false],
    [{ oncePerEra: true as const }, '2025-11-25', 'stdio', all, true],
    [{ oncePerEra: true as const }, '2025-06-18', 'stdio', all, false],
    [{ oncePerEra: true as const }, '2026-07-28', 'stdio', all, true],
    [{ oncePerEra: true as const }, '2025-06-18', 'stdio', ['2024-11-05', '2025-06-18'] as const, true],
    // The newest one in which it has a level.
    [
      { oncePerEra: true as const, levels: levels('MUST', undefined, '2025-03-26') },
      '2025-03-26',
      'stdio',
      all,
      true,
    ],
  ] as const)('%j in %s over %s: %#', (more, revision, transport, served, expected) => {
    expect(isApplicable(check('a', more), revision, transport, served)).toBe(expected);
  });
});

describe('reasonToSkip', () => {
  const open = { access: 'open', capabilities: { tools: {} } } as const;
  const skipOf = (more: Partial<ActiveCheck>, permissions: object = {}) => {
    const reason = reasonToSkip(check('a', more), {
      server: open,
      isLocal: true,
      options: {},
      ...permissions,
    });
    return reason?.kind === 'skip' ? reason.why : reason;
  };
  const remote = { isLocal: false };

  it.each([
    ['an ordinary check', {}, {}, undefined],
    ['a declared capability', { needs: 'tools' }, {}, undefined],
    ['an absent capability', { needs: 'prompts' }, {}, 'capability-absent'],
    ['malformed input, remote', {}, remote, 'not-permitted'],
    ['malformed input, remote, allowed', {}, { ...remote, options: { remote: true } }, undefined],
    ['well-formed input, remote', { isWellFormed: true }, remote, undefined],
    ['an unknown tool', { callsTools: 'unknown' }, {}, undefined],
    ['an unknown tool, no calls', { callsTools: 'unknown' }, { options: { noCalls: true } }, 'not-permitted'],
    ['a listed tool', { callsTools: 'listed' }, {}, 'not-permitted'],
    ['a listed tool, allowed', { callsTools: 'listed' }, { options: { allowCalls: ['a'] } }, undefined],
    ['a read-only tool', { callsTools: 'listed' }, { options: { callReadonly: true } }, undefined],
    ['behind a login', {}, { server: { ...open, access: 'protected' } }, 'could-not-test'],
    ['about the login', { runsUnauthorized: true }, { server: { ...open, access: 'protected' } }, undefined],
  ] as const)('%s', (_, more, permissions, expected) => {
    expect(skipOf(more as Partial<ActiveCheck>, permissions)).toBe(expected);
  });
});
