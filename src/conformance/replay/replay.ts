import type { Fault, Trace } from '../../protocol/index.js';
import type { Clock } from '../../transport/index.js';
import { systemClock } from '../../transport/index.js';
import { compareActions } from './compare-actions.js';
import type { Comparison, ComparisonContext } from './compare-values.js';
import { ActionNames } from './describe-action.js';
import { Expectations } from './expectations.js';
import { IgnoredFields } from './ignored-fields.js';
import { liveFrame } from './live-frame.js';
import { OpaqueValues } from './opaque-values.js';
import { type Difference, differenceAt, type ReplayReport, shown } from './report.js';
import { type Action, type Side, type Step, stepsOf } from './steps.js';

export interface ReplayOptions {
  /**
   * Fields that are not compared: a JSON pointer into the message with `*` for any one name, a bare member name, or
   * `header:<name>`. Those that the recording declares in its header as `volatile` are added.
   */
  readonly ignore?: readonly string[];
  /** How long the live side may take for what comes next. Default 10,000 ms. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
}

/** Does on the wire what our side did in the recording. */
export interface Player {
  /** `frame` is the frame of the step with the live ids in it. */
  play(step: Step, frame: Uint8Array | string): void | Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 10_000;
/** A peer that never stops saying what nobody expects is not listened to for ever. */
const MAX_UNEXPECTED = 1000;

/**
 * Plays one side of a recording against a live other side. What we do waits until the peer has done everything that was
 * recorded before it: what came first in the recording cannot have been caused by what came later, so this never waits
 * for something that waits for us. What the peer does may come in any order that the recorded one allows.
 */
export class Replay {
  readonly steps: readonly Step[];
  /** Where the server of the recording was: scheme, host and port. */
  readonly recordedOrigin: string | undefined;
  readonly #us: Side;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #expected: Expectations;
  readonly #opaque: OpaqueValues;
  readonly #context: ComparisonContext;
  readonly #names: ActionNames;
  readonly #differences: Difference[] = [];
  /** The latest step of each lane that has happened. */
  readonly #reached = new Map<string, number>();
  readonly #played = new Set<Step>();
  readonly #skipped = new Set<Step>();
  /** The step that is being played or waited for. */
  #position = 0;
  #isOver = false;
  #failure: Fault | undefined;
  #unexpectedCount = 0;
  #onProgress: () => void = () => {};

  /** @throws Fault `invalid_trace`, `invalid_argument` */
  constructor(trace: Trace, us: Side, options: ReplayOptions = {}) {
    const [fault] = trace.faults;
    if (fault !== undefined) throw fault.fault;
    this.steps = stepsOf(trace);
    this.recordedOrigin = originOf(trace.header?.['server']);
    this.#us = us;
    this.#clock = options.clock ?? systemClock;
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#expected = new Expectations(this.steps.filter(({ dir }) => dir !== us));
    this.#opaque = new OpaqueValues(us);
    this.#names = new ActionNames(this.steps);
    const ignored = new IgnoredFields([...volatileFields(trace), ...(options.ignore ?? [])]);
    this.#context = { sender: us === 'client' ? 'server' : 'client', ignored, opaque: this.#opaque };
  }

  get opaque(): OpaqueValues {
    return this.#opaque;
  }

