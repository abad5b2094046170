import { isJsonObject } from '../json.js';
import { visitLongNumbers } from './number-tokens.js';

/**
 * Longest integer taken as an id or token, in digits. Turning digits into a `bigint` is not linear in their
 * number.
 */
const MAX_DIGITS = 1024;

/** `_meta` key with the id of a `subscriptions/listen` request. 2026-07-28 basic/patterns/subscriptions */
const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

/** Every place in a message where an integer identifies something, so that its digits must survive. */
const EXACT_PLACES: readonly (readonly string[])[] = [
  ['id'],
  ['params', 'progressToken'],
  ['params', 'requestId'],
  ['params', '_meta', 'progressToken'],
  ['params', '_meta', SUBSCRIPTION_ID],
  ['result', '_meta', SUBSCRIPTION_ID],
];

type Members = { [name: string]: unknown };

/**
 * Puts a `bigint` with exactly the digits of the text in the place of every id, progress token and request
 * reference that a double cannot hold. Looks at six places; reads the text only when one of them holds such a
 * number.
 *
 * A fraction that parsing rounds to a safe integer (`1.00000000000000000001`) is not noticed.
 */
export function restoreExactIntegers(message: unknown, text: string): void {
  if (hasInexact(message)) replaceInexact([message], [], text);
}

/** The same for a batch: its text is read once, however many members need it. */
export function restoreExactIntegersInBatch(members: readonly unknown[], text: string): void {
  if (members.some(hasInexact))
    replaceInexact(
      members,
      members.map((_, index) => String(index)),
      text,
    );
}

function hasInexact(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false;
  const { id, params, result } = message as Members;
  if (isInexact(id)) return true;
  if (typeof params === 'object' && params !== null) {
    const { progressToken, requestId, _meta } = params as Members;
    if (isInexact(progressToken) || isInexact(requestId)) return true;
    if (isJsonObject(_meta) && (isInexact(_meta.progressToken) || isInexact(_meta[SUBSCRIPTION_ID])))
      return true;
  }
  if (typeof result !== 'object' || result === null) return false;
  const { _meta } = result as Members;
  return isJsonObject(_meta) && isInexact(_meta[SUBSCRIPTION_ID]);
}

/** True for a number that stands for an integer whose digits are lost, or that overflowed. */
function isInexact(value: unknown): boolean {
  return typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER);
}

function replaceInexact(messages: readonly unknown[], prefixes: readonly string[], text: string): void {
  const tokens = exactTokens(text);
  for (const [index, message] of messages.entries()) {
    const prefix = prefixes[index];
    for (const place of EXACT_PLACES) {
      const holder = holderOf(message, place);
      const name = place.at(-1) as string;
      if (holder === undefined || !isInexact(holder[name])) continue;
      const token = tokens.get(placeKey(prefix === undefined ? place : [prefix, ...place]));
      const exact = token === undefined ? undefined : exactInteger(token);
      if (exact !== undefined) holder[name] = exact;
    }
  }
}

/** The object that has the last member of `place`, when there is one. */
function holderOf(message: unknown, place: readonly string[]): Members | undefined {
  let holder: unknown = message;
  for (const name of place.slice(0, -1)) {
    if (!isJsonObject(holder)) return undefined;
    holder = holder[name];
  }
  return isJsonObject(holder) ? holder : undefined;
}

/**
 * Number tokens by place. Of a repeated member the last one counts, as it does for `JSON.parse`. Tokens at
 * places that cannot matter are not kept.
 */
function exactTokens(text: string): Map<string, string> {
  const names = new Set(EXACT_PLACES.map((place) => place.at(-1) as string | number));
  const tokens = new Map<string, string>();
  visitLongNumbers(text, (path, token) => {
    if (path.length <= 4 && names.has(path.at(-1) as string | number)) tokens.set(placeKey(path), token);
  });
  return tokens;
}

function placeKey(path: readonly (string | number)[]): string {
  return JSON.stringify(path.map(String));
}

/**
 * The integer that a JSON number token stands for; undefined for a fraction and for more than 1024 digits.
 */
function exactInteger(token: string): bigint | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  if (sign === undefined) return undefined;
  const zeros = Number(exponent) - fraction.length;
  const digits = whole + fraction;
  if (digits.length + Math.abs(zeros) > MAX_DIGITS) return undefined;
  if (zeros >= 0) return BigInt(sign + digits + '0'.repeat(zeros));
  if (!/^0*$/.test(digits.slice(zeros))) return undefined;
  return BigInt(sign + digits.slice(0, zeros));
}
