import { describe, expect, it } from 'vitest';
import {
  breach,
  type Check,
  declares,
  isPassive,
  legacy,
  levels,
  modern,
  pass,
  skip,
} from '../../src/conformance/index.js';

describe('levels', () => {
  it.each([
    [levels('MUST'), ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']],
    [levels('MUST', '2025-06-18'), ['2025-06-18', '2025-11-25', '2026-07-28']],
    [levels('MUST', '2025-03-26', '2025-06-18'), ['2025-03-26', '2025-06-18']],
    [legacy('MUST'), ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']],
    [modern('MUST'), ['2026-07-28']],
  ])('%j', (given, revisions) => {
    expect(Object.keys(given)).toEqual(revisions);
  });

  it('are combined by spreading', () => {
    const combined = { ...legacy('INFO'), ...modern('MUST') };
    expect(combined['2025-11-25']).toBe('INFO');
    expect(combined['2026-07-28']).toBe('MUST');
  });
});

describe('judgements', () => {
  it('hold no member that was not given', () => {
    expect(pass()).toEqual({ kind: 'pass' });
    expect(breach('no')).toEqual({ kind: 'breach', reason: 'no' });
    expect(skip('not-applicable', 'none')).toEqual({ kind: 'skip', why: 'not-applicable', reason: 'none' });
  });

  it('keep their evidence', () => {
    const evidence = { records: [] };
    expect(breach('no', evidence)).toMatchObject({ evidence });
  });
});

it('tells checks that only look from those that send', () => {
  const facts = {
    id: 'a',
    title: 'A.',
    subject: 'wire',
    spec: { page: 'basic', anchor: '' },
    levels: {},
    transports: [],
  } as const;
  const looks: Check = { ...facts, judge: () => pass() };
  const sends: Check = { ...facts, run: async () => pass() };
  expect([looks, sends].map(isPassive)).toEqual([true, false]);
});

describe('declares', () => {
  it.each([
    [{ tools: {} }, 'tools', true],
    [{}, 'tools', false],
    [{ tools: null }, 'tools', false],
    [{ resources: { subscribe: true } }, 'resources.subscribe', true],
    [{ resources: { subscribe: false } }, 'resources.subscribe', false],
    [{ resources: {} }, 'resources.subscribe', false],
    [{ resources: true }, 'resources.subscribe', false],
    [{}, 'toString', false],
  ])('%j %s: %j', (capabilities, path, expected) => {
    expect(declares(capabilities, path)).toBe(expected);
  });
});
