import type { JsonObject, QuarantinedItem, Tool } from '../../protocol/index.js';
import {
  checkItems,
  ERROR_CODES,
  Fault,
  freshUntil,
  isJsonObject,
  isRpcError,
  methodRow,
  mirroredParams,
} from '../../protocol/index.js';
import { orAborted } from '../../transport/index.js';
import type { Caller } from '../caller.js';
import type { ListKind, ListOptions } from '../handlers.js';
import type { Link } from '../link.js';
import type { ChangeListener } from '../notification-hub.js';
import type { ClientConfig } from '../options.js';
import type { Session } from '../session.js';
import { CachedList } from './cached-list.js';
import { callerIdentity, FIXED_IDENTITY, hasChangingIdentity } from './caller-identity.js';
import type { KnownTools } from './known-tools.js';
import type { ListItems, ListName } from './list-kinds.js';
import { LIST_NAMES, LIST_ROWS } from './list-kinds.js';
import type { ListPage, Quarantined, WalkedList } from './walker.js';
import { walkList } from './walker.js';

export interface ServerListsParts {
  readonly config: ClientConfig;
  readonly link: Link;
  readonly caller: Caller;
  readonly knownTools: KnownTools;
  /** Told when a list is kept whose changes the server would announce. */
  readonly onKept: (session: Session) => void;
}

type Lists = { readonly [Name in ListName]: CachedList<ListItems[Name]> };

const EMPTY: WalkedList<never> = { items: [], quarantined: [], freshUntil: 0 };

/** The lists of a server, kept for as long as the server or the options say. */
export class ServerLists implements ChangeListener {
  readonly #parts: ServerListsParts;
  #lists: Lists;
  /** Whose lists are kept. */
  #identity = FIXED_IDENTITY;

  constructor(parts: ServerListsParts) {
    this.#parts = parts;
    this.#lists = this.#emptyLists();
  }

  /**
   * A list, kept or fetched. Empty, and nothing is asked, when the server does not declare the capability.
   *
   * @throws Fault `limit_exceeded`, `invalid_result`, `cancelled`…; RpcError
   */
  async get<Name extends ListName>(name: Name, options: ListOptions): Promise<readonly ListItems[Name][]> {
    const { config } = this.#parts;
    if (hasChangingIdentity(config.target)) this.#keepFor(await callerIdentity(config.target));
    const refresh = options.refresh === true || !config.keepsLists;
    const list = this.#lists[name].get(refresh) as Promise<WalkedList<ListItems[Name]>>;
    if (options.signal === undefined) return (await list).items;
    try {
      return (await orAborted(list, options.signal)).items;
    } catch (error) {
      if (!options.signal.aborted) throw error;
      throw new Fault('cancelled', `${LIST_ROWS[name].method} was cancelled by the caller.`, {
        cause: options.signal.reason,
      });
    }
  }

  /** What was left out of the list that was fetched last, and why. */
  quarantined(name: ListName): readonly Quarantined[] {
    return this.#lists[name].kept?.quarantined ?? [];
  }

  listChanged(kind: ListKind): void {
    for (const name of LIST_NAMES) if (LIST_ROWS[name].kind === kind) this.#lists[name].invalidate();
  }

  resourceUpdated(): void {}

  /** Changes may have been missed: everything is fetched anew on its next use. */
  invalidate(): void {
    for (const name of LIST_NAMES) this.#lists[name].invalidate();
  }

  clear(): void {
    for (const name of LIST_NAMES) this.#lists[name].clear();
    this.#parts.knownTools.clear();
  }

  /**
   * What was listed for one caller is not shown to another: the lists begin anew. Whoever still waits for one of the
   * last caller's gets it.
   */
  #keepFor(identity: string): void {
    if (identity === this.#identity) return;
    this.#identity = identity;
    this.#lists = this.#emptyLists();
  }

