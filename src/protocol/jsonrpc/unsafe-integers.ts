import { visitLongNumbers } from './number-tokens.js';

/** An integer in a JSON text that `JSON.parse` rounds. */
export interface UnsafeInteger {
  /** Where it is, as a JSON pointer (RFC 6901): `/params/arguments/id`. */
  pointer: string;
  /** Its digits, as they are in the text. */
  token: string;
}

const PLAIN_INTEGER = /^-?\d+$/;

/**
 * Finds the integers beyond ±(2^53 - 1) in a JSON text, which arrive rounded in arguments and results,
 * because plainwire keeps exact digits only where they identify something. For linters and proxies. Integers
 * spelled with a fraction or an exponent (`1e21`) are taken for what they usually are, measurements, and are
 * not reported.
 *
 * Linear in the length of the text. Never throws; on text that is not JSON the answer means little.
 *
 * @param most stop after this many. Default 100.
 */
export function findUnsafeIntegers(text: string, most = 100): UnsafeInteger[] {
  const found: UnsafeInteger[] = [];
  visitLongNumbers(text, (path, token) => {
    if (found.length >= most || !PLAIN_INTEGER.test(token) || Number.isSafeInteger(Number(token))) return;
    found.push({ pointer: pointerOf(path), token });
  });
  return found;
}

function pointerOf(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
