import type { Fault, Revision } from '../../protocol/index.js';
import type { ActiveCheck, Check } from '../check.js';
import { fail, isPassive, skip } from '../check.js';
import { judgePassively } from '../judge-passively.js';
import type { CheckResult } from '../report/report.js';
import { isAnswered } from '../wire/wire-session.js';
import type { AtOnce } from './at-once.js';
import { type CheckRunner, notRun, type Outcome, resultOf, runOnce, verdictOf } from './run-check.js';
import { type Permissions, reasonToSkip } from './select.js';
import { SessionSlot } from './session-slot.js';

export interface RevisionRunParts {
  readonly runner: CheckRunner;
  /** Those that exist in this revision and on this transport. */
  readonly checks: readonly Check[];
  readonly permissions: Permissions;
  readonly shared: SessionSlot;
  readonly atOnce: AtOnce;
  readonly onResult: (result: CheckResult) => void;
}

/** Until a session that should be alive counts as hung. */
const ALIVE_MS = 2000;
/** A server that takes longer for a ping is too slow for its silence to mean anything. */
const SLOW_MS = 1000;
/** How long is waited to find out that it is slow: longer than any check waits. */
const PATIENCE_MS = 10_000;
const OWN_AT_ONCE = 2;

/** All checks of one revision, in lanes: each takes its checks one after the other on a session of its own. */
export class RevisionRun {
  readonly revision: Revision;
  readonly #parts: RevisionRunParts;
  readonly #active: readonly ActiveCheck[];

  constructor(parts: RevisionRunParts) {
    this.#parts = parts;
    this.revision = parts.runner.facts.revision;
    this.#active = parts.checks.filter((check): check is ActiveCheck => !isPassive(check));
  }

  /** Checks on the shared session, in turn. */
  sharedLane(): Promise<void> {
    const own = this.#ordinary().filter(({ usesOwnSessions }) => usesOwnSessions !== true);
    return this.#lane(own, this.#parts.shared);
  }

  /** Checks with sessions of their own, side by side. */
  async ownLane(): Promise<void> {
    const own = this.#ordinary().filter(({ usesOwnSessions }) => usesOwnSessions === true);
    // A few at a time, so that the queue for places is not theirs alone.
    const worker = async (): Promise<void> => {
      for (let check = own.shift(); check !== undefined; check = own.shift()) {
        await this.#inTurn(check, undefined);
      }
    };
    await Promise.all(Array.from({ length: OWN_AT_ONCE }, worker));
  }

  /** Checks that may bring the server down, in turn, on a session that lasts as long as it lives. */
  async destructiveLane(): Promise<void> {
    const destructive = this.#active.filter((check) => check.isDestructive === true);
    const { opener, startMs } = this.#parts.runner.facts;
    const slot = new SessionSlot(opener, { revision: this.revision, startMs });
    await this.#lane(destructive, slot);
    this.#parts.runner.inBackground(slot.close());
  }

  /** Checks that call tools, unknown ones after all others. */
  async callingLane(): Promise<void> {
    const calling = (what: 'listed' | 'unknown') =>
      this.#active.filter((check) => check.callsTools === what && check.isDestructive !== true);
    await this.#lane([...calling('listed'), ...calling('unknown')], this.#parts.shared);
  }

  /** What everything that was received in this revision shows. */
  passive(): void {
    const { log, facts } = this.#parts.runner;
    const traffic = log.traffic(this.revision, facts.opener.transport);
    for (const check of this.#parts.checks) {
      if (isPassive(check)) this.#report(check, notRun(judgePassively(check, traffic)));
    }
  }

  async close(): Promise<void> {
    await this.#parts.shared.close();
  }

