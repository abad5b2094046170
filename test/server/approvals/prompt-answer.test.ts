import { describe, expect, it } from 'vitest';
import { promptAnswer } from '../../../src/server/approvals/prompt-answer.js';

const asked = { z: 1, a: { y: 2 } };
const common = { source: 'asker', reason: 'why', actor: undefined } as const;

describe('the answer to a permission prompt', () => {
  it('allows with the arguments as they were asked about', () => {
    const args = JSON.parse('{"z":1,"a":{"y":2},"__proto__":{"x":3}}');
    expect(promptAnswer({ allowed: true, ...common }, args)).toBe(
      '{"behavior":"allow","updatedInput":{"z":1,"a":{"y":2},"__proto__":{"x":3}}}',
    );
  });

  it('allows with none when none were asked about', () => {
    expect(promptAnswer({ allowed: true, ...common }, {})).toBe('{"behavior":"allow","updatedInput":{}}');
  });

  it('allows with changed ones, and does not say so', () => {
    const answer = promptAnswer({ allowed: true, ...common, modified: { safe: true } }, asked);
    expect(answer).toBe('{"behavior":"allow","updatedInput":{"safe":true}}');
  });

  it('denies with a message', () => {
    expect(promptAnswer({ allowed: false, ...common }, asked)).toBe('{"behavior":"deny","message":"why"}');
  });
});
