import { describe, expect, it } from 'vitest';
import { joinPath, prependPath } from '../../../src/protocol/shape/path.js';

type Segments = readonly (string | number)[];
const CASES: readonly (readonly [Segments, string])[] = [
  [[], ''],
  [['a'], 'a'],
  [[0], '[0]'],
  [['a', 0, 'b'], 'a[0].b'],
  [['_meta', 'a/b', '$schema'], '_meta["a/b"].$schema'],
  [['a', ''], 'a[""]'],
  [['a.b', '"'], '["a.b"]["\\""]'],
];

describe('paths', () => {
  it.each(CASES)('%j is written %s, from either end', (segments, expected) => {
    expect(segments.reduce<string>((path, segment) => joinPath(path, segment), '')).toBe(expected);
    expect(segments.reduceRight<string>((path, segment) => prependPath(segment, path), '')).toBe(expected);
  });
});
