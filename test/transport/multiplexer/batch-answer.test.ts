import { describe, expect, it } from 'vitest';
import { BatchAnswer } from '../../../src/transport/multiplexer/batch-answer.js';

describe('BatchAnswer', () => {
  it.each<{ name: string; steps: ('expect' | 'complete' | string | undefined)[]; sent: string[] }>([
    { name: 'all at once', steps: ['expect', '1', 'expect', '2', 'complete'], sent: ['[1,2]'] },
    { name: 'late', steps: ['expect', 'expect', 'complete', '2', '1'], sent: ['[2,1]'] },
    { name: 'one withdrawn', steps: ['expect', 'expect', 'complete', undefined, '1'], sent: ['[1]'] },
    { name: 'all withdrawn', steps: ['expect', 'expect', 'complete', undefined, undefined], sent: [] },
    { name: 'nothing to answer', steps: ['complete'], sent: [] },
    { name: 'not before all are there', steps: ['expect', 'expect', '1', 'complete'], sent: [] },
  ])('$name', ({ steps, sent }) => {
    const out: string[] = [];
    const batch = new BatchAnswer((text) => void out.push(text));
    for (const step of steps) {
      if (step === 'expect') batch.expect();
      else if (step === 'complete') batch.complete();
      else batch.settle(step);
    }
    expect(out).toEqual(sent);
  });
});
