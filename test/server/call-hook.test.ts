import { describe, expect, it } from 'vitest';
import { callHook } from '../../src/server/call-hook.js';
import { nextTurn } from '../support/turn.js';

describe('a hook of the application', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('bug');
      },
    ],
    ['rejects', () => Promise.reject(new Error('bug'))],
  ])('that %s is told of, and changes nothing', async (_name, hook) => {
    const errors: unknown[] = [];
    callHook(hook, (error) => errors.push(error));
    await nextTurn();
    expect(errors).toEqual([new Error('bug')]);
    callHook(hook);
    await nextTurn();
  });

  it('that returns is not told of', async () => {
    const errors: unknown[] = [];
    callHook(
      () => 7,
      (error) => errors.push(error),
    );
    callHook(
      async () => 7,
      (error) => errors.push(error),
    );
    await nextTurn();
    expect(errors).toEqual([]);
  });
});
