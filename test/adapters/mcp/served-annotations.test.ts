import { describe, expect, it } from 'vitest';
import { servedAnnotations } from '../../../src/adapters/mcp/served-annotations.js';

const worst = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

describe('the annotations to serve an adapted tool with', () => {
  it.each([
    ['of a stranger that says nothing', undefined, worst],
    [
      'of a stranger that claims to be harmless',
      { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      worst,
    ],
    ['of a stranger with a title and something new', { title: 'T', x: 1 }, { title: 'T', x: 1, ...worst }],
  ])('%s', (_name, annotations, expected) => {
    expect(servedAnnotations(annotations, false)).toEqual(expected);
  });

  it.each([undefined, {}, { readOnlyHint: true, title: 'T' }])(
    'of a trusted server: %j as it is',
    (given) => {
      expect(servedAnnotations(given, true)).toBe(given);
    },
  );
});
