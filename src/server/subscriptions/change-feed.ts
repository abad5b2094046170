import { notification } from '../../protocol/index.js';
import type { LegacySessions } from '../lifecycle/legacy-sessions.js';
import type { Settings } from '../options.js';
import type { ListKind, Subscriptions } from './subscriptions.js';

export type ChangedList = 'tools' | 'prompts' | 'resources';

const LISTS: { readonly [list in ChangedList]: { readonly kind: ListKind; readonly method: string } } = {
  tools: { kind: 'toolsListChanged', method: 'notifications/tools/list_changed' },
  prompts: { kind: 'promptsListChanged', method: 'notifications/prompts/list_changed' },
  resources: { kind: 'resourcesListChanged', method: 'notifications/resources/list_changed' },
};

/** Tells clients what changed: modern ones on their subscriptions, legacy ones on their session. */
export class ChangeFeed {
  readonly #settings: Settings;
  readonly #subscriptions: Subscriptions;
  readonly #sessions: LegacySessions;
  readonly #changed = new Set<ChangedList>();

  constructor(settings: Settings, subscriptions: Subscriptions, sessions: LegacySessions) {
    this.#settings = settings;
    this.#subscriptions = subscriptions;
    this.#sessions = sessions;
  }

  /** Many changes in one tick are one notification: a list is fetched as a whole. */
  listChanged(list: ChangedList): void {
    if (!this.#settings.listChanged) return;
    if (this.#changed.size === 0) queueMicrotask(() => this.#flush());
    this.#changed.add(list);
  }

  resourceUpdated(uri: string): void {
    const message = notification('notifications/resources/updated', { uri });
    this.#subscriptions.resourceUpdated(uri, message);
    for (const session of this.#sessions.ready()) if (session.uris.has(uri)) session.peer.notify(message);
  }

  #flush(): void {
    const lists = [...this.#changed];
    this.#changed.clear();
    for (const list of lists) {
      const { kind, method } = LISTS[list];
      const message = notification(method);
      this.#subscriptions.listChanged(kind, message);
      for (const session of this.#sessions.ready()) {
        // 2025-11-25 basic/lifecycle#operation: only use capabilities that were negotiated
        if (session.declared[list]?.listChanged === true) session.peer.notify(message);
      }
    }
  }
}
