import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignSteps } from '../../../src/protocol/uri-template/align.js';
import type { Step } from '../../../src/protocol/uri-template/steps.js';

const literal = (text: string): Step => ({ kind: 'literal', text });
const target = { name: 'x', isExploded: false, prefix: undefined };
const slot = (lead: string, stops: string, isOptional: boolean, isFilled: boolean): Step => ({
  kind: 'slot',
  lead,
  stops,
  isOptional,
  isFilled,
  target,
});

/** The same rules as a backtracking expression, whose groups are greedy from the left. */
function oracle(steps: readonly Step[]): RegExp {
  const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const sources = steps.map((step) => {
    if (step.kind === 'literal') return `(${quoted(step.text)})`;
    const taken = step.stops === '' ? '[^]' : `[^${quoted(step.stops)}]`;
    const inner = `${quoted(step.lead)}${taken}${step.isFilled ? '+' : '*'}`;
    return step.isOptional ? `((?:${inner})?)` : `(${inner})`;
  });
  return new RegExp(`^${sources.join('')}$`);
}

describe('alignSteps', () => {
  it.each<[string, Step[], string, string[] | undefined]>([
    ['nothing on nothing', [], '', []],
    ['nothing on something', [], 'a', undefined],
    ['a literal', [literal('ab')], 'ab', ['ab']],
    ['a literal that is cut', [literal('ab')], 'a', undefined],
    ['a slot up to the end', [slot('', '', false, true)], 'abc', ['abc']],
    ['a slot that needs something', [slot('', '', false, true)], '', undefined],
    ['a slot that may be empty', [slot('/', '', true, false)], '/', ['/']],
    ['a slot that may be missing', [slot('/', '', true, false)], '', ['']],
    ['a stop', [slot('', '/', false, true), slot('/', '', true, false)], 'a/b', ['a', '/b']],
    ['overlapping places of a literal', [slot('', '', false, true), literal('aa')], 'aaa', ['a', 'aa']],
  ])('%s', (_name, steps, text, expected) => {
    expect(alignSteps(steps, text)).toEqual(expected);
  });

  it('agrees with a backtracking expression', () => {
    const characters = fc.constantFrom('a', 'b', '/', '-');
    const word = fc.string({ unit: characters, minLength: 1, maxLength: 2 });
    const step = fc.oneof(
      word.map(literal),
      fc
        .tuple(
          fc.constantFrom('', '/', '-', 'a'),
          fc.constantFrom('', '/', '-', '/-'),
          fc.boolean(),
          fc.boolean(),
        )
        .map(([lead, stops, isOptional, isFilled]) => slot(lead, stops, isOptional, lead === '' || isFilled)),
    );
    const text = fc.string({ unit: characters, maxLength: 10 });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 5 }), text, (steps, given) => {
        const expected = oracle(steps).exec(given);
        expect(alignSteps(steps, given)).toEqual(expected === null ? undefined : [...expected].slice(1));
      }),
      { numRuns: 3000 },
    );
  });
});
