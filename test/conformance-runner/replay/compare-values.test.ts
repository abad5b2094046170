import { describe, expect, it } from 'vitest';
import { Comparison, isSameScalar } from '../../../src/conformance/replay/compare-values.js';
import { IgnoredFields } from '../../../src/conformance/replay/ignored-fields.js';
import { OpaqueValues } from '../../../src/conformance/replay/opaque-values.js';

function compare(expected: unknown, actual: unknown, ignore: readonly string[] = []) {
  const opaque = new OpaqueValues('client');
  const comparison = new Comparison({ sender: 'server', ignored: new IgnoredFields(ignore), opaque });
  comparison.values(expected, actual);
  return comparison;
}
const places = (expected: unknown, actual: unknown, ignore?: readonly string[]) =>
  compare(expected, actual, ignore).departures.map(({ at }) => at);

describe('isSameScalar', () => {
  it.each([
    [1, 1, true],
    [1, '1', false],
    [0, -0, false],
    [null, undefined, false],
    ['a', 'a', true],
    ['[redacted]', 'whatever', true],
    ['[redacted]', 12, true],
    ['[redacted]', undefined, false],
    ['Bearer [redacted]', 'Bearer x', true],
    ['Bearer [redacted]', 'Basic x', false],
    ['a [redacted] b [redacted] c', 'a 1 b 2 c', true],
    ['a [redacted] b [redacted] c', 'a 1 2 c', false],
    ['ab[redacted]bc', 'abc', false],
    ['x[redacted]', 12, false],
  ])('%j, %j: %s', (expected, actual, same) => {
    expect(isSameScalar(expected, actual)).toBe(same);
  });
});

describe('Comparison', () => {
  it.each([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, []],
    [{ a: 1 }, { a: 2 }, ['/a']],
    [{ a: 1 }, {}, ['/a']],
    [{}, { a: 1 }, ['/a']],
    [{ a: undefined }, {}, []],
    [{ a: null }, {}, ['/a']],
    [
      [1, 2],
      [2, 1],
      ['/0', '/1'],
    ],
    [[1], [1, 2], ['/1']],
    [[1, 2], [1], ['/1']],
    [{ a: [] }, { a: {} }, ['/a']],
    [{ a: { 'b/c': 1 } }, { a: { 'b/c': 2 } }, ['/a/b~1c']],
    [{ constructor: 1 }, {}, ['/constructor']],
    [{}, JSON.parse('{"__proto__":1}'), ['/__proto__']],
    ['text', { a: 1 }, ['']],
  ])('%j and %j differ at %j', (expected, actual, at) => {
    expect(places(expected, actual)).toEqual(at);
  });

  it('shows what was expected and what came', () => {
    expect(compare({ a: 1 }, { a: 2 }).departures).toEqual([{ at: '/a', expected: 1, actual: 2 }]);
    expect(compare({ a: 1 }, { a: 1 }).isEqual).toBe(true);
  });

  it('does not look into what is ignored', () => {
    expect(places({ a: { b: 1 } }, { a: 2 }, ['a'])).toEqual([]);
    expect(places({ a: [1] }, { a: [2] }, ['/a/*'])).toEqual([]);
  });

  it('learns a value that the peer makes up, and does not compare it', () => {
    const { departures, learned } = compare(
      { result: { nextCursor: 'recorded' } },
      { result: { nextCursor: 'live' } },
    );
    expect(departures).toEqual([]);
    expect(learned).toMatchObject([{ recorded: 'recorded', live: 'live', place: { kind: 'cursor' } }]);
  });

  it('misses one that is not there', () => {
    expect(places({ result: { nextCursor: 'a' } }, { result: {} })).toEqual(['/result/nextCursor']);
    expect(places({ result: {} }, { result: { nextCursor: 'a' } })).toEqual(['/result/nextCursor']);
  });

  it('holds the peer to the very value that we made up', () => {
    const token = (progressToken: unknown) => ({ params: { progressToken } });
    expect(places(token(7), token(7))).toEqual([]);
    expect(places(token(7), token('7'))).toEqual(['/params/progressToken']);
  });

  it('holds the peer to a value of its own that it has used', () => {
    const opaque = new OpaqueValues('client');
    const comparison = new Comparison({ sender: 'server', ignored: new IgnoredFields(), opaque });
    const place = { kind: 'id', maker: 'server', defines: false } as const;
    opaque.learn({ place, recorded: 1, live: 'one' });
    comparison.opaque(place, 1, 'one', '/id');
    expect(comparison.isEqual).toBe(true);
    comparison.opaque(place, 1, 'two', '/id');
    expect(comparison.departures).toEqual([{ at: '/id', expected: 'one', actual: 'two' }]);
  });
});
