import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../src/adapters/mcp/at-once.js';

describe('work on many items', () => {
  it.each([
    [0, 3],
    [1, 3],
    [10, 3],
    [3, 10],
  ])('%i items, %i at once: the outcomes stand in the order of the items', async (count, width) => {
    let running = 0;
    let most = 0;
    const outcomes = await atOnce(
      Array.from({ length: count }, (_, i) => i),
      width,
      async (item) => {
        running += 1;
        most = Math.max(most, running);
        // Later items have less to wait for.
        for (let turn = item; turn < count; turn += 1) await Promise.resolve();
        running -= 1;
        return item * 2;
      },
    );
    expect(outcomes).toEqual(Array.from({ length: count }, (_, i) => i * 2));
    expect(most).toBe(Math.min(count, width));
  });

  it('a failure ends it, and nothing more is begun', async () => {
    const begun: number[] = [];
    const work = atOnce([0, 1, 2, 3, 4, 5], 2, async (item) => {
      begun.push(item);
      await Promise.resolve();
      if (item === 1) throw new Error('one');
    });
    await expect(work).rejects.toThrow('one');
    expect(begun).toEqual([0, 1]);
  });
});
