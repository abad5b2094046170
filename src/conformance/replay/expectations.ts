import type { Comparison } from './compare-values.js';
import { type Action, idKey, type Step } from './steps.js';

/** A step of the peer that a live action may be, and how well the two agree. */
export interface Candidate {
  readonly step: Step;
  readonly comparison: Comparison;
}

/** What the peer is expected to do and has not done yet. */
export class Expectations {
  /** By what must agree for a live action to be a step at all. */
  readonly #bySlot = new Map<string, Step[]>();
  readonly #open = new Set<Step>();

  constructor(steps: readonly Step[]) {
    for (const step of steps) {
      const slot = slotOf(step);
      const waiting = this.#bySlot.get(slot);
      if (waiting === undefined) this.#bySlot.set(slot, [step]);
      else waiting.push(step);
      this.#open.add(step);
    }
  }

  get open(): ReadonlySet<Step> {
    return this.#open;
  }

  has(step: Step): boolean {
    return this.#open.has(step);
  }

  take(step: Step): void {
    this.#open.delete(step);
    const waiting = this.#bySlot.get(slotOf(step));
    waiting?.splice(waiting.indexOf(step), 1);
  }

  /**
   * The step that a live action is: one that it is equal to, before one that it is only like; and one whose turn it is
   * (before step `horizon`), before one that is expected only later.
   */
  find(action: Action, horizon: number, compare: (step: Step) => Comparison): Candidate | undefined {
    let best: Candidate | undefined;
    let bestRank = Number.POSITIVE_INFINITY;
    for (const step of this.#bySlot.get(slotOf(action)) ?? []) {
      const comparison = compare(step);
      const rank = (comparison.isEqual ? 0 : 2) + (step.index < horizon ? 0 : 1);
      if (rank < bestRank) {
        best = { step, comparison };
        bestRank = rank;
      }
      if (bestRank === 0) break;
    }
    return best;
  }
}

/** Actions with different slots are never the same. */
function slotOf(action: Action): string {
  const { form, http } = action;
  if (form === 'request') return `request ${http?.method} ${kindOf(action)}`;
  return `${form} ${http?.exchange ?? ''} ${form === 'frame' ? kindOf(action) : ''}`;
}

function kindOf({ message, frame }: Action): string {
  if (message === undefined) return frame.length === 0 ? 'nothing' : 'no message';
  switch (message.kind) {
    case 'request':
    case 'notification':
      return `${message.kind} ${message.method}`;
    case 'batch':
      return 'batch';
    default:
      // Whether it is a result or an error is for the comparison.
      return `response ${message.id === undefined ? '' : idKey(message.id)}`;
  }
}
