import { describe, expect, it } from 'vitest';
import type { Revision } from '../../../src/protocol/index.js';
import { answerInitialize, chooseRevision, Fault, REVISIONS } from '../../../src/protocol/index.js';

describe('chooseRevision', () => {
  it.each<[string, readonly Revision[], readonly unknown[], Revision | undefined]>([
    ['the newest in common', REVISIONS, ['2025-03-26', '2025-11-25', '2024-11-05'], '2025-11-25'],
    ['our order does not matter', ['2024-11-05', '2026-07-28', '2025-06-18'], [...REVISIONS], '2026-07-28'],
    ['unknown versions are passed over', REVISIONS, ['2099-01-01', '2025-06-18'], '2025-06-18'],
    ['what is no text is passed over', REVISIONS, [null, 5, {}, '2025-06-18'], '2025-06-18'],
    ['only what we are willing to speak', ['2025-06-18'], [...REVISIONS], '2025-06-18'],
    ['nothing in common', ['2026-07-28'], ['2025-11-25'], undefined],
    ['nothing offered', REVISIONS, [], undefined],
    ['no partial match', REVISIONS, ['2026-07-28-rc', '2026'], undefined],
  ])('%s', (_name, ours, theirs, expected) => {
    expect(chooseRevision(ours, theirs)).toBe(expected);
  });

  it('does not sort the caller’s list', () => {
    const ours: Revision[] = ['2026-07-28', '2024-11-05'];
    chooseRevision(ours, ours);
    expect(ours).toEqual(['2026-07-28', '2024-11-05']);
  });
});

describe('answerInitialize', () => {
  // requirement: initialize-same-version-answered, initialize-other-version-answered
  // requirement: initialize-latest-version-answered
  it.each<[string, unknown, readonly Revision[], Revision]>([
    ['the same, if served', '2025-03-26', REVISIONS, '2025-03-26'],
    ['our latest legacy for an unknown one', '1999-01-01', REVISIONS, '2025-11-25'],
    ['our latest legacy for a later one', '2099-12-31', REVISIONS, '2025-11-25'],
    ['never a modern one, even when asked for', '2026-07-28', REVISIONS, '2025-11-25'],
    [
      'our latest legacy when the asked one is not served',
      '2025-11-25',
      ['2024-11-05', '2025-06-18'],
      '2025-06-18',
    ],
    ['an empty text', '', REVISIONS, '2025-11-25'],
    ['no text', 5, REVISIONS, '2025-11-25'],
    ['nothing', undefined, REVISIONS, '2025-11-25'],
  ])('%s', (_name, requested, ours, expected) => {
    expect(answerInitialize(requested, ours)).toBe(expected);
  });

  it('has no answer without a legacy revision', () => {
    expect(() => answerInitialize('2025-11-25', ['2026-07-28'])).toThrow(Fault);
  });
});
