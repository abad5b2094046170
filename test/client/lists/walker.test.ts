import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListPage, WalkOptions } from '../../../src/client/lists/walker.js';
import { walkList } from '../../../src/client/lists/walker.js';
import type { Era, Fault } from '../../../src/protocol/index.js';
import { DEFAULT_LIMITS, RpcError } from '../../../src/protocol/index.js';

interface Named {
  readonly name: string;
}

interface Script {
  readonly names: string;
  readonly next?: unknown;
  readonly freshUntil?: number;
}

/** Answers page by page, whatever the cursor; the last page again and again. */
function walkOver(pages: readonly Script[], overrides: Partial<WalkOptions<Named>> = {}) {
  const cursors: (string | undefined)[] = [];
  const warnings: Fault[] = [];
  const walk = walkList<Named>({
    method: 'tools/list',
    era: 'modern',
    limits: DEFAULT_LIMITS,
    keyOf: ({ name }) => name,
    warn: (warning) => warnings.push(warning),
    fetchPage: async (cursor): Promise<ListPage<Named>> => {
      const page = pages[Math.min(cursors.length, pages.length - 1)];
      cursors.push(cursor);
      return {
        items: [...(page?.names ?? '')].map((name) => ({ name })),
        quarantined: [],
        nextCursor: page?.next,
        freshUntil: page?.freshUntil ?? 0,
      };
    },
    ...overrides,
  });
  return { walk, cursors, warnings };
}

const namesOf = (items: readonly Named[]): string => items.map(({ name }) => name).join('');

