import { Fault } from '../../protocol/index.js';
import { orAborted } from '../../transport/index.js';
import type { Link } from '../link.js';
import type { ServerLists } from '../lists/server-lists.js';
import type { NotificationHub } from '../notification-hub.js';
import type { Session } from '../session.js';
import { Backoff } from './backoff.js';
import type { SubscribeFilter } from './change.js';
import { isEmpty } from './change.js';
import { delay } from './delay.js';
import type { ListenParts } from './listen.js';
import { listenOnce } from './listen.js';

export interface ListWatchParts extends ListenParts {
  readonly link: Link;
  readonly hub: NotificationHub;
  readonly lists: ServerLists;
}

/**
 * The one stream that tells a client of the modern era when a list that it keeps has changed. Never opens a session
 * by itself; follows the session at hand. A lost stream is opened again, more and more slowly.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#interaction-with-notifications
 */
export class ListWatch {
  readonly #parts: ListWatchParts;
  #running: Promise<void> | undefined;

  constructor(parts: ListWatchParts) {
    this.#parts = parts;
  }

  /** Idempotent. Runs until the client is closed. */
  start(): void {
    this.#running ??= this.#run().catch(() => {});
  }

  /** Resolves when nothing is running any more; the client must be closing. */
  async ended(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    const { closing } = this.#parts.link;
    while (!closing.aborted) {
      const session = await orAborted(this.#parts.link.opened(), closing);
      const filter = announcedLists(session);
      if (session.era === 'modern' && !isEmpty(filter)) await this.#follow(session, filter);
      if (!closing.aborted) await orAborted(session.line.gone, closing);
    }
  }

  /** Keeps the stream open for as long as the session lasts and the server does not refuse it. */
  async #follow(session: Session, filter: SubscribeFilter): Promise<void> {
    const { config, hub, link } = this.#parts;
    const { closing } = link;
    const backoff = new Backoff();
    let isFirst = true;
    while (!closing.aborted && link.current === session) {
      const from = config.clock.now();
      const end = await listenOnce(
        this.#parts,
        session,
        filter,
        {
          acknowledged: () => {
            // What changed while nobody listened is not known.
            if (!isFirst) this.#parts.lists.invalidate();
            isFirst = false;
          },
          changed: hub.take,
        },
        closing,
      );
      if (closing.aborted || link.current !== session) return;
      if (end.kind === 'refused') {
        const message =
          'The server declares listChanged but refuses to be listened to; lists are kept for their time only.';
        config.warn(new Fault('capability_missing', message, { cause: end.error }));
        return;
      }
      await delay(config.clock, backoff.nextDelayMs(config.clock.now() - from), closing);
    }
  }
}

/** The lists whose changes a server announces. */
function announcedLists({ capabilities }: Session): SubscribeFilter {
  return {
    ...(capabilities.tools?.listChanged === true ? { tools: true } : {}),
    ...(capabilities.prompts?.listChanged === true ? { prompts: true } : {}),
    ...(capabilities.resources?.listChanged === true ? { resourceList: true } : {}),
  };
}
