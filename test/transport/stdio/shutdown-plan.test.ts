import { afterEach, describe, expect, it } from 'vitest';
import {
  type ShutdownAction,
  type ShutdownSubject,
  shutDown,
  shutdownPlan,
} from '../../../src/transport/stdio/shutdown-plan.js';
import { FakeClock } from '../../support/fake-clock.js';

describe('shutdownPlan', () => {
  // requirement: stdio-shutdown-sequence, legacy-stdio-shutdown-sequence
  it.each([
    {
      name: 'by default',
      options: {},
      plan: [
        ['end-input', 2000],
        ['terminate', 2000],
        ['kill', 2000],
      ],
    },
    {
      name: 'with a grace of its own',
      options: { graceMs: 50 },
      plan: [
        ['end-input', 50],
        ['terminate', 50],
        ['kill', 2000],
      ],
    },
    {
      name: 'without grace',
      options: { graceMs: 0 },
      plan: [
        ['end-input', 0],
        ['terminate', 0],
        ['kill', 2000],
      ],
    },
    {
      name: 'when it is urgent',
      options: { isUrgent: true },
      plan: [
        ['end-input', 0],
        ['kill', 2000],
      ],
    },
  ])('$name', ({ options, plan }) => {
    expect(shutdownPlan(options).map(({ action, waitMs }) => [action, waitMs])).toEqual(plan);
  });
});

/** A process that ends on one of the actions, or never. */
class ScriptedSubject implements ShutdownSubject {
  readonly performed: ShutdownAction[] = [];
  readonly #endsOn: ShutdownAction | 'already' | 'never';
  readonly #listeners = new Set<() => void>();
  isDown: boolean;

  constructor(endsOn: ShutdownAction | 'already' | 'never') {
    this.#endsOn = endsOn;
    this.isDown = endsOn === 'already';
  }

  perform(action: ShutdownAction): void {
    this.performed.push(action);
    if (action !== this.#endsOn) return;
    queueMicrotask(() => {
      this.isDown = true;
      for (const listener of [...this.#listeners]) listener();
    });
  }

  isGone(): boolean {
    return this.isDown;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get watchers(): number {
    return this.#listeners.size;
  }
}

describe('shutDown', () => {
  const clock = new FakeClock();

  afterEach(() => {
    expect(clock.pending).toBe(0);
  });

  // requirement: stdio-shutdown-sequence, legacy-stdio-shutdown-sequence
  it.each<{ endsOn: ShutdownAction | 'already' | 'never'; steps: ShutdownAction[] }>([
    { endsOn: 'already', steps: [] },
    { endsOn: 'end-input', steps: ['end-input'] },
    { endsOn: 'terminate', steps: ['end-input', 'terminate'] },
    { endsOn: 'kill', steps: ['end-input', 'terminate', 'kill'] },
    { endsOn: 'never', steps: ['end-input', 'terminate', 'kill'] },
  ])('takes no step more than needed: ends on $endsOn', async ({ endsOn, steps }) => {
    const subject = new ScriptedSubject(endsOn);
    let isDone = false;
    const done = shutDown(subject, shutdownPlan({ graceMs: 100 }), clock).then((last) => {
      isDone = true;
      return last;
    });
    for (const expected of steps) {
      expect(subject.performed.at(-1)).toBe(expected);
      // Whether the step was enough shows without any time passing.
      for (let job = 0; job < 5; job++) await Promise.resolve();
      if (!subject.isDown) clock.advance(2000);
      for (let job = 0; job < 5; job++) await Promise.resolve();
    }
    expect(await done).toBe(steps.at(-1));
    expect(isDone).toBe(true);
    expect(subject.performed).toEqual(steps);
    expect(subject.watchers).toBe(0);
  });
});
