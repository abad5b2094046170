/** A compiled `pattern`. */
export interface PatternMatcher {
  test(text: string): boolean;
}

/**
 * Compiles the regular expressions of `pattern` and `patternProperties`; throws when it is not a valid one.
 * What is bounded is the length of the text (`patternInputChars`), not the time one expression takes: the platform's
 * engine backtracks. Inject a linear-time engine where the schemas come from servers you do not trust.
 */
export type PatternEngine = (pattern: string) => PatternMatcher;

/** Stops a check whose text is longer than patterns may be tried against. */
export class PatternInputTooLong extends Error {
  readonly length: number;

  constructor(length: number) {
    super('pattern input too long');
    this.length = length;
  }
}

/**
 * The engine of the platform. JSON Schema recommends Unicode semantics; many published schemas hold escapes that
 * only the older syntax takes, so that is tried second.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-6.4
 */
export const platformPatterns: PatternEngine = (pattern) => {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
};

/**
 * Makes `test` throw for text longer than `maxChars`. It throws, instead of answering false, because below a `not`
 * a false answer would let the value pass.
 */
export function boundedPattern(matcher: PatternMatcher, pattern: string, maxChars: number): PatternMatcher {
  return {
    test(text) {
      if (text.length > maxChars) throw new PatternInputTooLong(text.length);
      return matcher.test(text);
    },
    toString: () => `/${pattern}/`,
  } as PatternMatcher;
}
