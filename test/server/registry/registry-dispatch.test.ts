import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/protocol/index.js';
import { ajvValidator } from '../../../src/schema/index.js';
import type { CallContext, RunContext, Tool, ToolOptions } from '../../../src/server/index.js';
import { ToolRegistry, tool } from '../../../src/server/index.js';
import { RegistryDispatch } from '../../../src/server/registry/registry-dispatch.js';
import { ServedTools } from '../../../src/server/registry/served-tools.js';
import type { ServerLogEntry } from '../../../src/server/server-log.js';
import { ServerLog } from '../../../src/server/server-log.js';
import { FakeClock } from '../../support/fake-clock.js';
import { Gate } from '../../support/gate.js';
import { nextTurn } from '../../support/turn.js';
import { waitFor } from '../../support/wait-for.js';

const OPEN = { type: 'object', additionalProperties: true } as const;
type Body = ToolOptions<typeof OPEN>['run'];

/** A dispatch over one tool with this body, and all that surrounds it. */
function dispatching(
  run: Body,
  { timeoutMs, listing }: { timeoutMs?: number; listing?: Tool['listing'] } = {},
) {
  const clock = new FakeClock();
  const log: ServerLogEntry[] = [];
  const [stop, cancel] = [new AbortController(), new AbortController()];
  let runs = 0;
  const counted: Body = (args, context) => {
    runs += 1;
    return run(args, context);
  };
  const context: RunContext = { signal: stop.signal };
  const registry = new ToolRegistry([
    tool({ name: 'x', parameters: OPEN, run: counted, ...(listing === undefined ? {} : { listing }) }),
    tool({
      name: 'b.c',
      parameters: { type: 'object', properties: { s: { type: 'string' } } },
      run: ({ s }) => s,
    }),
  ]);
  const dispatch = new RegistryDispatch({
    registry,
    tools: new ServedTools('engine', registry.tools()),
    run: context,
    timeoutMs,
    clock,
    validator: ajvValidator(),
    log: new ServerLog((entry) => log.push(entry)),
  });
  const call = (name = 'x', args: JsonObject = {}) =>
    dispatch.call(name, args, { signal: cancel.signal, progress: () => {} } as unknown as CallContext);
  const begun = () => waitFor('the body runs', () => runs > 0);
  return { begun, call, clock, log, stop, cancel, dispatch, registry };
}

/** Reading it throws. */
const call = {
  get nothing(): never {
    throw new Error('do not look');
  },
};
const failure = (text: string) => ({ content: [{ type: 'text', text }], isError: true });
class UpstreamTimeout extends Error {
  override name = 'TimeoutError';
}

