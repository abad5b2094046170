import type { LoggingLevel } from '../protocol/index.js';
import { Fault } from '../protocol/index.js';
import { Caller } from './caller.js';
import { ToolCaller } from './calls/tool-caller.js';
import { Deadlines } from './deadlines.js';
import { Asker } from './input/asker.js';
import { ServerRequests } from './input/server-requests.js';
import { Link } from './link.js';
import { KnownTools } from './lists/known-tools.js';
import { ServerLists } from './lists/server-lists.js';
import { NotificationHub } from './notification-hub.js';
import type { ClientConfig } from './options.js';
import { Ids } from './session.js';
import { LegacyResources } from './subscriptions/legacy-resources.js';
import { ListWatch } from './subscriptions/list-watch.js';

/** What one client is made of, wired together. */
export interface ClientParts {
  readonly config: ClientConfig;
  readonly ids: Ids;
  readonly link: Link;
  readonly hub: NotificationHub;
  readonly caller: Caller;
  readonly lists: ServerLists;
  readonly tools: ToolCaller;
  readonly legacyResources: LegacyResources;
  setLogLevel(level: LoggingLevel): void;
  /** Tells a legacy server which log messages are wanted, if the options say so. */
  announceLogLevel(): void;
  /** Listens for changes of lists from now on, unless the options forbid it. */
  watchLists(): void;
  close(): Promise<void>;
}

export function clientParts(config: ClientConfig): ClientParts {
  const { options } = config;
  const ids = new Ids();
  const deadlines = new Deadlines(config.clock);
  const asker = new Asker(config);
  const knownTools = new KnownTools(config);
  let logLevel = options.logLevel;
  let isFirstSession = true;

  const serverRequests = new ServerRequests({
    config,
    asker,
    deadlines,
    context: (signal) => caller.askContext(signal),
  });
  const hub = new NotificationHub(config, deadlines, (id) => serverRequests.cancel(id));
  const link = new Link(config, ids, {
    opened: () => {
      if (!isFirstSession) takeOver();
      isFirstSession = false;
    },
    lost: () => serverRequests.cancelAll(),
    received: (line, message) => {
      if (message.kind === 'request') serverRequests.receive(line, message);
      else hub.take(message);
    },
  });
  const caller = new Caller({ config, ids, link, deadlines, hub, asker });
  const lists = new ServerLists({ config, link, caller, knownTools, onKept: () => watchLists() });
  const watch = new ListWatch({ config, ids, link, caller, hub, lists: () => lists });
  const tools = new ToolCaller({ config, link, caller, lists, knownTools });
  const legacyResources = new LegacyResources(caller, link);
  hub.listeners.add(lists);

  /** A new session in place of a lost one: nothing that was known of the old one needs to hold. */
  function takeOver(): void {
    lists.invalidate();
    announceLogLevel();
  }

  function watchLists(): void {
    if (options.listen !== false) watch.start();
  }

  // 2025-11-25 server/utilities/logging#setting-log-level
  function announceLogLevel(): void {
    const session = link.current;
    if (logLevel === undefined || session?.era !== 'legacy' || session.capabilities.logging === undefined) {
      return;
    }
    // Goes out at once, before any call; nobody needs to wait for the answer.
    caller.call('logging/setLevel', { level: logLevel }).catch((cause: unknown) => {
      if (link.isClosed) return;
      config.warn(new Fault('capability_missing', 'The server did not take the log level.', { cause }));
    });
  }

  async function close(): Promise<void> {
    const closing = link.close();
    serverRequests.cancelAll();
    deadlines.close();
    await closing;
    await watch.ended();
    lists.clear();
  }

  return {
    config,
    ids,
    link,
    hub,
    caller,
    lists,
    tools,
    legacyResources,
    setLogLevel: (level) => {
      logLevel = level;
      caller.logLevel = level;
    },
    announceLogLevel,
    watchLists,
    close,
  };
}
