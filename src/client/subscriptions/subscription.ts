import { Fault } from '../../protocol/index.js';
import { onAbort, orAborted } from '../../transport/index.js';
import type { Link } from '../link.js';
import type { ServerLists } from '../lists/server-lists.js';
import type { NotificationHub } from '../notification-hub.js';
import type { ClientConfig } from '../options.js';
import type { RequestMeta } from '../request-meta.js';
import type { Ids, Session } from '../session.js';
import { Backoff } from './backoff.js';
import type { Change, SubscribeFilter } from './change.js';
import { changeOf, isEmpty, missingFrom } from './change.js';
import { ChangeQueue } from './change-queue.js';
import { delay } from './delay.js';
import type { LegacyResources } from './legacy-resources.js';
import { watchLegacy } from './legacy-watch.js';
import type { StreamEnd } from './listen.js';
import { isAccessFault, listenOnce } from './listen.js';

export interface SubscriptionParts {
  readonly config: ClientConfig;
  readonly ids: Ids;
  readonly link: Link;
  readonly meta: RequestMeta;
  readonly hub: NotificationHub;
  readonly lists: ServerLists;
  readonly legacyResources: LegacyResources;
}

/**
 * Changes on a server, for as long as anybody reads them. Survives a restart of the server and a lost stream: it is
 * opened again, more and more slowly, and a `gap` tells that changes may have been missed.
 */
export class Subscription implements AsyncIterableIterator<Change, undefined>, AsyncDisposable {
  /** What the server agreed to. Rejects with the fault or RpcError that the subscription fails with. */
  readonly ready: Promise<SubscribeFilter>;
  readonly #parts: SubscriptionParts;
  readonly #filter: SubscribeFilter;
  readonly #queue: ChangeQueue;
  readonly #stop = new AbortController();
  /** @internal Resolves when nothing of it is running any more. Never rejects. */
  readonly ended: Promise<void>;
  #markReady: (filter: SubscribeFilter) => void = () => {};
  #markFailed: (error: unknown) => void = () => {};
  #isEstablished = false;
  #hasGap = false;

  /** @internal Use `McpClient.subscribe`. */
  constructor(parts: SubscriptionParts, filter: SubscribeFilter) {
    const { limits } = parts.config;
    checkFilter(filter, limits.subscriptionUris);
    this.#parts = parts;
    this.#filter = filter;
    this.#queue = new ChangeQueue(limits.subscriptionUris);
    this.ready = new Promise((resolve, reject) => {
      this.#markReady = resolve;
      this.#markFailed = reject;
    });
    this.ready.catch(() => {});
    this.ended = this.#run();
  }

  next(): Promise<IteratorResult<Change, undefined>> {
    return this.#queue.next();
  }

  async return(): Promise<IteratorResult<Change, undefined>> {
    await this.close();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Idempotent. Tells the server, and ends the iteration. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #run(): Promise<void> {
    const { config, link } = this.#parts;
    const { signal } = this.#stop;
    const unwatch = onAbort(link.closing, () => this.#stop.abort());
    const backoff = new Backoff();
    while (!signal.aborted) {
      const from = config.clock.now();
      const end = await this.#once();
      if (signal.aborted) break;
      if (end.kind === 'refused' || !this.#isEstablished) {
        this.#fail(end.error);
        break;
      }
      this.#hasGap = true;
      await delay(config.clock, backoff.nextDelayMs(config.clock.now() - from), signal);
    }
    unwatch();
    this.#markFailed(new Fault('closed', 'The subscription was closed before the server agreed to it.'));
    this.#queue.end();
  }

  /** One stream, from opening to its end. */
  async #once(): Promise<StreamEnd> {
    const { link } = this.#parts;
    const { signal } = this.#stop;
    let session: Session;
    try {
      session = await orAborted(link.session(), signal);
    } catch (error) {
      return { kind: isAccessFault(error) ? 'refused' : 'lost', error };
    }
    // What the server does not agree to at all ends the stream from this side.
    const refusal = new AbortController();
    const unwatch = onAbort(signal, (reason) => refusal.abort(reason));
    try {
      const agreedTo = (filter: SubscribeFilter, cause?: unknown): void => {
        const error = this.#acknowledged(filter, cause);
        if (error !== undefined) refusal.abort(error);
      };
      const end =
        session.era === 'modern'
          ? await this.#listen(session, agreedTo, refusal.signal)
          : await watchLegacy(
              this.#parts,
              session,
              this.#filter,
              { agreedTo, changed: (c) => this.#queue.push(c) },
              refusal.signal,
            );
      const isRefusal = refusal.signal.aborted && !signal.aborted;
      return isRefusal ? { kind: 'refused', error: refusal.signal.reason } : end;
    } finally {
      unwatch();
    }
  }

  #listen(
    session: Session,
    acknowledged: (filter: SubscribeFilter) => void,
    signal: AbortSignal,
  ): Promise<StreamEnd> {
    return listenOnce(
      this.#parts,
      session,
      this.#filter,
      {
        acknowledged,
        changed: (message) => {
          const change = changeOf(message);
          if (change === undefined) return;
          this.#queue.push(change);
          if (change.kind !== 'resource' && change.kind !== 'gap') this.#parts.lists.listChanged(change.kind);
        },
      },
      signal,
    );
  }

  /** The fault to end with, when the server agrees to nothing of what was asked for. */
  #acknowledged(agreed: SubscribeFilter, cause: unknown): Fault | undefined {
    const missing = missingFrom(this.#filter, agreed);
    if (missing.length > 0) {
      const message = `The server does not report ${missing.join(', ')}.`;
      const fault = new Fault('capability_missing', message, { cause, details: { missing } });
      if (missing.length === missingFrom(this.#filter, {}).length) return fault;
      this.#parts.config.warn(fault);
    }
    this.#isEstablished = true;
    this.#markReady(agreed);
    if (this.#hasGap) this.#queue.push({ kind: 'gap' });
    this.#hasGap = false;
    return undefined;
  }

  #fail(error: unknown): void {
    this.#markFailed(error);
    this.#queue.end({ error });
  }
}

function checkFilter(filter: SubscribeFilter, maxUris: number): void {
  if (isEmpty(filter)) {
    throw new Fault(
      'invalid_argument',
      'subscribe: name at least one of tools, prompts, resourceList and resources.',
    );
  }
  if ((filter.resources?.length ?? 0) <= maxUris) return;
  const message = `subscribe: more than limits.subscriptionUris (${maxUris}) resources. Raise it in \`limits\`, or open several subscriptions.`;
  throw new Fault('limit_exceeded', message, { origin: 'local', limit: 'subscriptionUris' });
}
