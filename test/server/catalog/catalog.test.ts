import { describe, expect, it } from 'vitest';
import { isRpcError } from '../../../src/protocol/index.js';
import { Catalog } from '../../../src/server/catalog/catalog.js';

function catalogOf(count: number): Catalog<number> {
  const catalog = new Catalog<number>('thing', () => {});
  for (let index = 1; index <= count; index++) catalog.add(String(index), index);
  return catalog;
}

/** All pages, following the cursors. */
function pagesOf(catalog: Catalog<number>, size: number): number[][] {
  const pages: number[][] = [];
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const page = catalog.page(cursor, size);
    pages.push([...page.items]);
    cursor = page.nextCursor;
  }
  return pages;
}

describe('pages', () => {
  it.each<[number, number, number[][]]>([
    [0, 2, [[]]],
    [1, 2, [[1]]],
    [2, 2, [[1, 2]]],
    [3, 2, [[1, 2], [3]]],
    [
      4,
      2,
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [5, 1, [[1], [2], [3], [4], [5]]],
  ])('%i items, %i a page', (count, size, pages) => {
    expect(pagesOf(catalogOf(count), size)).toEqual(pages);
  });

  // requirement: pagination-stable-cursors
  it('go on where they were when items come and go', () => {
    const catalog = catalogOf(4);
    const { nextCursor } = catalog.page(undefined, 2);
    catalog.remove('1');
    catalog.remove('2');
    catalog.add('5', 5);
    expect(catalog.page(nextCursor, 10).items).toEqual([3, 4, 5]);
  });

  // requirement: pagination-invalid-cursor-code, pagination-stable-cursors
  it.each(['', '0', '-1', '1.5', '01', 'x', '99', '999999999999999999', '1e1', ' 1'])(
    'a cursor %j that was never given is -32602',
    (cursor) => {
      try {
        catalogOf(3).page(cursor, 2);
      } catch (error) {
        expect(isRpcError(error) && error.code).toBe(-32602);
        return;
      }
      throw new Error('accepted');
    },
  );
});

describe('items', () => {
  it('tell of every change, and of nothing else', () => {
    let changes = 0;
    const catalog = new Catalog<number>('thing', () => changes++);
    expect(catalog.wasUsed).toBe(false);
    catalog.add('a', 1);
    expect(() => catalog.add('a', 2)).toThrow('There is a thing "a" already');
    catalog.remove('b');
    catalog.remove('a');
    expect(changes).toBe(2);
    expect(catalog.wasUsed).toBe(true);
    expect(catalog.items()).toEqual([]);
  });
});