  #ordinary(): ActiveCheck[] {
    return this.#active.filter((check) => check.isDestructive !== true && check.callsTools === undefined);
  }

  async #lane(checks: readonly ActiveCheck[], slot: SessionSlot): Promise<void> {
    for (const check of checks) await this.#inTurn(check, slot);
  }

  #inTurn(check: ActiveCheck, slot: SessionSlot | undefined): Promise<void> {
    return this.#parts.atOnce.run(async () => {
      const outcome = await this.#outcome(check, slot);
      this.#report(check, await this.#unlessSlow(check, slot, outcome));
    });
  }

  /** Nobody is convicted for not doing in time what may only have needed longer. */
  async #unlessSlow(check: ActiveCheck, slot: SessionSlot | undefined, outcome: Outcome): Promise<Outcome> {
    const { judgement, timeouts } = outcome;
    const verdict = verdictOf(judgement, check.levels[this.revision]);
    if (timeouts === 0 || (verdict !== 'fail' && verdict !== 'warn')) return outcome;
    const pingMs = await this.#pingMs(slot);
    if (pingMs <= SLOW_MS) return outcome;
    if (check.isAboutSilence === true && !Number.isFinite(pingMs)) return outcome;
    const why = `${judgement.reason}; but it takes more than ${SLOW_MS} ms to answer a ping, too`;
    return { ...outcome, judgement: skip('could-not-test', why) };
  }

  /** How fast the server is now. In a session that did not survive the check: how fast it was there before. */
  async #pingMs(slot: SessionSlot | undefined): Promise<number> {
    if (slot?.session !== undefined) return (await slot.session.timedPing(PATIENCE_MS)).tookMs;
    if (slot !== undefined) return slot.pingMs ?? 0;
    const { opener, startMs } = this.#parts.runner.facts;
    const own = new SessionSlot(opener, { revision: this.revision, startMs });
    try {
      await own.take({ check: undefined, signal: this.#parts.runner.signal });
      return own.pingMs ?? 0;
    } catch {
      return Number.POSITIVE_INFINITY;
    } finally {
      this.#parts.runner.inBackground(own.close());
    }
  }

  async #outcome(check: ActiveCheck, slot: SessionSlot | undefined): Promise<Outcome> {
    const { runner, permissions } = this.#parts;
    if (runner.signal.aborted)
      return notRun(skip('could-not-test', 'the run was over before it was its turn'));
    const reason = reasonToSkip(check, permissions);
    if (reason !== undefined) return notRun(reason);
    if (slot?.down !== undefined) return notRun(skip('could-not-test', slot.down.message));
    const outcome = await runOnce(check, runner, check.usesOwnSessions === true ? undefined : slot);
    if (slot === undefined || slot.session === undefined || runner.signal.aborted) return outcome;
    const isSuspect =
      check.isDestructive === true || outcome.judgement.kind !== 'pass' || slot.session.hasEnded;
    if (!isSuspect || (await slot.isAlive(ALIVE_MS))) return outcome;
    return this.#blame(check, slot, outcome);
  }

  /** The session did not survive the check. Was it this check, or something that an earlier one left behind? */
  async #blame(check: ActiveCheck, slot: SessionSlot, outcome: Outcome): Promise<Outcome> {
    const wasAlone = slot.uses <= 1;
    await slot.discard();
    if (wasAlone) return this.#orDown(slot, outcome);
    const alone = await runOnce(check, this.#parts.runner, slot);
    const isAlive = slot.session === undefined || (await slot.isAlive(ALIVE_MS));
    if (!isAlive) await slot.discard();
    // It could not be run again: what was seen the first time is what there is.
    if (slot.down !== undefined) return this.#orDown(slot, outcome);
    return alone;
  }

  /** After the check the server cannot be reached at all. */
  async #orDown(slot: SessionSlot, outcome: Outcome): Promise<Outcome> {
    const { opener } = this.#parts.runner.facts;
    if (opener.transport === 'stdio') return outcome;
    const fault = await this.#faultOf(slot);
    if (fault === undefined) return outcome;
    return {
      ...outcome,
      judgement: fail(`the server cannot be reached any more after this: ${fault.message}`),
    };
  }

  async #faultOf(slot: SessionSlot): Promise<Fault | undefined> {
    if (slot.down !== undefined) return slot.down;
    try {
      const session = await slot.take({ check: undefined, signal: this.#parts.runner.signal });
      return isAnswered(await session.ping(ALIVE_MS)) ? undefined : slot.down;
    } catch {
      return slot.down;
    }
  }

  #report(check: Check, outcome: Outcome): void {
    const { facts } = this.#parts.runner;
    this.#parts.onResult(resultOf(check, this.revision, facts.opener.transport, outcome));
  }
}
