import type { Fault } from '../../protocol/index.js';
import { visibleText } from '../../server/index.js';

/** Told what was left out, and why. What it throws changes nothing. */
export type OnWarning = (warning: Fault) => void;

/** Writes a line to stderr (in Node). Words of a server may be in it, and must not move the cursor of a terminal. */
export function warnOnConsole(warning: Fault): void {
  console.error(visibleText(`plainwire: ${warning.message}`));
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
