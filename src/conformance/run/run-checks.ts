import { isJsonObject, REVISIONS, type Revision } from '../../protocol/index.js';
import { type Clock, systemClock } from '../../transport/index.js';
import { type Check, fail, info, pass, skip } from '../check.js';
import { CHECKS } from '../checks/index.js';
import type { CallPolicy, ListMethod, ListWalk, ServerFacts } from '../context.js';
import { secretHider } from '../report/hide-secrets.js';
import type { CheckReport, CheckResult, RunEnd } from '../report/report.js';
import { DuplexSession } from '../wire/duplex-session.js';
import { Pace } from '../wire/pace.js';
import type { SessionBase } from '../wire/session-base.js';
import { WireLog } from '../wire/wire-log.js';
import { findAccess, PROTECTED_REVISION } from './access.js';
import { AtOnce } from './at-once.js';
import { CONNECTION_CHECK, LEFTOVER_CHECK } from './built-in-checks.js';
import type { RevisionFacts } from './check-context.js';
import { endLeftovers } from './leftovers.js';
import { declaredLists, walkList } from './list-walk.js';
import { manyListeners } from './many-listeners.js';
import { newMarker, type Opener, type OpenerParts, openerFor } from './opener.js';
import { type Budgets, budgetsOf, type CheckRunOptions, type CheckTarget } from './options.js';
import { findOutCarrier, handshakeOf, probeRevisions, type RevisionProbe } from './probe.js';
import { RevisionRun } from './revision-run.js';
import { notRun, resultOf } from './run-check.js';
import { runReport } from './run-report.js';
import { isApplicable, selectChecks } from './select.js';
import { serverFacts } from './server-facts.js';
import { SessionSlot } from './session-slot.js';

/**
 * Checks a server in every revision that it speaks. Never throws for what the server does: that is what the report is
 * about. When it resolves, no process, socket or timer of the run is left.
 *
 * @throws Fault `invalid_argument`, `platform_missing`
 */
export async function runChecks(target: CheckTarget, options: CheckRunOptions = {}): Promise<CheckReport> {
  const run = new CheckRun(options);
  return run.of(target);
}

/** Of the total time, what closing down may need. */
const CLOSING_MS = 10_000;
const MIN_ALLOWANCE_MS = 2000;
const START_FACTOR = 8;

/** What is known when the checks are about to begin. */
interface Preparation {
  readonly opener: Opener;
  readonly served: readonly RevisionProbe[];
  /** Those of them that are to be checked. */
  readonly wanted: readonly RevisionProbe[];
  readonly access: ServerFacts['access'];
}

/** One revision, and what it is run with. */
interface RevisionToRun {
  readonly opener: Opener;
  readonly revision: Revision;
  /** All that are checked: what runs once an era runs in the newest of them. */
  readonly wanted: readonly Revision[];
  readonly server: ServerFacts;
  readonly atOnce: AtOnce;
  readonly session?: SessionBase | undefined;
  readonly lists: ReadonlyMap<ListMethod, ListWalk>;
}

class CheckRun {
  readonly #options: CheckRunOptions;
  readonly #budgets: Budgets;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #over = manyListeners(new AbortController());
  readonly #checks: readonly Check[];
  readonly #log: WireLog;
  readonly #results: CheckResult[] = [];
  readonly #closing: Promise<void>[] = [];
  readonly #marker = newMarker();
  #parts: OpenerParts | undefined;
  /** Takes out of results what the caller gave in confidence. */
  #hide: <T>(value: T) => T = (value) => value;
  #end: RunEnd = 'done';
  #expected = 0;

  constructor(options: CheckRunOptions) {
    this.#options = options;
    this.#budgets = budgetsOf(options);
    this.#clock = options.clock ?? systemClock;
    this.#startedAt = this.#clock.now();
    this.#checks = selectChecks(options.checks ?? CHECKS, options);
    this.#log = new WireLog(this.#clock);
  }