  /**
   * The peer did something. Gives back what it is in the recording; undefined when it is not there, which is a difference.
   */
  received(action: Action): Step | undefined {
    const compare = (step: Step): Comparison => compareActions(step, action, this.#context);
    const found = this.#expected.find(action, this.#horizon(), compare);
    if (found === undefined) {
      if (action.form !== 'end' || !this.#endedInstead(action)) this.#unexpected(action);
      this.#onProgress();
      return undefined;
    }
    const { step, comparison } = found;
    this.#expected.take(step);
    const what = this.#names.of(step);
    for (const departure of comparison.departures)
      this.#differences.push(differenceAt(step.line, what, departure));
    for (const learned of comparison.learned) {
      const taken = this.#opaque.learn(learned);
      if (taken !== undefined && learned.place.kind === 'id') this.#differ('reused', step, learned.live);
    }
    this.#checkOrder(step);
    this.#onProgress();
    return step;
  }

  /** The peer will do nothing more, whatever it still had to do. */
  peerEnded(): void {
    this.#isOver = true;
    this.#onProgress();
  }

  /** There is no peer to play against. */
  fail(fault: Fault): void {
    this.#failure ??= fault;
    this.peerEnded();
  }

  /**
   * Does everything that our side did, each when its time has come. Resolves at the end, or when the peer got stuck.
   *
   * @throws Fault that `fail` was told of
   */
  async run(player: Player): Promise<void> {
    for (const step of this.steps) {
      this.#position = step.index;
      if (step.dir === this.#us) {
        if (!this.#skipped.has(step)) await this.#play(step, player);
      } else if (!(await this.#hasHappened(step))) {
        break;
      }
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** What is still open then has not come. */
  report(): ReplayReport {
    const ours = this.steps.filter(({ dir }) => dir === this.#us);
    const theirs = this.steps.length - ours.length;
    const played = this.#played.size + this.#skipped.size;
    // What was expected only after the place where the peer got stuck is not missing: its turn never came.
    const due = [...this.#expected.open].filter(({ index }) => index <= this.#position);
    const missing = due.map((step) => this.#difference('missing', step));
    const differences = [...this.#differences, ...missing];
    const matched = theirs - this.#expected.open.size;
    const isSame = differences.length === 0 && played === ours.length && matched === theirs;
    return { isSame, as: this.#us, played, toPlay: ours.length, matched, toMatch: theirs, differences };
  }

  async #play(step: Step, player: Player): Promise<void> {
    this.#played.add(step);
    await player.play(step, liveFrame(step, this.#opaque));
  }

  /** The next step that we have not played: what the peer does before it is its turn. */
  #horizon(): number {
    for (let index = this.#position; index < this.steps.length; index += 1) {
      const step = this.steps[index];
      if (step !== undefined && step.dir === this.#us && !this.#played.has(step)) return index;
    }
    return this.steps.length;
  }

  async #hasHappened(step: Step): Promise<boolean> {
    while (this.#expected.has(step)) {
      if (this.#isOver) return false;
      if (!(await this.#progress())) return false;
    }
    return true;
  }

  /** Waits until the peer does anything. False when it did nothing for too long. */
  #progress(): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (isProgress: boolean): void => {
        stop();
        this.#onProgress = () => {};
        resolve(isProgress);
      };
      const stop = this.#clock.after(this.#timeoutMs, () => finish(false), true);
      this.#onProgress = () => finish(true);
    });
  }

  /**
   * The peer ended an HTTP exchange that we were to end, or whose end is not in the recording: the same, unless we still
   * had something to say on it.
   */
  #endedInstead({ http }: Action): boolean {
    const rest = this.steps.filter(
      (step) =>
        step.http?.exchange === http?.exchange &&
        step.form !== 'request' &&
        !this.#played.has(step) &&
        (step.dir === this.#us || this.#expected.has(step)),
    );
    if (rest.some(({ form }) => form !== 'end')) return false;
    for (const step of rest) {
      this.#skipped.add(step);
      if (step.dir !== this.#us) this.#expected.take(step);
    }
    return true;
  }

  #checkOrder(step: Step): void {
    const { lane, index } = step;
    if (lane === undefined) return;
    const reached = this.#reached.get(lane) ?? -1;
    if (reached > index) this.#differ('order', step);
    this.#reached.set(lane, Math.max(reached, index));
  }

  #unexpected(action: Action): void {
    const { frame, message } = action;
    this.#unexpectedCount += 1;
    if (this.#unexpectedCount > MAX_UNEXPECTED) {
      this.#isOver = true;
      return;
    }
    const { kind: _kind, ...content } = message ?? { kind: '', frame: String(frame) };
    const what = this.#names.of(action);
    const actual = frame.length === 0 ? undefined : shown(content);
    this.#differences.push({
      kind: 'unexpected',
      line: undefined,
      what,
      at: undefined,
      expected: undefined,
      actual,
    });
  }

  #differ(kind: Difference['kind'], step: Step, actual?: unknown): void {
    this.#differences.push(this.#difference(kind, step, actual));
  }

  #difference(kind: Difference['kind'], step: Step, actual?: unknown): Difference {
    const what = this.#names.of(step);
    return { kind, line: step.line, what, at: undefined, expected: undefined, actual: shown(actual) };
  }
}

function originOf(server: unknown): string | undefined {
  return typeof server === 'string' && URL.canParse(server) ? new URL(server).origin : undefined;
}

/** The header of a recording may declare which of its fields differ from run to run. */
function volatileFields({ header }: Trace): string[] {
  const declared = header?.['volatile'];
  return Array.isArray(declared) ? declared.filter((rule) => typeof rule === 'string') : [];
}
