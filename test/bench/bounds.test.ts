import { describe, expect, it } from 'vitest';
import { BOUNDS, judge } from '../../bench/bounds.mjs';

type Series = Record<string, number[]>;

const result = (scenario: string, series: Series) => ({ scenario, unit: 'ns', load: 0, series });
const ratio = { scenario: 'a', contender: 'ours', base: 'floor', max: 1.4 };
const value = { scenario: 'a', contender: 'ours', max: 4 };

describe('judge', () => {
  it.each<[string, (typeof ratio & { explained?: number }) | typeof value, Series, string]>([
    ['a ratio below', ratio, { floor: [10, 10, 10], ours: [13, 13, 13] }, 'met'],
    ['a ratio just there', ratio, { floor: [10, 10, 10], ours: [14, 14, 14] }, 'met'],
    ['a ratio above', ratio, { floor: [10, 10, 10], ours: [15, 15, 15] }, 'exceeded'],
    [
      'a ratio above by less than the noise',
      ratio,
      { floor: [10, 10, 10], ours: [12, 15, 18] },
      'within noise',
    ],
    [
      'a ratio above that is explained',
      { ...ratio, explained: 1.7 },
      { floor: [10], ours: [16] },
      'explained',
    ],
    ['a ratio above the explained', { ...ratio, explained: 1.7 }, { floor: [10], ours: [18] }, 'exceeded'],
    ['a slow floor with a slow contender', ratio, { floor: [10, 50, 10], ours: [13, 65, 13] }, 'met'],
    ['a value below', value, { ours: [3.9] }, 'met'],
    ['a value above', value, { ours: [4.1, 4.1] }, 'exceeded'],
    ['a contender that is not there', ratio, { floor: [1] }, 'not measured'],
    ['a base that is not there', ratio, { ours: [1] }, 'not measured'],
  ])('%s', (_, bound, series, verdict) => {
    expect(judge([result('a', series)], [bound])).toMatchObject([{ verdict }]);
  });

  it('says what was not measured at all', () => {
    expect(judge([], [ratio])).toMatchObject([{ verdict: 'not measured' }]);
  });
});

describe('the bounds', () => {
  it('can each fail', () => {
    for (const bound of BOUNDS) {
      const series = {
        [bound.contender]: [bound.max * 2],
        ...(bound.base === undefined ? {} : { [bound.base]: [1] }),
      };
      expect(judge([result(bound.scenario, series)], [bound])).toMatchObject([{ verdict: 'exceeded' }]);
    }
  });
});