  async of(target: CheckTarget): Promise<CheckReport> {
    const { totalMs } = this.#budgets;
    const budget = Math.max(totalMs - CLOSING_MS, totalMs / 2);
    const stopTimer = this.#clock.after(budget, () => this.#stop('budget'), true);
    const onInterrupt = (): void => this.#stop('interrupted');
    this.#options.signal?.addEventListener('abort', onInterrupt, { once: true });
    if (this.#options.signal?.aborted === true) onInterrupt();
    let opener = await this.#openerFor(target);
    try {
      let probes = await this.#probe(opener);
      const carrier = await findOutCarrier(opener, target, probes);
      if (carrier !== undefined) {
        await opener.close();
        opener = await this.#openerFor(carrier);
        probes = await this.#probe(opener);
      }
      const wanted = this.#wanted(probes);
      await this.#checkAll(opener, probes, wanted);
      await this.#closeDown(opener);
      return this.#report(opener, wanted);
    } finally {
      stopTimer();
      this.#options.signal?.removeEventListener('abort', onInterrupt);
      await opener.close();
    }
  }

  #stop(end: RunEnd): void {
    if (this.#over.signal.aborted) return;
    this.#end = end;
    this.#over.abort();
  }

  async #openerFor(target: CheckTarget): Promise<Opener> {
    const { requestMs, startMs } = this.#budgets;
    const parts = {
      log: this.#log,
      clock: this.#clock,
      pace: new Pace(this.#clock, this.#options.rate),
      requestMs,
      connectMs: Math.min(startMs, 10_000),
      startAllowanceMs: 0,
    };
    this.#parts = parts;
    const opener = await openerFor(target, parts, this.#marker);
    this.#hide = secretHider(opener.secrets);
    return opener;
  }

  #probe(opener: Opener): Promise<RevisionProbe[]> {
    const { startMs, requestMs } = this.#budgets;
    return probeRevisions(opener, {
      // All of them, whichever are wanted: what is right in one can depend on what else is served.
      revisions: REVISIONS,
      clock: this.#clock,
      // One that runs already has no start to wait for.
      startMs: opener.transport === 'stdio' ? startMs : Math.min(startMs, 2 * requestMs),
      signal: this.#over.signal,
    });
  }

  /** The probes of the revisions that the caller wants checked; the sessions of the others are let go. */
  #wanted(probes: readonly RevisionProbe[]): readonly RevisionProbe[] {
    const { revisions = REVISIONS } = this.#options;
    const isWanted = ({ revision }: RevisionProbe): boolean => revisions.includes(revision);
    for (const probe of probes) {
      if (!isWanted(probe) && probe.session !== undefined) this.#closing.push(probe.session.close());
    }
    return probes.filter(isWanted);
  }