  #emptyLists(): Lists {
    const now = (): number => this.#parts.config.clock.now();
    const list = <Name extends ListName>(name: Name): CachedList<ListItems[Name]> =>
      new CachedList(() => this.#walk(name), now);
    return {
      tools: list('tools'),
      resources: list('resources'),
      resourceTemplates: list('resourceTemplates'),
      prompts: list('prompts'),
    };
  }

  async #walk<Name extends ListName>(name: Name): Promise<WalkedList<ListItems[Name]>> {
    const { config, knownTools, link, onKept } = this.#parts;
    const { keyOf, kind, method } = LIST_ROWS[name];
    const session = await link.session();
    if (session.capabilities[kind] === undefined) return EMPTY;
    const list = await walkList<ListItems[Name]>({
      method,
      era: session.era,
      limits: config.limits,
      keyOf,
      warn: config.warn,
      fetchPage: (cursor) => this.#page(name, session, cursor),
    });
    if (name === 'tools') knownTools.replace(list.items as readonly Tool[]);
    if (list.freshUntil > config.clock.now() && session.capabilities[kind]?.listChanged === true) {
      onKept(session);
    }
    return list;
  }

  async #page<Name extends ListName>(
    name: Name,
    session: Session,
    cursor: string | undefined,
  ): Promise<ListPage<ListItems[Name]>> {
    const { config } = this.#parts;
    const { method } = LIST_ROWS[name];
    const result = await this.#fetch(method, cursor);
    const row = methodRow(method);
    if (result === undefined || row?.kind !== 'request' || row.items === undefined) {
      return { items: [], quarantined: [], nextCursor: undefined, freshUntil: 0 };
    }
    const { member, shape } = row.items;
    const { kept, quarantined } = checkItems(shape, result[member] as unknown[]);
    const checked: Checked = { items: kept, quarantined: quarantined.map(named) };
    const hasHeaders = name === 'tools' && session.era === 'modern' && session.line.isHttp;
    const { items, quarantined: leftOut } = hasHeaders ? this.#withoutBadHeaders(checked) : checked;
    return {
      items: items as readonly ListItems[Name][],
      quarantined: leftOut,
      nextCursor: result['nextCursor'],
      freshUntil: freshUntil({
        receivedAtMs: config.clock.now(),
        ttlMs: result['ttlMs'],
        fallbackMs: config.listTtlMs[name],
      }),
    };
  }

  /** A server that declares a list but does not have it costs a warning, not the caller. */
  async #fetch(method: string, cursor: string | undefined): Promise<JsonObject | undefined> {
    const { caller, config } = this.#parts;
    try {
      return await caller.call(method, cursor === undefined ? undefined : { cursor });
    } catch (error) {
      const isMissing = isRpcError(error) && error.code === ERROR_CODES.METHOD_NOT_FOUND.code;
      if (!isMissing || cursor !== undefined) throw error;
      const message = `The server declares what ${method} lists but does not have that method; the list is empty.`;
      config.warn(new Fault('invalid_result', message, { cause: error }));
      return undefined;
    }
  }

  // 2026-07-28 server/tools#x-mcp-header (clients MUST exclude the tool, over streamable HTTP)
  #withoutBadHeaders(checked: Checked): Checked {
    const items: Tool[] = [];
    const quarantined = [...checked.quarantined];
    for (const tool of checked.items as readonly Tool[]) {
      const reading = mirroredParams(tool.inputSchema, this.#parts.config.limits);
      if (reading.ok) items.push(tool);
      else quarantined.push({ item: tool, reason: `tool ${JSON.stringify(tool.name)}: ${reading.reason}` });
    }
    return { items, quarantined };
  }
}

interface Checked {
  readonly items: readonly unknown[];
  readonly quarantined: readonly Quarantined[];
}

/** The reason, with the name of the item if it has one. */
function named({ item, reason }: QuarantinedItem): Quarantined {
  const name = isJsonObject(item) ? (item['name'] ?? item['uri']) : undefined;
  return { item, reason: typeof name === 'string' ? `${JSON.stringify(name)}: ${reason}` : reason };
}
