import { Fault } from '../../protocol/index.js';
import { orAborted } from '../../transport/index.js';
import type { ListKind } from '../handlers.js';
import type { ChangeListener, NotificationHub } from '../notification-hub.js';
import type { ClientConfig } from '../options.js';
import type { Session } from '../session.js';
import type { Change, SubscribeFilter } from './change.js';
import { coversList, coversResource, isEmpty } from './change.js';
import { delay } from './delay.js';
import type { LegacyResources } from './legacy-resources.js';
import type { StreamEnd } from './listen.js';

export interface LegacyWatchParts {
  readonly config: ClientConfig;
  readonly hub: NotificationHub;
  readonly legacyResources: LegacyResources;
}

export interface LegacyWatchHandlers {
  /** `refusal`: why the server does not report a resource that was asked for. */
  agreedTo(filter: SubscribeFilter, refusal: unknown): void;
  changed(change: Change): void;
}

/**
 * What `subscriptions/listen` is today, made of what the legacy era has: list changes that come unasked, and
 * `resources/subscribe`. Stays until the session has gone. Never rejects.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
 */
export async function watchLegacy(
  parts: LegacyWatchParts,
  session: Session,
  filter: SubscribeFilter,
  handlers: LegacyWatchHandlers,
  signal: AbortSignal,
): Promise<StreamEnd> {
  const { hub, legacyResources } = parts;
  const lists = declaredLists(session, filter);
  const listener: ChangeListener = {
    listChanged: (kind: ListKind) => {
      if (coversList(lists, kind)) handlers.changed({ kind });
    },
    resourceUpdated: (uri: string) => {
      if (coversResource(filter, uri)) handlers.changed({ kind: 'resource', uri });
    },
  };
  // Before the requests go out, because an update may come before their answers.
  hub.listeners.add(listener);
  const watched: string[] = [];
  try {
    const refusal = await watchAll(parts, session, filter, watched, signal);
    if (isEmpty(lists) && watched.length === 0 && refusal !== undefined) {
      return { kind: session.line.end === undefined ? 'refused' : 'lost', error: refusal };
    }
    await listening(parts, session, signal);
    handlers.agreedTo({ ...lists, ...(watched.length === 0 ? {} : { resources: watched }) }, refusal);
    await orAborted(session.line.gone, signal);
    return { kind: 'lost', error: session.line.end?.fault ?? replaced() };
  } catch (error) {
    return { kind: 'lost', error };
  } finally {
    hub.listeners.delete(listener);
    await Promise.all(watched.map((uri) => legacyResources.unwatch(session, uri)));
  }
}

/** The lists among `filter` whose changes the server announces. */
function declaredLists({ capabilities }: Session, filter: SubscribeFilter): SubscribeFilter {
  return {
    ...(filter.tools === true && capabilities.tools?.listChanged === true ? { tools: true } : {}),
    ...(filter.prompts === true && capabilities.prompts?.listChanged === true ? { prompts: true } : {}),
    ...(filter.resourceList === true && capabilities.resources?.listChanged === true
      ? { resourceList: true }
      : {}),
  };
}

/** Subscribes to each resource; fills `watched` with those that worked and gives the first failure. */
async function watchAll(
  { legacyResources }: LegacyWatchParts,
  session: Session,
  { resources = [] }: SubscribeFilter,
  watched: string[],
  signal: AbortSignal,
): Promise<unknown> {
  if (resources.length === 0 || session.capabilities.resources?.subscribe !== true) return undefined;
  let first: unknown;
  const watchOne = async (uri: string): Promise<void> => {
    try {
      await legacyResources.watch(session, uri);
      watched.push(uri);
    } catch (error) {
      first ??= error;
    }
  };
  await orAborted(Promise.all([...new Set(resources)].map(watchOne)), signal);
  return first;
}

/**
 * Until what the server says by itself can reach us. Over HTTP that takes a stream; without one, changes still come with
 * the answers to calls, if the server puts them there.
 */
async function listening(
  { config }: LegacyWatchParts,
  { line }: Session,
  signal: AbortSignal,
): Promise<void> {
  const opening = line.connection.listening;
  if (opening === undefined) return;
  const waiting = new AbortController();
  const silence = delay(config.clock, config.probeMs, AbortSignal.any([signal, waiting.signal]));
  try {
    const isOpen = await orAborted(Promise.race([opening, silence.then(() => false)]), signal);
    if (!isOpen) config.warn(unheard());
  } finally {
    waiting.abort();
  }
}

function unheard(): Fault {
  const text =
    'The server has not opened an event stream, so that changes may come late, with answers to calls, or never.';
  return new Fault('capability_missing', text);
}

function replaced(): Fault {
  return new Fault('session_expired', 'The session was replaced by a new one.');
}
