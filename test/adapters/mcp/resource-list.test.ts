import { describe, expect, it } from 'vitest';
import { ResourceList } from '../../../src/adapters/mcp/resource-list.js';
import type { Resource } from '../../../src/protocol/index.js';
import { FakeClock } from '../../support/fake-clock.js';

const RESOURCES: readonly Resource[] = [{ uri: 'a://1', name: 'one' }];

function listOf(answer: () => Promise<readonly Resource[]> = async () => RESOURCES) {
  const clock = new FakeClock();
  let lists = 0;
  const client = {
    listResources: () => {
      lists += 1;
      return answer();
    },
  };
  return { clock, list: new ResourceList(client, 30_000, clock), count: () => lists };
}

describe('a kept list', () => {
  it.each([
    [29_999, 1],
    [30_000, 2],
    [30_001, 2],
  ])('is fetched anew after 30 s: %i ms, %i times', async (ms, expected) => {
    const { clock, list, count } = listOf();
    expect(await list.get()).toBe(RESOURCES);
    clock.advance(ms);
    expect(await list.get()).toBe(RESOURCES);
    expect(count()).toBe(expected);
  });

  it('is shared by those who want it at the same time, however long it takes', async () => {
    let come: (resources: readonly Resource[]) => void = () => {};
    const { clock, list, count } = listOf(() => new Promise((resolve) => (come = resolve)));
    const first = list.get();
    clock.advance(60_000);
    const second = list.get();
    come(RESOURCES);
    expect(await first).toBe(await second);
    clock.advance(29_999);
    await list.get();
    expect(count()).toBe(1);
  });

  it('does not keep a failure', async () => {
    let failures = 0;
    const { list, count } = listOf(async () => {
      if (failures > 0) return RESOURCES;
      failures += 1;
      throw new Error('away');
    });
    await expect(list.get()).rejects.toThrow('away');
    expect(await list.get()).toBe(RESOURCES);
    expect(count()).toBe(2);
  });
});
