import { describe, expect, it } from 'vitest';
import { CachedList } from '../../../src/client/lists/cached-list.js';
import type { WalkedList } from '../../../src/client/lists/walker.js';
import { Gate } from '../../support/gate.js';

/** A list whose walks end when the test says so. */
function scripted() {
  const walks: Gate<WalkedList<string>>[] = [];
  let now = 0;
  const list = new CachedList<string>(
    () => {
      const walk = new Gate<WalkedList<string>>();
      walks.push(walk);
      return walk.promise;
    },
    () => now,
  );
  return {
    list,
    walks,
    setNow: (value: number) => {
      now = value;
    },
    finish: (index: number, items: string[], freshUntil = 100) =>
      walks[index]?.open({ items, quarantined: [], freshUntil }),
  };
}

describe('CachedList', () => {
  it('serves what is fresh and fetches what is stale', async () => {
    const { list, walks, finish, setNow } = scripted();
    const first = list.get(false);
    finish(0, ['a']);
    expect((await first).items).toEqual(['a']);
    setNow(99);
    expect((await list.get(false)).items).toEqual(['a']);
    expect(walks).toHaveLength(1);
    setNow(100);
    const second = list.get(false);
    expect(walks).toHaveLength(2);
    finish(1, ['b']);
    expect((await second).items).toEqual(['b']);
  });

  it('shares one walk between callers at the same time', async () => {
    const { list, walks, finish } = scripted();
    const callers = [list.get(false), list.get(false), list.get(false)];
    finish(0, ['a']);
    expect((await Promise.all(callers)).map(({ items }) => items)).toEqual([['a'], ['a'], ['a']]);
    expect(walks).toHaveLength(1);
  });

  it('fetches again on refresh, after the walk under way and once for all who ask', async () => {
    const { list, walks, finish } = scripted();
    const running = list.get(false);
    const refreshed = [list.get(true), list.get(true), list.get(false)];
    expect(walks).toHaveLength(1);
    finish(0, ['a']);
    expect((await running).items).toEqual(['a']);
    expect(walks).toHaveLength(2);
    finish(1, ['b']);
    for (const caller of refreshed) expect((await caller).items).toEqual(['b']);
    expect(walks).toHaveLength(2);
  });

  it('does not keep as fresh what changed while it was fetched', async () => {
    const { list, walks, finish } = scripted();
    const running = list.get(false);
    list.invalidate();
    const later = list.get(false);
    finish(0, ['a']);
    await running;
    expect(walks).toHaveLength(2);
    finish(1, ['b']);
    expect((await later).items).toEqual(['b']);
    expect((await list.get(false)).items).toEqual(['b']);
    expect(walks).toHaveLength(2);
  });

  it('fetches again after a change, but still knows the list as it was', async () => {
    const { list, walks, finish } = scripted();
    const first = list.get(false);
    finish(0, ['a']);
    await first;
    list.invalidate();
    expect(list.kept?.items).toEqual(['a']);
    void list.get(false);
    expect(walks).toHaveLength(2);
  });

  it('passes a failure on to everybody and tries again next time', async () => {
    const { list, walks, finish } = scripted();
    const failed = [list.get(false), list.get(false)];
    walks[0]?.fail(new Error('lost'));
    for (const caller of failed) await expect(caller).rejects.toThrow('lost');
    const next = list.get(false);
    finish(1, ['a']);
    expect((await next).items).toEqual(['a']);
  });

  it('forgets everything on clear, even a walk under way', async () => {
    const { list, finish } = scripted();
    const running = list.get(false);
    list.clear();
    finish(0, ['a']);
    await running;
    expect(list.kept).toBeUndefined();
  });
});
