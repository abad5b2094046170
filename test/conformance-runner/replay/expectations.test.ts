import { describe, expect, it } from 'vitest';
import { Comparison } from '../../../src/conformance/replay/compare-values.js';
import { Expectations } from '../../../src/conformance/replay/expectations.js';
import { IgnoredFields } from '../../../src/conformance/replay/ignored-fields.js';
import { OpaqueValues } from '../../../src/conformance/replay/opaque-values.js';
import { actionOf, type Step, stepsOf } from '../../../src/conformance/replay/steps.js';
import { notification, recordingOf, type Said } from './recording-of.js';

const note = (value: number, method = 'n'): Said => ({
  dir: 'server',
  frame: notification(method, { value }),
});
const steps = stepsOf(recordingOf([note(1), note(2), note(3), note(4, 'm')]));

/** Finds the step for a live frame; `horizon` is the step whose turn has not come yet. */
function find(expectations: Expectations, frame: string, horizon = steps.length): number | undefined {
  const action = actionOf('server', 'frame', frame);
  const compare = (step: Step): Comparison => {
    const comparison = new Comparison({
      sender: 'server',
      ignored: new IgnoredFields(),
      opaque: new OpaqueValues('client'),
    });
    comparison.values(JSON.parse(String(step.frame)), JSON.parse(frame));
    return comparison;
  };
  return expectations.find(action, horizon, compare)?.step.index;
}

describe('Expectations', () => {
  it.each([
    ['the one that is equal', notification('n', { value: 2 }), 4, 1],
    ['the first of those that are not', notification('n', { value: 9 }), 4, 0],
    ['one whose turn has come, of those that are not equal', notification('n', { value: 9 }), 1, 0],
    [
      'an equal one whose turn has not come, before one that is not equal',
      notification('n', { value: 3 }),
      1,
      2,
    ],
    ['none of another method', notification('x', { value: 1 }), 4, undefined],
    ['none of another kind', '{"jsonrpc":"2.0","id":1,"method":"n","params":{"value":1}}', 4, undefined],
  ])('finds %s', (_, frame, horizon, index) => {
    expect(find(new Expectations(steps), frame, horizon)).toBe(index);
  });

  it('gives each step once', () => {
    const expectations = new Expectations(steps);
    const [first] = steps;
    if (first === undefined) throw new Error('There are steps.');
    expect(expectations.has(first)).toBe(true);
    expectations.take(first);
    expect([expectations.has(first), expectations.open.size]).toEqual([false, 3]);
    expect(find(expectations, notification('n', { value: 1 }))).toBe(1);
  });
});
