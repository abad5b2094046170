import type { JsonObject } from '../../protocol/index.js';
import {
  breach,
  type Check,
  EVERY_TRANSPORT,
  type Judgement,
  levels,
  modern,
  pass,
  skip,
  warn,
} from '../check.js';
import { type CheckContext, declares, type ListMethod, type ListWalk } from '../context.js';
import { passage } from '../spec-passage.js';
import type { WireSession } from '../wire/wire-session.js';
import { CODES, describe, expectError, worst } from './reply-judgement.js';
import { PAGINATION_ERRORS, pages } from './spec-pages.js';

export interface ListRow {
  readonly method: ListMethod;
  readonly capability: string;
  /** The member of the result with the items. */
  readonly member: string;
  /** The member of an item that tells it from others. */
  readonly key: string;
}

export const LISTS: readonly ListRow[] = [
  { method: 'tools/list', capability: 'tools', member: 'tools', key: 'name' },
  { method: 'resources/list', capability: 'resources', member: 'resources', key: 'uri' },
  {
    method: 'resources/templates/list',
    capability: 'resources',
    member: 'resourceTemplates',
    key: 'uriTemplate',
  },
  { method: 'prompts/list', capability: 'prompts', member: 'prompts', key: 'name' },
];

const PAGINATION = passage('server/utilities/pagination#pagination-model');
const MAX_PAGES = 50;

const itemsOf = (page: JsonObject | undefined, member: string): readonly unknown[] => {
  const items = page?.[member];
  return Array.isArray(items) ? items : [];
};

/** An item that stands on two pages. Twins on one page are the business of other checks. */
function repeatedItem(walk: ListWalk, { member, key }: ListRow): string | undefined {
  const pageOf = new Map<unknown, number>();
  for (const [index, page] of walk.pages.entries()) {
    for (const item of itemsOf(page, member)) {
      const id = (item as JsonObject | null)?.[key];
      const earlier = pageOf.get(id);
      if (earlier !== undefined && earlier !== index) return String(id);
      pageOf.set(id, index);
    }
  }
  return undefined;
}

const terminates = (row: ListRow): Check => ({
  id: `page-terminates-${row.method}`,
  title: `Following nextCursor of ${row.method} comes to an end, and no item comes twice.`,
  subject: 'lists',
  spec: PAGINATION,
  levels: levels('MUST'),
  transports: EVERY_TRANSPORT,
  needs: row.capability,
  isWellFormed: true,
  async run(context) {
    const walk = await context.list(row.method);
    if (walk.problem !== undefined) return breach(`${row.method}: ${walk.problem}`, walk);
    const twice = repeatedItem(walk, row);
    // server/utilities/pagination#implementation-guidelines: servers SHOULD provide stable cursors.
    if (twice !== undefined) return warn(`${row.method}: '${twice}' stands on two pages`, walk);
    return pass(`${walk.items.length} items on ${walk.pages.length} pages`);
  },
});

const cursorCheck = (
  { method, capability }: ListRow,
  [id, what, cursor]: readonly [id: string, what: string, cursor: string | number],
): Check => ({
  id: `${id}-${method}`,
  title: `${method} with ${what} is refused with -32602.`,
  subject: 'lists',
  spec: PAGINATION_ERRORS,
  levels: levels('SHOULD'),
  transports: EVERY_TRANSPORT,
  needs: capability,
  async run(context) {
    const reply = await (await context.session()).request(method, { cursor });
    return expectError(reply, `${method} with cursor ${JSON.stringify(cursor)}`, [CODES.invalidParams]);
  },
});

const CURSORS = [
  ['page-invalid-cursor', 'an unknown cursor', 'not-a-cursor'],
  ['param-type-cursor', 'a cursor that is no string', 42],
] as const;

const sameScope = (row: ListRow): Check => ({
  id: `page-cachescope-${row.method}`,
  title: `All pages of ${row.method} have the same cacheScope.`,
  subject: 'lists',
  spec: passage('server/utilities/caching#interaction-with-pagination'),
  levels: modern('MUST'),
  transports: EVERY_TRANSPORT,
  needs: row.capability,
  isWellFormed: true,
  async run(context) {
    const walk = await context.list(row.method);
    if (walk.pages.length < 2) return skip('not-applicable', 'the list has one page');
    const scopes = [...new Set(walk.pages.map((page) => JSON.stringify(page['cacheScope'])))];
    if (scopes.length === 1) return pass();
    return breach(`the pages of ${row.method} have the cacheScope ${scopes.join(' and ')}`, walk);
  },
});

const deterministic = (row: ListRow): Check => ({
  id: `determinism-${row.method}`,
  title: `${row.method} gives the same items in the same order each time.`,
  subject: 'lists',
  spec:
    row.method === 'tools/list'
      ? pages('server/tools#listing-tools', 'server/tools#capabilities')
      : PAGINATION,
  levels: row.method === 'tools/list' ? { ...levels('INFO'), ...modern('SHOULD') } : levels('INFO'),
  transports: EVERY_TRANSPORT,
  needs: row.capability,
  isWellFormed: true,
  async run(context) {
    const session = await context.session();
    const seen: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      const reply = await session.request(row.method);
      if (reply.kind !== 'result') return skip('could-not-test', `${row.method} got ${describe(reply)}`);
      seen.push(JSON.stringify(itemsOf(reply.result, row.member)));
      if (seen[0] !== seen.at(-1)) {
        return breach(`${row.method} gave other items, or another order, at time ${time + 1}`, reply);
      }
    }
    return pass();
  },
});

/** The keys of a whole list, as one connection sees it. */
async function keysIn(session: WireSession, { method, member, key }: ListRow): Promise<string[] | undefined> {
  const keys: string[] = [];
  let cursor: unknown;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const reply = await session.request(
      method,
      cursor === undefined ? undefined : { cursor: String(cursor) },
    );
    if (reply.kind !== 'result') return undefined;
    keys.push(...itemsOf(reply.result, member).map((item) => String((item as JsonObject | null)?.[key])));
    cursor = reply.result['nextCursor'];
    if (cursor === undefined) break;
  }
  return keys.sort();
}

async function sameForAll(context: CheckContext): Promise<Judgement> {
  const first = await context.fresh();
  const second = await context.fresh();
  const judgements: Judgement[] = [];
  for (const row of LISTS.filter(({ capability }) => declares(context.server.capabilities, capability))) {
    const [one, two] = [await keysIn(first, row), await keysIn(second, row)];
    if (one === undefined || two === undefined) continue;
    const other = one.find((key) => !two.includes(key)) ?? two.find((key) => !one.includes(key));
    judgements.push(
      other === undefined
        ? pass()
        : breach(`${row.method}: only one of two connections was shown '${other}'`),
    );
  }
  if (judgements.length === 0) return skip('capability-absent', 'no list could be read on two connections');
  return worst(judgements);
}

export const LIST_CHECKS: readonly Check[] = [
  ...LISTS.map(terminates),
  ...CURSORS.flatMap((row) => LISTS.map((list) => cursorCheck(list, row))),
  ...LISTS.map(sameScope),
  ...LISTS.map(deterministic),
  {
    id: 'list-varies-per-connection',
    title: 'Every connection is shown the same items.',
    subject: 'lists',
    spec: passage('basic/index#statelessness'),
    levels: modern('MUST'),
    transports: EVERY_TRANSPORT,
    usesOwnSessions: true,
    isWellFormed: true,
    run: sameForAll,
  },
];
