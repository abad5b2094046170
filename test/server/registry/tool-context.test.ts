import { describe, expect, it } from 'vitest';
import type { CallContext } from '../../../src/server/index.js';
import { toolContext } from '../../../src/server/index.js';

describe('the context of a tool', () => {
  it('can be made of nothing', () => {
    const context = toolContext();
    expect(context.signal.aborted).toBe(false);
    expect(context.run).toEqual({});
    expect(context.call).toBeUndefined();
    expect(() => context.progress(1)).not.toThrow();
  });

  it('has the signal of the run unless it has one of its own', () => {
    const [run, own] = [new AbortController(), new AbortController()];
    expect(toolContext({ run: { signal: run.signal } }).signal).toBe(run.signal);
    expect(toolContext({ run: { signal: run.signal }, signal: own.signal }).signal).toBe(own.signal);
  });

  it('reports progress on the request', () => {
    const reported: unknown[] = [];
    const call = { progress: (...args: unknown[]) => void reported.push(args) } as unknown as CallContext;
    toolContext({ call }).progress(1, { total: 2 });
    expect(reported).toEqual([[1, { total: 2 }]]);
  });
});
