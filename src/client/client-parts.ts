import type { LoggingLevel, NotificationMessage, RequestId, RequestMessage } from '../protocol/index.js';
import { Fault } from '../protocol/index.js';
import { Caller } from './caller.js';
import { ToolCaller } from './calls/tool-caller.js';
import { Deadlines } from './deadlines.js';
import { Asker } from './input/asker.js';
import { ServerRequests } from './input/server-requests.js';
import type { LinkEvents } from './link.js';
import { Link } from './link.js';
import { KnownTools } from './lists/known-tools.js';
import { ServerLists } from './lists/server-lists.js';
import { NotificationHub } from './notification-hub.js';
import type { ClientConfig } from './options.js';
import { RequestMeta } from './request-meta.js';
import type { Line } from './session.js';
import { Ids } from './session.js';
import { LegacyResources } from './subscriptions/legacy-resources.js';
import { ListWatch } from './subscriptions/list-watch.js';

/** What one client is made of, wired together. */
export class ClientParts implements LinkEvents {
  readonly config: ClientConfig;
  readonly ids = new Ids();
  readonly meta: RequestMeta;
  readonly link: Link;
  readonly hub: NotificationHub;
  readonly caller: Caller;
  readonly lists: ServerLists;
  readonly tools: ToolCaller;
  readonly legacyResources: LegacyResources;
  readonly #deadlines: Deadlines;
  readonly #serverRequests: ServerRequests;
  readonly #watch: ListWatch;
  #logLevel: LoggingLevel | undefined;
  #sessions = 0;

  constructor(config: ClientConfig) {
    const { ids } = this;
    const deadlines = new Deadlines(config.clock);
    const asker = new Asker(config);
    const knownTools = new KnownTools(config);
    const link = new Link(config, ids, this);
    const { urlElicitations } = asker;
    const onCancelled = (id: RequestId): void => this.#serverRequests.cancel(id);
    const hub = new NotificationHub({ config, deadlines, urlElicitations, onCancelled });
    const meta = new RequestMeta(config);
    const caller = new Caller({ config, ids, meta, link, deadlines, hub, asker });
    const lists = new ServerLists({ config, link, caller, knownTools, onKept: () => this.watchLists() });
    const context = (signal: AbortSignal) => caller.askContext(signal);
    hub.listeners.add(lists);
    this.config = config;
    this.meta = meta;
    this.link = link;
    this.hub = hub;
    this.caller = caller;
    this.lists = lists;
    this.tools = new ToolCaller({ config, link, caller, lists, knownTools });
    this.legacyResources = new LegacyResources(caller, link);
    this.#deadlines = deadlines;
    this.#serverRequests = new ServerRequests({ config, asker, deadlines, context });
    this.#watch = new ListWatch({ config, ids, meta, link, hub, lists });
    this.#logLevel = config.options.logLevel;
  }

  opened(): void {
    this.#sessions += 1;
    // A session in place of a lost one: nothing that was known of the old one needs to hold.
    if (this.#sessions > 1) this.lists.invalidate();
    this.#announceLogLevel();
  }

  lost(): void {
    this.#serverRequests.cancelAll();
  }

  received(line: Line, message: RequestMessage | NotificationMessage): void {
    if (message.kind === 'request') this.#serverRequests.receive(line, message);
    else this.hub.take(message);
  }

  /** For modern requests, and for the legacy sessions to come. */
  setLogLevel(level: LoggingLevel): void {
    this.#logLevel = level;
    this.meta.logLevel = level;
  }

  /** Listens for changes of lists from now on, unless the options forbid it. */
  watchLists(): void {
    if (this.config.options.listen !== false) this.#watch.start();
  }

  async close(): Promise<void> {
    const closing = this.link.close();
    this.#serverRequests.cancelAll();
    this.#deadlines.close();
    await closing;
    await this.#watch.ended();
    this.lists.clear();
  }

  /**
   * Tells a legacy server which log messages are wanted, if the options say so. Goes out before any call; nobody needs
   * to wait for the answer.
   *
   * 2025-11-25 server/utilities/logging#setting-log-level
   */
  #announceLogLevel(): void {
    const { caller, config, link } = this;
    const level = this.#logLevel;
    const session = link.current;
    if (level === undefined || session?.era !== 'legacy' || session.capabilities.logging === undefined) {
      return;
    }
    caller.call('logging/setLevel', { level }).catch((cause: unknown) => {
      if (link.isClosed) return;
      config.warn(new Fault('capability_missing', 'The server did not take the log level.', { cause }));
    });
  }
}