  async #checkAll(
    opener: Opener,
    probes: readonly RevisionProbe[],
    wanted: readonly RevisionProbe[],
  ): Promise<void> {
    const isServed = (probe: RevisionProbe): boolean => probe.served;
    const served = probes.filter(isServed);
    if (this.#parts !== undefined) {
      this.#parts.startAllowanceMs = startAllowance(served, this.#budgets.startMs);
    }
    const access = await findAccess(opener, probes);
    this.#connection(opener, wanted, access);
    const runs = await this.#prepare({ opener, served, wanted: wanted.filter(isServed), access });
    this.#options.onProgress?.({ kind: 'probed', served: served.map(({ revision }) => revision) });
    const isProcess = opener.transport === 'stdio';
    await Promise.all(
      runs.flatMap((run) => [run.sharedLane(), run.ownLane(), ...(isProcess ? [run.destructiveLane()] : [])]),
    );
    // There is one server, and nobody here can start it again: what may bring it down comes when the rest is done.
    if (!isProcess) for (const run of runs) await run.destructiveLane();
    for (const run of runs) await run.callingLane();
    // What a process wrote, and how much, is known when it has ended.
    await Promise.all([...runs.map((run) => run.close()), ...this.#closing]);
    for (const run of runs) run.passive();
  }

  /** Whether there is anything to check at all. */
  #connection(opener: Opener, probes: readonly RevisionProbe[], access: ServerFacts['access']): void {
    const served = probes.filter((probe) => probe.served).map(({ revision }) => revision);
    const [first] = probes;
    if (first === undefined) return;
    const records = probes.flatMap((probe) => probe.records).slice(0, 6);
    if (served.length > 0) {
      this.#add(resultOf(CONNECTION_CHECK, served[0] ?? first.revision, opener.transport, notRun(pass())));
      return;
    }
    const reasons = [...new Set(probes.map(({ reason }) => reason))].join('; ');
    const judgement =
      access === 'protected'
        ? info('the server demands credentials: only what can be seen without them was checked', { records })
        : this.#over.signal.aborted
          ? skip('could-not-test', 'the run was over before the server had answered')
          : fail(reasons, { records });
    if (judgement.kind === 'fail') this.#end = 'unreachable';
    this.#add(resultOf(CONNECTION_CHECK, first.revision, opener.transport, notRun(judgement)));
  }

  async #prepare({ opener, served, wanted, access }: Preparation): Promise<RevisionRun[]> {
    const atOnce = new AtOnce(this.#budgets.concurrency);
    if (access === 'protected') {
      const server = serverFacts(undefined, [], access);
      return [
        this.#run({ opener, revision: PROTECTED_REVISION, wanted: [], server, atOnce, lists: new Map() }),
      ];
    }
    const revisions = served.map(({ revision }) => revision);
    return Promise.all(
      wanted.map(async (probe) => {
        const { revision, session } = probe;
        const server = serverFacts(probe, revisions, access);
        const lists = await this.#walkLists(probe);
        const all = wanted.map((other) => other.revision);
        return this.#run({ opener, revision, wanted: all, server, atOnce, session, lists });
      }),
    );
  }

  async #walkLists(probe: RevisionProbe): Promise<ReadonlyMap<ListMethod, ListWalk>> {
    const lists = new Map<ListMethod, ListWalk>();
    const { session } = probe;
    if (session === undefined) return lists;
    session.scope = { check: undefined, signal: this.#over.signal };
    const { capabilities } = handshakeOf(probe);
    for (const method of declaredLists(isJsonObject(capabilities) ? capabilities : {})) {
      lists.set(method, await walkList(session, method, this.#clock));
    }
    return lists;
  }

  #run({ opener, revision, wanted, server, atOnce, session, lists }: RevisionToRun): RevisionRun {
    const { startMs, checkMs } = this.#budgets;
    const policy = this.#policy(opener);
    const facts: RevisionFacts = { revision, server, policy, lists, opener, clock: this.#clock, startMs };
    const checks = this.#checks.filter((check) => isApplicable(check, revision, opener.transport, wanted));
    this.#expected += checks.length;
    return new RevisionRun({
      runner: {
        facts,
        log: this.#log,
        clock: this.#clock,
        checkMs,
        signal: this.#over.signal,
        inBackground: (closing) => void this.#closing.push(closing.catch(() => {})),
      },
      checks,
      permissions: { server, isLocal: opener.isLocal, options: this.#options },
      shared: new SessionSlot(opener, {
        revision,
        startMs,
        listens: true,
        ...(session === undefined ? {} : { session }),
      }),
      atOnce,
      onResult: (result) => this.#add(result),
    });
  }

  #policy(opener: Opener): CallPolicy {
    const { callReadonly = false, allowCalls = [], noCalls = false } = this.#options;
    return {
      callReadonly: callReadonly && !noCalls,
      allowCalls: noCalls ? [] : allowCalls,
      isLocal: opener.isLocal,
    };
  }

  #add(found: CheckResult): void {
    const result = this.#hide(found);
    this.#results.push(result);
    const done = this.#results.length;
    this.#options.onProgress?.({ kind: 'result', result, done, total: Math.max(done, this.#expected + 1) });
  }

  /** Closes everything, and looks for processes that are still there. */
  async #closeDown(opener: Opener): Promise<void> {
    await Promise.all(this.#closing);
    await opener.close();
    const left = opener.transport === 'stdio' ? endLeftovers(this.#marker) : [];
    if (opener.transport !== 'stdio' || (this.#end === 'unreachable' && left.length === 0)) return;
    const names = left.map(({ pid, name }) => `${name} (${pid})`).join(', ');
    const judgement =
      left.length === 0 ? pass() : info(`still there after the server was shut down, and killed: ${names}`);
    const revision = this.#results[0]?.revision ?? PROTECTED_REVISION;
    this.#add(resultOf(LEFTOVER_CHECK, revision, opener.transport, notRun(judgement)));
  }

  #report(opener: Opener, probes: readonly RevisionProbe[]): CheckReport {
    return this.#hide(
      runReport({
        opener,
        probes,
        results: this.#results,
        checks: this.#checks,
        end: this.#end,
        durationMs: this.#clock.now() - this.#startedAt,
      }),
    );
  }
}

/** Several times what the slowest start took so far: the machine is busier while checks run. */
function startAllowance(served: readonly RevisionProbe[], startMs: number): number {
  const starts = served.map(({ session }) => (session instanceof DuplexSession ? session.firstFrameMs : 0));
  return Math.min(startMs, Math.max(MIN_ALLOWANCE_MS, START_FACTOR * Math.max(0, ...starts)));
}
