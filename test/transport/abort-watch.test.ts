import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { onAbort } from '../../src/transport/index.js';

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('onAbort', () => {
  it('puts one listener on a signal, however many wait for it', () => {
    const { signal } = new AbortController();
    const releases = Array.from({ length: 50 }, () => onAbort(signal, () => {}));
    expect(listeners(signal)).toBe(1);
    for (const release of releases.slice(1)) release();
    expect(listeners(signal)).toBe(1);
    releases[0]?.();
    expect(listeners(signal)).toBe(0);
  });

  it('runs every action once, with the reason, and leaves nothing behind', () => {
    const controller = new AbortController();
    const seen: unknown[] = [];
    const releases = [1, 2].map((name) => onAbort(controller.signal, (reason) => seen.push([name, reason])));
    controller.abort('why');
    controller.abort('again');
    expect(seen).toEqual([
      [1, 'why'],
      [2, 'why'],
    ]);
    expect(listeners(controller.signal)).toBe(0);
    for (const release of releases) release();
  });

  it('does not run what was taken off, not even by an action before it', () => {
    const controller = new AbortController();
    const seen: string[] = [];
    const releases: (() => void)[] = [];
    onAbort(controller.signal, () => releases[0]?.());
    releases.push(onAbort(controller.signal, () => seen.push('taken off')));
    onAbort(controller.signal, () => seen.push('last'));
    controller.abort();
    expect(seen).toEqual(['last']);
  });

  it('can be used again after the last one was taken off', () => {
    const controller = new AbortController();
    onAbort(controller.signal, () => {})();
    let isRun = false;
    onAbort(controller.signal, () => {
      isRun = true;
    });
    controller.abort();
    expect(isRun).toBe(true);
  });

  it('never runs for a signal that is aborted already', () => {
    let isRun = false;
    const release = onAbort(AbortSignal.abort(), () => {
      isRun = true;
    });
    release();
    expect(isRun).toBe(false);
  });
});
