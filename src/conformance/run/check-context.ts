import type { Era, Revision } from '../../protocol/index.js';
import { eraOf } from '../../protocol/index.js';
import type { Clock } from '../../transport/index.js';
import type {
  CallableTool,
  CallPolicy,
  CheckContext,
  FreshOptions,
  ListMethod,
  ListWalk,
  ServerFacts,
} from '../context.js';
import type { HttpWire } from '../wire/http-wire.js';
import type { RawHttp } from '../wire/raw-http.js';
import type { Scope } from '../wire/scope.js';
import type { SessionBase } from '../wire/session-base.js';
import type { CheckTransport } from '../wire/wire-record.js';
import type { WireSession } from '../wire/wire-session.js';
import { handshakeFault, shakeHands } from './handshake.js';
import { emptyWalk } from './list-walk.js';
import type { Opener } from './opener.js';
import { requiredNames, sampleArguments } from './sample-arguments.js';
import type { SessionSlot } from './session-slot.js';

/** What the checks of one revision have in common. */
export interface RevisionFacts {
  readonly revision: Revision;
  readonly server: ServerFacts;
  readonly policy: CallPolicy;
  readonly lists: ReadonlyMap<ListMethod, ListWalk>;
  readonly opener: Opener;
  readonly clock: Clock;
  readonly startMs: number;
}

const MAX_CALLABLE = 10;

/** The context of one check in one revision. */
export class RunningCheck implements CheckContext {
  readonly revision: Revision;
  readonly era: Era;
  readonly transport: CheckTransport;
  readonly server: ServerFacts;
  readonly policy: CallPolicy;
  readonly signal: AbortSignal;
  readonly #facts: RevisionFacts;
  readonly #scope: Scope;
  readonly #slot: SessionSlot | undefined;
  readonly #own: SessionBase[] = [];
  #http: HttpWire | undefined;

  /** `slot`: where `session()` comes from; absent for a check that uses sessions of its own only. */
  constructor(facts: RevisionFacts, scope: Scope & { signal: AbortSignal }, slot: SessionSlot | undefined) {
    this.revision = facts.revision;
    this.era = eraOf(facts.revision);
    this.transport = facts.opener.transport;
    this.server = facts.server;
    this.policy = facts.policy;
    this.signal = scope.signal;
    this.#facts = facts;
    this.#scope = scope;
    this.#slot = slot;
  }

  // Bound, so that a check may take them out of the context.
  readonly session = async (): Promise<WireSession> => {
    if (this.#slot === undefined) {
      throw new TypeError('A check with usesOwnSessions has no shared session: use fresh().');
    }
    return this.#slot.take(this.#scope);
  };

  readonly fresh = async (options: FreshOptions = {}): Promise<WireSession> => {
    const { opener, startMs } = this.#facts;
    const session = await opener.open(this.revision, options.capabilities ?? {});
    this.#own.push(session);
    session.scope = this.#scope;
    const reply = await shakeHands(session, this.revision, { ...options, timeoutMs: startMs });
    const isRefused = reply !== undefined && reply.kind !== 'result';
    // What the server makes of other params is for the check to judge.
    if (isRefused && options.initialize === undefined) throw handshakeFault(this.revision, reply);
    return session;
  };

  get http(): RawHttp {
    this.#http ??= this.#facts.opener.http({
      session: 'http',
      revision: () => this.revision,
      isNegotiated: () => true,
      scope: () => this.#scope,
    });
    if (this.#http === undefined) throw new TypeError('There is no HTTP on stdio.');
    return this.#http;
  }

  readonly list = async (method: ListMethod): Promise<ListWalk> =>
    this.#facts.lists.get(method) ?? emptyWalk('the capability is not declared');

  readonly callableTools = async (): Promise<readonly CallableTool[]> => {
    const { items } = await this.list('tools/list');
    const { callReadonly, allowCalls } = this.policy;
    return items
      .filter((tool) => {
        const { name, annotations, inputSchema } = tool;
        if (typeof name === 'string' && allowCalls.includes(name)) return true;
        const isReadOnly = (annotations as { readOnlyHint?: unknown } | undefined)?.readOnlyHint === true;
        return callReadonly && isReadOnly && requiredNames(inputSchema).length === 0;
      })
      .slice(0, MAX_CALLABLE)
      .map((tool) => ({ tool, arguments: sampleArguments(tool['inputSchema']) }));
  };

  readonly delay = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        stop();
        this.signal.removeEventListener('abort', done);
        resolve();
      };
      const stop = this.#facts.clock.after(ms, done, true);
      this.signal.addEventListener('abort', done, { once: true });
      if (this.signal.aborted) done();
    });

  /** Lets go of what the check opened. Not waited for by the check's lane. */
  close(): Promise<void> {
    this.#http?.close();
    return Promise.all(this.#own.map((session) => session.close())).then(() => {});
  }
}