describe('what the model reads', () => {
  it.each<[string, Body, string]>([
    [
      'an exception',
      () => {
        throw new RangeError('the database is on fire');
      },
      "tool 'x' failed: RangeError: the database is on fire",
    ],
    ['a rejection', () => Promise.reject(new Error('later')), "tool 'x' failed: Error: later"],
    [
      "the tool's own timeout",
      () => Promise.reject(new UpstreamTimeout('upstream read timed out after 3s')),
      "tool 'x' failed: TimeoutError: upstream read timed out after 3s",
    ],
    [
      'an abort of its own',
      () => Promise.reject(new DOMException('no', 'AbortError')),
      "tool 'x' failed: AbortError: no",
    ],
    ['an error without a message', () => Promise.reject(new TypeError()), "tool 'x' failed: TypeError"],
    ['text that was thrown', () => Promise.reject('just text'), "tool 'x' failed: just text"],
    ['nothing that was thrown', () => Promise.reject(undefined), "tool 'x' failed: undefined"],
    [
      'an error that throws',
      () =>
        Promise.reject({
          toString: () => {
            throw new Error('again');
          },
        }),
      "tool 'x' failed: it threw something that cannot be described",
    ],
    [
      'an error whose name throws',
      () => Promise.reject(Object.create(Error.prototype, { name: { get: () => call.nothing } })),
      "tool 'x' failed: it threw something that cannot be described",
    ],
    [
      'an error that cannot even be looked at',
      () => Promise.reject(new Proxy(new Error('x'), { getPrototypeOf: () => call.nothing })),
      "tool 'x' failed: it threw something that cannot be described",
    ],
    [
      'a result that is no JSON',
      () => Symbol('x'),
      "tool 'x' failed: TypeError: a symbol cannot be written as JSON",
    ],
  ])('after %s', async (_what, run, text) => {
    expect(await dispatching(run).call()).toEqual(failure(text));
  });

  it('after a bad call is the message of the argument error, word for word', async () => {
    const { call } = dispatching(() => 1);
    expect(await call('b_c', { s: 'x', verbose: true })).toEqual(
      failure("tool 'b.c' call rejected: unexpected argument(s) ['verbose']. Accepted arguments: ['s']"),
    );
    expect(await call('b_c', { s: 'x' })).toBe('x');
  });

  it('of an unknown tool are the ones that there are, sorted', async () => {
    const { call } = dispatching(() => 1);
    expect(await call('nope')).toEqual(failure("there is no tool 'nope'. Available tools: b_c, x"));
    expect(await call('b.c')).toEqual(failure("there is no tool 'b.c'. Available tools: b_c, x"));
    const long = (await call('y'.repeat(10_000))) as ReturnType<typeof failure>;
    expect(long.content[0]?.text.length).toBeLessThan(300);
  });

  it('of a run that was stopped before: nothing was run', async () => {
    let ran = false;
    const { call, stop } = dispatching(() => {
      ran = true;
    });
    stop.abort();
    expect(await call()).toEqual(failure("the run was cancelled; 'x' was not run"));
    expect(ran).toBe(false);
  });

  it('of a call that was cancelled before: nothing was run', async () => {
    let ran = false;
    const { call, cancel } = dispatching(() => {
      ran = true;
    });
    cancel.abort();
    expect(await call()).toEqual(failure("the caller cancelled 'x'; it was not run"));
    await nextTurn();
    expect(ran).toBe(false);
  });

  it('of a run that was stopped meanwhile is not the failure of the tool', async () => {
    const { begun, call, stop } = dispatching(
      (_args, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const outcome = call();
    await begun();
    stop.abort();
    expect(await outcome).toEqual(failure("the run was cancelled while 'x' was running"));
  });

  it.each([
    [50, '0.05s'],
    [1_000, '1s'],
    [90_000, '90s'],
  ])('after our deadline of %i ms is what happened', async (timeoutMs, text) => {
    const { begun, call, clock } = dispatching(() => new Promise(() => {}), { timeoutMs });
    const outcome = call();
    await begun();
    clock.advance(timeoutMs);
    expect(await outcome).toEqual(failure(`tool 'x' did not return within ${text} and was abandoned`));
  });

  it('after a cancelled call is that, should anybody still read it', async () => {
    const { begun, call, cancel } = dispatching(() => new Promise(() => {}));
    const outcome = call();
    await begun();
    cancel.abort();
    expect(await outcome).toEqual(failure("the caller cancelled 'x' while it was running"));
  });
});

describe('an abandoned tool', () => {
  it('is told so by its signal', async () => {
    let signal: AbortSignal | undefined;
    const { begun, call, clock } = dispatching(
      (_args, context) => {
        signal = context.signal;
        return new Promise(() => {});
      },
      { timeoutMs: 50 },
    );
    const outcome = call();
    await begun();
    clock.advance(50);
    await outcome;
    expect(signal?.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('that fails later is logged, and harms nobody', async () => {
    const gate = new Gate();
    const { begun, call, clock, log } = dispatching(() => gate.promise, { timeoutMs: 50 });
    const outcome = call();
    await begun();
    clock.advance(50);
    await outcome;
    const error = new Error('too late');
    gate.fail(error);
    await nextTurn();
    expect(log).toEqual([
      { level: 'warning', message: "tool 'x' failed after it was abandoned; nobody was told", error },
    ]);
  });

  it('that gives up because it was told to has not failed', async () => {
    const { begun, call, clock, log } = dispatching(
      (_args, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
      { timeoutMs: 50 },
    );
    const outcome = call();
    await begun();
    clock.advance(50);
    await outcome;
    await nextTurn();
    expect(log).toEqual([]);
  });

  it('that succeeds later is no news', async () => {
    const gate = new Gate();
    const { begun, call, clock, log } = dispatching(() => gate.promise, { timeoutMs: 50 });
    const outcome = call();
    await begun();
    clock.advance(50);
    await outcome;
    gate.open();
    await nextTurn();
    expect(log).toEqual([]);
  });
});

describe('a call', () => {
  it('has no deadline unless one was set', async () => {
    const gate = new Gate<string>();
    const { call, clock } = dispatching(() => gate.promise);
    const outcome = call();
    clock.advance(1e12);
    gate.open('at last');
    expect(await outcome).toBe('at last');
    expect(clock.pending).toBe(0);
  });

  it('is counted, whatever becomes of it', async () => {
    const { call, dispatch, stop } = dispatching(() => {
      throw new Error('x');
    });
    await call();
    await call('nope');
    await call('b_c', { wrong: 1 });
    await call('b_c', { s: 'right' });
    stop.abort();
    await call();
    expect(dispatch.callsSeen).toBe(5);
  });

  it('goes through the middleware, which may be what fails', async () => {
    const { call, registry } = dispatching(() => 'ran');
    const seen: string[] = [];
    registry.use((invocation, next) => {
      seen.push(invocation.tool.name);
      if (invocation.arguments['blocked'] === true) throw new Error('blocked by policy');
      return next();
    });
    expect(await call()).toBe('ran');
    expect(await call('x', { blocked: true })).toEqual(failure("tool 'x' failed: Error: blocked by policy"));
    expect(seen).toEqual(['x', 'x']);
  });

  it.each(['stop', 'cancel', 'deadline'] as const)(
    'does not begin after %s, however long a middleware takes',
    async (end) => {
      let ran = false;
      const { call, clock, registry, log, ...parts } = dispatching(
        () => {
          ran = true;
        },
        { timeoutMs: 50 },
      );
      const gate = new Gate();
      registry.use(async (_invocation, next) => {
        await gate.promise;
        return next();
      });
      const outcome = call();
      await nextTurn();
      if (end === 'deadline') clock.advance(50);
      else parts[end].abort();
      expect(await outcome).toMatchObject({ isError: true });
      gate.open();
      await nextTurn();
      expect(ran).toBe(false);
    },
  );

  it('leaves no listener and no timer behind', async () => {
    const { call, clock, stop } = dispatching(() => 'done', { timeoutMs: 50 });
    for (let round = 0; round < 20; round += 1) await call();
    expect(clock.pending).toBe(0);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  it('gives the tool the run and the request', async () => {
    const { call } = dispatching((_args, context) => [
      typeof context.run.signal,
      typeof context.call?.progress,
    ]);
    expect(await call()).toBe('["object","function"]');
  });
});

describe('a tool with an output schema', () => {
  const listing = {
    outputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
  };

  it.each<[unknown, object]>([
    [{ n: 1 }, { content: [{ type: 'text', text: '{"n":1}' }], structuredContent: { n: 1 } }],
    [
      { content: [{ type: 'text', text: 'one' }], structuredContent: { n: 1 } },
      { content: [{ type: 'text', text: 'one' }], structuredContent: { n: 1 } },
    ],
    [
      { isError: true, content: [] },
      { isError: true, content: [] },
    ],
  ])('gives %j as what its schema promises', async (value, result) => {
    expect(await dispatching(() => value, { listing }).call()).toEqual(result);
  });

  it.each([[{ n: 'x' }], ['text'], [undefined]])(
    'that returns %j fails, for the model to read',
    async (value) => {
      const outcome = (await dispatching(() => value, { listing }).call()) as ReturnType<typeof failure>;
      expect(outcome.isError).toBe(true);
      expect(outcome.content[0]?.text).toMatch(/^tool 'x' failed: .*outputSchema/);
    },
  );
});
