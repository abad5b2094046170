import { describe, expect, it } from 'vitest';
import { handedOutTogether } from '../../src/adapters/described.js';
import { approvalsDescription, httpDescription, stdioDescription } from '../support/descriptions.js';

describe('what is handed out together', () => {
  it('is told by descriptions, and by what has one', () => {
    const [engine, child, gate] = [httpDescription(), stdioDescription(), approvalsDescription()];
    const together = handedOutTogether([{ description: engine }, child, gate]);
    expect(together.descriptions).toEqual([engine, child, gate]);
    expect(together.approvals).toBe(gate);
    expect(handedOutTogether([engine]).approvals).toBeUndefined();
  });

  it.each([
    ['nothing', [], /no server/],
    ['two of one name', [httpDescription('a'), stdioDescription('a')], /two servers are named 'a'/],
    [
      'two that answer prompts',
      [approvalsDescription('a'), approvalsDescription('b')],
      /'a' and 'b' both answer permission prompts/,
    ],
  ])('is not %s', (_name, servers, message) => {
    expect(() => handedOutTogether(servers)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message: expect.stringMatching(message) }),
    );
  });
});
