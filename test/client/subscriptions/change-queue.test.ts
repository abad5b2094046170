import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/client/index.js';
import { ChangeQueue } from '../../../src/client/subscriptions/change-queue.js';

const resource = (uri: string): Change => ({ kind: 'resource', uri });

async function drain(queue: ChangeQueue): Promise<Change[]> {
  queue.end();
  const changes: Change[] = [];
  for (let next = await queue.next(); next.done !== true; next = await queue.next()) changes.push(next.value);
  return changes;
}

describe('ChangeQueue', () => {
  it('hands out changes in order, each kind and resource once while it waits', async () => {
    const queue = new ChangeQueue(10);
    for (const change of [
      resource('a'),
      { kind: 'tools' },
      resource('a'),
      resource('b'),
      { kind: 'tools' },
    ] as const)
      queue.push(change);
    expect(await drain(queue)).toEqual([resource('a'), { kind: 'tools' }, resource('b')]);
  });

  it('queues a change again once it was read', async () => {
    const queue = new ChangeQueue(10);
    queue.push({ kind: 'tools' });
    expect(await queue.next()).toEqual({ done: false, value: { kind: 'tools' } });
    queue.push({ kind: 'tools' });
    expect(await drain(queue)).toEqual([{ kind: 'tools' }]);
  });

  it.each([
    { pushed: 10, kept: 10 },
    { pushed: 11, kept: 2 },
  ])('of at most 10 holds $kept of $pushed', async ({ pushed, kept }) => {
    const queue = new ChangeQueue(2);
    for (let n = 0; n < pushed; n += 1) queue.push(resource(`r${n}`));
    const changes = await drain(queue);
    expect(changes).toHaveLength(kept);
    if (kept < pushed) expect(changes).toEqual([{ kind: 'gap' }, resource(`r${pushed - 1}`)]);
  });

  it('serves readers who came before the change, in order', async () => {
    const queue = new ChangeQueue(10);
    const readers = [queue.next(), queue.next()];
    queue.push(resource('a'));
    queue.push(resource('b'));
    expect(await Promise.all(readers)).toEqual([
      { done: false, value: resource('a') },
      { done: false, value: resource('b') },
    ]);
  });

  it('tells its error once, after what waited, then is done', async () => {
    const queue = new ChangeQueue(10);
    queue.push(resource('a'));
    queue.end({ error: new Error('refused') });
    queue.push(resource('b'));
    expect(await queue.next()).toEqual({ done: false, value: resource('a') });
    await expect(queue.next()).rejects.toThrow('refused');
    expect(await queue.next()).toEqual({ done: true, value: undefined });
  });

  it('ends all readers', async () => {
    const queue = new ChangeQueue(10);
    const readers = [queue.next(), queue.next()];
    queue.end();
    expect(await Promise.all(readers)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
  });
});
