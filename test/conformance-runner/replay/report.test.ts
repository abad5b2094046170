import { describe, expect, it } from 'vitest';
import { describeDifference, differenceAt, shown } from '../../../src/conformance/replay/report.js';

describe('describeDifference', () => {
  const base = { line: 3, what: 'response to ping', at: undefined, expected: undefined, actual: undefined };

  it.each([
    [
      differenceAt(3, 'response to ping', { at: '/result/a', expected: 1, actual: undefined }),
      'line 3: the response to ping differs at /result/a\n  expected 1',
    ],
    [
      differenceAt(undefined, 'frame', { at: '', expected: 'a', actual: 'b' }),
      'the frame differs\n  expected "a"\n  actual   "b"',
    ],
    [{ ...base, kind: 'missing' }, 'line 3: the response to ping did not come'],
    [{ ...base, kind: 'order' }, 'line 3: the response to ping came out of order'],
    [
      { ...base, kind: 'unexpected', line: undefined, actual: '{}' },
      'not in the recording: response to ping\n  actual   {}',
    ],
    [
      { ...base, kind: 'reused', actual: '7' },
      'line 3: the response to ping uses a value again that stood for something else\n  actual   7',
    ],
  ] as const)('%j', (difference, text) => {
    expect(describeDifference(difference)).toBe(text);
  });
});

describe('shown', () => {
  it('is short, has no secrets, and takes any value', () => {
    expect(shown(undefined)).toBeUndefined();
    expect(shown({ big: 10n })).toBe('{"big":"10"}');
    expect(shown('x'.repeat(1000))?.length).toBeLessThan(400);
    expect(shown({ password: 'very-secret' })).not.toContain('very-secret');
  });
});
