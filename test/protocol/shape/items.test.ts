import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inline, string } from '../../../src/protocol/shape/build.js';
import { checkItems } from '../../../src/protocol/shape/items.js';

const shape = inline({ name: string() });

describe('checkItems', () => {
  it('keeps the very array when every item fits', () => {
    const items = [{ name: 'a' }, { name: 'b', extra: 1 }];
    expect(checkItems(shape, items).kept).toBe(items);
    expect(checkItems(shape, items).quarantined).toEqual([]);
  });

  it('sets a bad item aside, with where it stood and what is wrong', () => {
    const good = { name: 'b' };
    const result = checkItems(shape, [{ name: 1 }, good, null]);
    expect(result.kept).toEqual([good]);
    expect(result.kept[0]).toBe(good);
    expect(result.quarantined).toEqual([
      { index: 0, item: { name: 1 }, reason: 'name: expected a string' },
      { index: 2, item: null, reason: 'expected an object' },
    ]);
  });

  it('loses no item, whatever is in the list', () => {
    const item = fc.oneof(fc.record({ name: fc.string() }), fc.jsonValue());
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const { kept, quarantined } = checkItems(shape, items);
        const bad = new Set(quarantined.map(({ index }) => index));
        expect(kept).toEqual(items.filter((_, index) => !bad.has(index)));
        expect(quarantined.map(({ item }) => item)).toEqual(items.filter((_, index) => bad.has(index)));
      }),
    );
  });
});
