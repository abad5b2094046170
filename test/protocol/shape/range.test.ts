import { describe, expect, it } from 'vitest';
import { REVISIONS } from '../../../src/protocol/index.js';
import { includes } from '../../../src/protocol/shape/range.js';

describe('includes', () => {
  it.each([
    [{}, REVISIONS],
    [{ since: '2025-11-25' }, ['2025-11-25', '2026-07-28']],
    [{ until: '2025-03-26' }, ['2024-11-05', '2025-03-26']],
    [{ since: '2025-06-18', until: '2025-06-18' }, ['2025-06-18']],
    [{ since: '2026-07-28', until: '2025-11-25' }, []],
  ] as const)('%j', (range, expected) => {
    expect(REVISIONS.filter((revision) => includes(range, revision))).toEqual(expected);
  });
});
