import type { JsonObject } from '../../protocol/index.js';
import type { Clock } from '../../transport/index.js';
import { canonicalJson } from '../context/canonical-json.js';

interface Remembered {
  readonly call: string;
  readonly untilMs: number;
}

/** The second question follows the first at once; a call that nobody asks about again is forgotten. */
const REMEMBERED_MS = 60_000;

/**
 * Calls that were allowed, for agent CLIs that ask about a call in two places: the second question is answered as the first
 * was, and nobody is asked again. Each is good for one question, about the same tool with the same arguments, soon.
 */
export class RememberedApprovals {
  readonly #clock: Clock;
  readonly #max: number;
  /** Oldest first. */
  #calls: Remembered[] = [];

  constructor(clock: Clock, max: number) {
    this.#clock = clock;
    this.#max = max;
  }

  remember(tool: string, args: Readonly<JsonObject>): void {
    this.#forgetOld();
    if (this.#calls.length >= this.#max) this.#calls.shift();
    this.#calls.push({ call: callOf(tool, args), untilMs: this.#clock.now() + REMEMBERED_MS });
  }

  /** Whether the call was allowed. The next time it was not. */
  take(tool: string, args: Readonly<JsonObject>): boolean {
    this.#forgetOld();
    const call = callOf(tool, args);
    const at = this.#calls.findIndex((remembered) => remembered.call === call);
    if (at === -1) return false;
    this.#calls.splice(at, 1);
    return true;
  }

  clear(): void {
    this.#calls = [];
  }

  #forgetOld(): void {
    const now = this.#clock.now();
    this.#calls = this.#calls.filter(({ untilMs }) => now < untilMs);
  }
}

function callOf(tool: string, args: Readonly<JsonObject>): string {
  return canonicalJson([tool, args]);
}
