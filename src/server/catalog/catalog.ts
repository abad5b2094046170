import { Fault, invalidParams } from '../../protocol/index.js';

interface Entry<Item> {
  readonly item: Item;
  /** Counts up with every registration, so that a cursor stays good when other items come and go. */
  readonly order: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

/** Things of one kind that a server offers, in the order in which they were registered. */
export class Catalog<Item> {
  readonly #kind: string;
  readonly #onChange: () => void;
  readonly #entries = new Map<string, Entry<Item>>();
  #lastOrder = 0;

  /** @param kind names one item in error messages: `tool`. */
  constructor(kind: string, onChange: () => void) {
    this.#kind = kind;
    this.#onChange = onChange;
  }

  /** True once something was registered, even if it is gone again: a capability that was declared stays. */
  get wasUsed(): boolean {
    return this.#lastOrder > 0;
  }

  /** @throws Fault `invalid_argument` when the key is taken. */
  add(key: string, item: Item): void {
    if (this.#entries.has(key)) {
      throw new Fault(
        'invalid_argument',
        `There is a ${this.#kind} ${JSON.stringify(key)} already. Remove it first.`,
      );
    }
    this.#lastOrder++;
    this.#entries.set(key, { item, order: this.#lastOrder });
    this.#onChange();
  }

  /** True when there was one. */
  remove(key: string): boolean {
    const wasThere = this.#entries.delete(key);
    if (wasThere) this.#onChange();
    return wasThere;
  }

  get(key: string): Item | undefined {
    return this.#entries.get(key)?.item;
  }

  items(): Item[] {
    return Array.from(this.#entries.values(), ({ item }) => item);
  }

  /**
   * One page of the list. A cursor is the order of the last item on the page before: opaque to clients, good
   * for ever, and the same on every instance that registers the same things.
   *
   * @throws RpcError -32602 for a cursor that this list never gave.
   * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
   */
  page(cursor: string | undefined, size: number): Page<Item> {
    const after = cursor === undefined ? 0 : this.#orderOf(cursor);
    const items: Item[] = [];
    let last = after;
    for (const { item, order } of this.#entries.values()) {
      if (order <= after) continue;
      if (items.length === size) return { items, nextCursor: String(last) };
      items.push(item);
      last = order;
    }
    return { items };
  }

  #orderOf(cursor: string): number {
    const order = /^[1-9]\d{0,14}$/.test(cursor) ? Number(cursor) : Number.POSITIVE_INFINITY;
    if (order > this.#lastOrder) throw invalidParams('Invalid params: unknown cursor');
    return order;
  }
}
