import { describe, expect, it } from 'vitest';
import { CallScope } from '../../../src/server/registry/call-scope.js';
import { FakeClock } from '../../support/fake-clock.js';

function scope(timeoutMs?: number) {
  const [run, call, clock] = [new AbortController(), new AbortController(), new FakeClock()];
  return { run, call, clock, scope: new CallScope({ run: run.signal, call: call.signal, timeoutMs, clock }) };
}

describe('the scope of a call', () => {
  it.each([
    ['deadline', (parts: ReturnType<typeof scope>) => parts.clock.advance(50)],
    ['run-cancelled', (parts: ReturnType<typeof scope>) => parts.run.abort(new Error('stop'))],
    ['call-cancelled', (parts: ReturnType<typeof scope>) => parts.call.abort(new Error('gone'))],
  ])('ends by %s, and says so before the tool can say anything', async (cause, end) => {
    const parts = scope(50);
    const said: string[] = [];
    parts.scope.signal.addEventListener(
      'abort',
      () => void Promise.resolve().then(() => said.push('the tool')),
    );
    void parts.scope.ended.then((what) => said.push(what));
    end(parts);
    await parts.scope.ended;
    await Promise.resolve();
    expect(said[0]).toBe(cause);
    expect(parts.scope.signal.aborted).toBe(true);
    expect(parts.clock.pending).toBe(0);
  });

  it('ends once: what came first is what it says', async () => {
    const parts = scope(50);
    parts.run.abort();
    parts.call.abort();
    parts.clock.advance(100);
    expect(await parts.scope.ended).toBe('run-cancelled');
  });

  it('is over before it begins when the call is', async () => {
    const signal = AbortSignal.abort();
    const over = new CallScope({ run: undefined, call: signal, timeoutMs: 1, clock: new FakeClock() });
    expect(await over.ended).toBe('call-cancelled');
    expect(over.signal.aborted).toBe(true);
  });

  it('leaves nothing behind', () => {
    const parts = scope(50);
    parts.scope.close();
    parts.run.abort();
    parts.call.abort();
    expect(parts.scope.signal.aborted).toBe(false);
    expect(parts.clock.pending).toBe(0);
  });

  it('has no timer without a deadline', () => {
    expect(scope().clock.pending).toBe(0);
  });

  it('tells the tool why', () => {
    const parts = scope(50);
    parts.clock.advance(50);
    expect(parts.scope.signal.reason).toMatchObject({ name: 'TimeoutError' });
  });
});
