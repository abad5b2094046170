import type { JsonObject } from '../../protocol/index.js';
import { isJsonObject, methodRow } from '../../protocol/index.js';
import type { Clock } from '../../transport/index.js';
import { declares, type ListMethod, type ListWalk } from '../context.js';
import type { WireRecord } from '../wire/wire-record.js';
import { describeReply, type WireSession } from '../wire/wire-session.js';

const MAX_PAGES = 1000;
const MAX_ITEMS = 100_000;
/** For one list; what has come by then is used. */
const WALK_MS = 15_000;

/** The lists there are, and the capability that each needs. */
export const LISTS: Readonly<Record<ListMethod, string>> = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
  'prompts/list': 'prompts',
};

/** All pages of a list, or as many as there is time for. */
export async function walkList(session: WireSession, method: ListMethod, clock: Clock): Promise<ListWalk> {
  const row = methodRow(method);
  const member = row?.kind === 'request' ? row.items?.member : undefined;
  const pages: JsonObject[] = [];
  const items: JsonObject[] = [];
  const records: WireRecord[] = [];
  const seen = new Set<unknown>();
  const stopAt = clock.now() + WALK_MS;
  let cursor: string | undefined;
  const walk = (problem?: string): ListWalk => ({ items, pages, records: ends(records), problem });
  for (;;) {
    const reply = await session.request(method, cursor === undefined ? undefined : { cursor });
    records.push(...reply.records);
    if (reply.kind !== 'result') return walk(`page ${pages.length + 1} got ${describeReply(reply)}`);
    pages.push(reply.result);
    const listed = reply.result[member ?? ''];
    if (!Array.isArray(listed)) return walk(`page ${pages.length} has no array ${member}`);
    items.push(...listed.filter(isJsonObject));
    const next: unknown = reply.result['nextCursor'];
    if (next === undefined) return walk();
    if (typeof next !== 'string') return walk(`nextCursor is ${JSON.stringify(next)}, not a string`);
    if (seen.has(next)) return walk(`the cursor ${JSON.stringify(next)} came again on page ${pages.length}`);
    seen.add(next);
    cursor = next;
    if (pages.length >= MAX_PAGES) return walk(`no end after ${MAX_PAGES} pages`);
    if (items.length >= MAX_ITEMS) return walk(`no end after ${MAX_ITEMS} items`);
    if (clock.now() > stopAt) return walk(`no end after ${pages.length} pages in ${WALK_MS} ms`);
  }
}

/** The walk that was not taken. */
export function emptyWalk(problem: string): ListWalk {
  return { items: [], pages: [], records: [], problem };
}

/** Which lists a server with these capabilities has. */
export function declaredLists(capabilities: JsonObject): ListMethod[] {
  return (Object.keys(LISTS) as ListMethod[]).filter((method) => declares(capabilities, LISTS[method]));
}

/** Evidence for a walk: its first and its last exchange. */
function ends(records: readonly WireRecord[]): readonly WireRecord[] {
  return records.length <= 8 ? records : [...records.slice(0, 4), ...records.slice(-4)];
}
