import type { Fault } from '../../protocol/index.js';

/** Told what was left out, and why. What it throws changes nothing. */
export type OnWarning = (warning: Fault) => void;

/** Writes to stderr (in Node). */
export function warnOnConsole(warning: Fault): void {
  console.error(`plainwire: ${warning.message}`);
}

/** A handler of warnings that cannot do harm by throwing: there is nobody left to tell. */
export function safely(onWarning: OnWarning): OnWarning {
  return (warning) => {
    try {
      onWarning(warning);
    } catch {
      // Telling about a warning must never become a failure of its own.
    }
  };
}
