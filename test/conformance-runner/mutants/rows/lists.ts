import type { Json } from '../base/json.js';
import { counter, type Deviation, errorInstead, onResult, paramsOf, readingParams } from '../deviations.js';
import type { MutantRow, MutantRows } from '../row.js';

const LISTS = [
  ['tools/list', 'tools'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resourceTemplates'],
  ['prompts/list', 'prompts'],
] as const;

const isKnown = (cursor: unknown): boolean => typeof cursor === 'string' && cursor.startsWith('after-');

const onPage = (method: string, change: (result: Json, params: Json) => Json): Deviation =>
  onResult(method, change);

/** The second page names itself as the next. */
const circling = (method: string): Deviation =>
  onPage(method, (result) => ({ ...result, nextCursor: 'after-2' }));

/** The second page begins with what the first has. */
const repeating = (method: string, member: string): Deviation => {
  let first: unknown;
  return onPage(method, (result, { cursor }) => {
    const items = result[member] as Json[];
    if (cursor === undefined) {
      [first] = items;
      return result;
    }
    return { ...result, [member]: [first, ...items] };
  });
};

/** In another order each time. */
const shuffling = (method: string, member: string): Deviation => {
  const count = counter();
  return onPage(method, (result) =>
    count() % 2 === 0 ? { ...result, [member]: [...(result[member] as Json[])].reverse() } : result,
  );
};

const rowsFor = ([method, member]: (typeof LISTS)[number]): MutantRow[] => [
  { check: `page-terminates-${method}`, deviation: circling(method), reason: /came again/ },
  {
    check: `page-terminates-${method}`,
    over: 'stdio',
    revision: '2025-06-18',
    verdict: 'warn',
    deviation: repeating(method, member),
    reason: /two pages/,
  },
  {
    check: `page-invalid-cursor-${method}`,
    deviation: readingParams(method, ({ cursor, ...params }) =>
      isKnown(cursor) ? { cursor, ...params } : params,
    ),
  },
  {
    check: `param-type-cursor-${method}`,
    deviation: errorInstead(
      method,
      { code: -32603 },
      (message) => typeof paramsOf(message)['cursor'] === 'number',
    ),
  },
  {
    check: `page-cachescope-${method}`,
    deviation: onPage(method, (result, { cursor }) =>
      cursor === undefined ? result : { ...result, cacheScope: 'private' },
    ),
  },
  { check: `determinism-${method}`, deviation: shuffling(method, member) },
  { check: `cache-${method}`, deviation: onPage(method, ({ ttlMs, ...result }) => result) },
];

export const LIST_ROWS: MutantRows = [
  ...LISTS.flatMap(rowsFor),
  {
    check: 'determinism-tools/list',
    revision: '2025-06-18',
    verdict: 'info',
    deviation: shuffling('tools/list', 'tools'),
  },
  {
    check: 'list-varies-per-connection',
    over: 'stdio',
    deviation: onPage('prompts/list', (result) => ({
      ...result,
      prompts: [...(result['prompts'] as Json[]), { name: `of-process-${process.pid}` }],
    })),
  },
  {
    check: 'cache-resources/read',
    deviation: onPage('resources/read', (result) => ({ ...result, ttlMs: 1.5 })),
  },
];