describe('cursors', () => {
  // requirement: pagination-missing-cursor-ends, pagination-cursor-opaque, legacy-pagination-cursor-opaque
  // requirement: pagination-empty-cursor-continues
  it.each<{ title: string; era: Era; pages: Script[]; names: string; cursors: (string | undefined)[] }>([
    {
      title: 'no cursor is the end',
      era: 'modern',
      pages: [{ names: 'ab' }],
      names: 'ab',
      cursors: [undefined],
    },
    {
      title: 'null is the end',
      era: 'modern',
      pages: [{ names: 'ab', next: null }],
      names: 'ab',
      cursors: [undefined],
    },
    {
      title: 'a cursor is followed as it came',
      era: 'modern',
      pages: [{ names: 'ab', next: ' 0 ' }, { names: 'cd', next: '0' }, { names: 'e' }],
      names: 'abcde',
      cursors: [undefined, ' 0 ', '0'],
    },
    {
      title: 'the empty cursor is followed today',
      era: 'modern',
      pages: [{ names: 'ab', next: '' }, { names: 'cd' }],
      names: 'abcd',
      cursors: [undefined, ''],
    },
    {
      title: 'the empty cursor is the end for a legacy server',
      era: 'legacy',
      pages: [{ names: 'ab', next: '' }, { names: 'cd' }],
      names: 'ab',
      cursors: [undefined],
    },
  ])('$title ($era)', async ({ era, pages, names, cursors }) => {
    const walked = walkOver(pages, { era });
    const list = await walked.walk;
    expect(namesOf(list.items)).toBe(names);
    expect(walked.cursors).toEqual(cursors);
    expect(walked.warnings).toEqual([]);
  });

  it('stops before the page that repeats a cursor, and says so', async () => {
    const { walk, cursors, warnings } = walkOver([
      { names: 'ab', next: 'x' },
      { names: 'cd', next: 'x' },
    ]);
    expect(namesOf((await walk).items)).toBe('ab');
    expect(cursors).toEqual([undefined, 'x']);
    expect(warnings.map(({ code }) => code)).toEqual(['invalid_result']);
  });

  // requirement: cache-invalid-cursor-restarts
  it.each([
    { title: 'once', refusals: 1, names: 'abcd', asked: [undefined, 'x', undefined, 'x'] },
    { title: 'and no more', refusals: 2, names: undefined, asked: [undefined, 'x', undefined, 'x'] },
  ])('begins again when a cursor is refused, $title', async ({ refusals, names, asked }) => {
    const cursors: (string | undefined)[] = [];
    let left = refusals;
    const { walk } = walkOver([], {
      fetchPage: async (cursor) => {
        cursors.push(cursor);
        if (cursor !== undefined && left-- > 0) throw new RpcError(-32602, 'Invalid cursor');
        const letters = cursor === undefined ? 'ab' : 'cd';
        const items = [...letters].map((name) => ({ name }));
        return { items, quarantined: [], nextCursor: cursor === undefined ? 'x' : undefined, freshUntil: 0 };
      },
    });
    if (names === undefined) await expect(walk).rejects.toMatchObject({ code: -32602 });
    else expect(namesOf((await walk).items)).toBe(names);
    expect(cursors).toEqual(asked);
  });

  it.each([
    { title: 'the first page is refused', at: undefined, error: new RpcError(-32602, 'no') },
    { title: 'a page fails otherwise', at: 'x', error: new RpcError(-32603, 'down') },
  ])('ends when $title', async ({ at, error }) => {
    let asked = 0;
    const { walk } = walkOver([], {
      fetchPage: async (cursor) => {
        asked += 1;
        if (cursor === at) throw error;
        return { items: [], quarantined: [], nextCursor: 'x', freshUntil: 0 };
      },
    });
    await expect(walk).rejects.toBe(error);
    expect(asked).toBe(at === undefined ? 1 : 2);
  });

  it('sees a repeat over more than one page', async () => {
    const { walk, cursors } = walkOver([
      { names: 'a', next: 'x' },
      { names: 'b', next: 'y' },
      { names: 'c', next: 'x' },
    ]);
    expect(namesOf((await walk).items)).toBe('ab');
    expect(cursors).toEqual([undefined, 'x', 'y']);
  });

  it('ends at a cursor that is no string, and says so', async () => {
    const { walk, warnings } = walkOver([{ names: 'ab', next: 7 }]);
    expect(namesOf((await walk).items)).toBe('ab');
    expect(warnings).toHaveLength(1);
  });

  // requirement: pagination-no-fixed-page-size
  it('ends on every list of cursors, with every item of the pages before the repeat', async () => {
    const script = fc.array(
      fc.record({ names: fc.stringMatching(/^[a-z]{0,3}$/), next: fc.constantFrom('', 'x', 'y', 'z') }),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    await fc.assert(
      fc.asyncProperty(script, async (pages) => {
        const { walk, cursors } = walkOver(pages);
        const list = await walk;
        const kept = pages.slice(0, cursors.length - 1);
        expect(new Set(namesOf(list.items))).toEqual(new Set(kept.flatMap(({ names }) => [...names])));
      }),
    );
  });
});

describe('limits', () => {
  it.each([
    { limit: 'listPages', value: 3, fails: false },
    { limit: 'listPages', value: 2, fails: true },
    { limit: 'listItems', value: 6, fails: false },
    { limit: 'listItems', value: 5, fails: true },
  ])('$limit of $value for 3 pages of 2: fails $fails', async ({ limit, value, fails }) => {
    const pages = [{ names: 'ab', next: '1' }, { names: 'cd', next: '2' }, { names: 'ef' }];
    const { walk } = walkOver(pages, { limits: { ...DEFAULT_LIMITS, [limit]: value } });
    if (fails) await expect(walk).rejects.toMatchObject({ code: 'limit_exceeded', limit });
    else expect(namesOf((await walk).items)).toBe('abcdef');
  });
});

describe('items', () => {
  it('may all be bad, and more than a call takes arguments', async () => {
    const quarantined = Array.from({ length: 300_000 }, () => ({ item: 0, reason: 'bad' }));
    const walk = (listItems: number) =>
      walkList<{ name: string }>({
        method: 'tools/list',
        era: 'modern',
        limits: { ...DEFAULT_LIMITS, listItems },
        keyOf: ({ name }) => name,
        warn: () => {},
        fetchPage: async () => ({ items: [], quarantined, nextCursor: undefined, freshUntil: 0 }),
      });
    await expect(walk(299_999)).rejects.toMatchObject({ code: 'limit_exceeded', limit: 'listItems' });
    expect((await walk(300_000)).quarantined).toHaveLength(300_000);
  });

  it('keeps the first of two with one name, and reports the other', async () => {
    const { walk, warnings } = walkOver([{ names: 'aba', next: 'x' }, { names: 'bc' }]);
    const list = await walk;
    expect(namesOf(list.items)).toBe('abc');
    expect(list.quarantined.map(({ item }) => item)).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]?.message).toContain('"a" is in the list already');
  });

  it('is as fresh as its stalest page', async () => {
    const { walk } = walkOver([
      { names: 'a', next: 'x', freshUntil: 900 },
      { names: 'b', next: 'y', freshUntil: 300 },
      { names: 'c', freshUntil: 500 },
    ]);
    expect((await walk).freshUntil).toBe(300);
  });
});
