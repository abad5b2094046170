import { jsonStringEnd, jsonStringValue } from '../json-text.js';

/** One number of a JSON text, as it is spelled there. `path` is reused: copy what you keep. */
export type NumberVisitor = (path: readonly (string | number)[], token: string) => void;

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** A token shorter than this is a safe integer, unless it has an exponent. */
const SHORTEST_UNSAFE = 16;

/**
 * Visits the numbers in a JSON text that may be unsafe integers (16 characters or more, or with an exponent),
 * in the order of the text. `JSON.parse` has no source text on Node 20, so this is how digits are found. One
 * pass, linear, no recursion. The text should be valid JSON; on other text the visits mean little, but it
 * ends and never throws.
 */
export function visitLongNumbers(text: string, visit: NumberVisitor): void {
  const path: (string | number)[] = [];
  let isKeyNext = false;
  let at = 0;
  while (at < text.length) {
    const char = text[at];
    const top = path.length - 1;
    if (char === '"') {
      const end = jsonStringEnd(text, at);
      if (isKeyNext && top >= 0) path[top] = jsonStringValue(text.slice(at, end));
      isKeyNext = false;
      at = end;
      continue;
    }
    if (char === '-' || (char !== undefined && char >= '0' && char <= '9')) {
      const token = numberAt(text, at);
      if (token.length >= SHORTEST_UNSAFE || token.includes('e') || token.includes('E')) visit(path, token);
      at += Math.max(1, token.length);
      continue;
    }
    if (char === '{') path.push('');
    else if (char === '[') path.push(0);
    else if (char === '}' || char === ']') path.pop();
    else if (char === ',' && typeof path[top] === 'number') path[top] = (path[top] as number) + 1;
    isKeyNext =
      char === '{' || (char === ',' && typeof path[top] === 'string') || (isKeyNext && isBlank(char));
    at++;
  }
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\n' || char === '\r' || char === '\t';
}

function numberAt(text: string, at: number): string {
  NUMBER.lastIndex = at;
  return NUMBER.exec(text)?.[0] ?? '';
}
