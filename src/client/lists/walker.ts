import type { Era, Limits } from '../../protocol/index.js';
import { ERROR_CODES, Fault, isRpcError } from '../../protocol/index.js';

/** One answer to a list request. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly quarantined: readonly Quarantined[];
  /** As it came. Absent or null is the end. */
  readonly nextCursor: unknown;
  /** When this page goes stale, on the client's clock. */
  readonly freshUntil: number;
}

/** An item that was left out of a list, and why. It never fails the list. */
export interface Quarantined {
  readonly item: unknown;
  readonly reason: string;
}

export interface WalkedList<T> {
  readonly items: readonly T[];
  readonly quarantined: readonly Quarantined[];
  /** The earliest moment at which one of the pages goes stale. */
  readonly freshUntil: number;
}

export interface WalkOptions<T> {
  /** For messages: `tools/list`. */
  readonly method: string;
  readonly era: Era;
  readonly limits: Limits;
  fetchPage(cursor: string | undefined): Promise<ListPage<T>>;
  /** What makes an item unique in its list: the name of a tool, the URI of a resource. */
  keyOf(item: T): string;
  warn(warning: Fault): void;
}

/** Items left out that are warned about one by one. */
const MAX_WARNINGS = 20;

/** A server that does not know the cursor it gave: the list has changed on the way. */
class StaleCursor {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/**
 * Fetches a whole list, page after page. Follows every non-null cursor, stops at the first cursor that was seen
 * before, keeps the first of several items with one key, and never holds more than the limits allow. Begins again,
 * once, when the server refuses a cursor that it gave.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination#implementation-guidelines
 */
export async function walkList<T>(options: WalkOptions<T>): Promise<WalkedList<T>> {
  try {
    return await walkOnce(options);
  } catch (error) {
    if (!(error instanceof StaleCursor)) throw error;
  }
  try {
    return await walkOnce(options);
  } catch (error) {
    throw error instanceof StaleCursor ? error.error : error;
  }
}

async function walkOnce<T>(options: WalkOptions<T>): Promise<WalkedList<T>> {
  const { limits, method } = options;
  const items = new Map<string, T>();
  const quarantined: Quarantined[] = [];
  const seen = new Set<string>();
  let freshUntil = Number.POSITIVE_INFINITY;
  let cursor: string | undefined;
  for (let pages = 0; ; pages += 1) {
    if (pages >= limits.listPages) throw overLimit(method, 'listPages', limits.listPages);
    const page = await fetchPage(options, cursor);
    const next = nextCursor(page.nextCursor, options);
    if (next !== undefined && seen.has(next)) {
      options.warn(repeatedCursor(method, pages));
      break;
    }
    const count = items.size + quarantined.length + page.items.length + page.quarantined.length;
    if (count > limits.listItems) throw overLimit(method, 'listItems', limits.listItems);
    for (const item of page.quarantined) quarantined.push(item);
    addItems(page.items, items, quarantined, options);
    freshUntil = Math.min(freshUntil, page.freshUntil);
    if (next === undefined) break;
    seen.add(next);
    cursor = next;
  }
  warnAboutQuarantine(quarantined, options);
  return { items: [...items.values()], quarantined, freshUntil };
}

// 2026-07-28 server/utilities/caching#interaction-with-pagination: when a cursor becomes invalid, the client SHOULD
// discard all pages and fetch from the beginning
async function fetchPage<T>(options: WalkOptions<T>, cursor: string | undefined): Promise<ListPage<T>> {
  try {
    return await options.fetchPage(cursor);
  } catch (error) {
    const isRefused = isRpcError(error) && error.code === ERROR_CODES.INVALID_PARAMS.code;
    throw cursor !== undefined && isRefused ? new StaleCursor(error) : error;
  }
}

/**
 * The cursor to follow. An empty string is a cursor like any other today; legacy servers send it to say that the list
 * has ended.
 *
 * 2026-07-28 server/utilities/pagination#implementation-guidelines (an empty string is a valid cursor)
 */
function nextCursor<T>(cursor: unknown, { era, method, warn }: WalkOptions<T>): string | undefined {
  if (cursor === undefined || cursor === null) return undefined;
  if (typeof cursor !== 'string') {
    warn(
      new Fault(
        'invalid_result',
        `The server answered ${method} with a nextCursor that is no string; the list ends there.`,
      ),
    );
    return undefined;
  }
  return era === 'legacy' && cursor === '' ? undefined : cursor;
}

function addItems<T>(
  page: readonly T[],
  items: Map<string, T>,
  quarantined: Quarantined[],
  { keyOf }: WalkOptions<T>,
): void {
  for (const item of page) {
    const key = keyOf(item);
    if (!items.has(key)) items.set(key, item);
    else
      quarantined.push({ item, reason: `${JSON.stringify(key)} is in the list already; the first is kept` });
  }
}

function warnAboutQuarantine<T>(quarantined: readonly Quarantined[], { method, warn }: WalkOptions<T>): void {
  for (const { item, reason } of quarantined.slice(0, MAX_WARNINGS)) {
    warn(new Fault('invalid_result', `Left out of ${method}: ${reason}.`, { details: { method, item } }));
  }
  const more = quarantined.length - MAX_WARNINGS;
  if (more > 0) warn(new Fault('invalid_result', `Left out of ${method}: ${more} more items.`));
}

function repeatedCursor(method: string, pages: number): Fault {
  const message =
    `The server repeats a cursor in ${method} after ${pages + 1} page(s): its list never ends. ` +
    'What came before is kept, the repeated page is not. The server is at fault.';
  return new Fault('invalid_result', message, { details: { method, pages: pages + 1 } });
}

function overLimit(method: string, limit: 'listPages' | 'listItems', value: number): Fault {
  const message = `The list of ${method} goes beyond limits.${limit} (${value}). Raise it in \`limits\` if that is expected.`;
  return new Fault('limit_exceeded', message, { limit, details: { method } });
}
