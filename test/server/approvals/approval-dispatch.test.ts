import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/protocol/index.js';
import type { DispatchParts } from '../../../src/server/approvals/approval-dispatch.js';
import { ApprovalDispatch } from '../../../src/server/approvals/approval-dispatch.js';
import { ApprovalLog } from '../../../src/server/approvals/approval-log.js';
import type { AskFunction, CallContext, Question } from '../../../src/server/index.js';
import { ServerLog } from '../../../src/server/server-log.js';
import { FakeClock } from '../../support/fake-clock.js';
import { Gate } from '../../support/gate.js';
import { nextTurn } from '../../support/turn.js';

const prompt = (tool = 'Write', input: JsonObject = { file_path: '/x' }) => ({ tool_name: tool, input });
const approve: AskFunction = () => ({ kind: 'approve', actor: 'ann' });

function dispatching(ask: AskFunction, parts: Partial<DispatchParts> = {}) {
  const clock = new FakeClock();
  const log = new ApprovalLog({}, 100, new ServerLog(() => {}));
  const hookErrors: [string, unknown][] = [];
  const dispatch = new ApprovalDispatch({
    asker: { ask },
    timeoutMs: undefined,
    autoAllow: new Set(),
    autoAllowWhen: undefined,
    gate: undefined,
    log,
    onHookError: (hook, error) => hookErrors.push([hook, error]),
    maxPending: 3,
    clock,
    now: () => 1_000_000 + clock.now(),
    ...parts,
  });
  const caller = new AbortController();
  const call = { signal: caller.signal } as CallContext;
  const answer = async (args: JsonObject = prompt()) => JSON.parse(await dispatch.answer(args, call));
  return { answer, caller, clock, dispatch, hookErrors, log, last: () => log.decisions.at(-1) };
}

describe('a prompt', () => {
  it('is put to the asker with all that there is to know', async () => {
    const asked: Question[] = [];
    const { answer } = dispatching(
      (question) => {
        asked.push(question);
        return { kind: 'approve' };
      },
      { timeoutMs: 30_000 },
    );
    await answer({ ...prompt(), tool_use_id: 'toolu_1' });
    await answer();
    expect(asked[0]).toMatchObject({
      tool: 'Write',
      arguments: { file_path: '/x' },
      toolUseId: 'toolu_1',
      askedAtMs: 1_000_000,
      expiresAtMs: 1_030_000,
    });
    expect(asked[0]?.signal.aborted).toBe(false);
    expect(asked[0]?.id).not.toBe(asked[1]?.id);
  });

  it('is allowed with its own arguments, and goes on the record', async () => {
    const { answer, clock, last } = dispatching(async () => {
      clock.advance(500);
      return { kind: 'approve', actor: 'ann' };
    });
    expect(await answer()).toEqual({ behavior: 'allow', updatedInput: { file_path: '/x' } });
    expect(last()).toEqual({
      tool: 'Write',
      arguments: { file_path: '/x' },
      toolUseId: undefined,
      allowed: true,
      source: 'asker',
      asked: true,
      reason: 'approved',
      actor: 'ann',
      askedAtMs: 1_000_000,
      decidedAtMs: 1_000_500,
    });
  });

  it('is allowed with other arguments, and both are on the record', async () => {
    const { answer, last } = dispatching(() => ({ kind: 'modify', value: { file_path: '/safe' } }));
    expect(await answer()).toEqual({ behavior: 'allow', updatedInput: { file_path: '/safe' } });
    expect(last()).toMatchObject({ arguments: { file_path: '/x' }, modified: { file_path: '/safe' } });
  });

  it('cannot be changed by who listens, before the caller has it', async () => {
    const { answer, log } = dispatching(() => ({ kind: 'modify', value: { file_path: '/safe' } }));
    log.subscribe(() => {
      const { modified } = log.decisions[0] ?? {};
      (modified as JsonObject)['file_path'] = '/etc/passwd';
    });
    expect(await answer()).toEqual({ behavior: 'allow', updatedInput: { file_path: '/safe' } });
    expect(log.decisions[0]?.modified).toEqual({ file_path: '/safe' });
  });

  it('cannot be changed by who looks at it', async () => {
    const { answer, last } = dispatching(({ arguments: args }) => {
      (args as JsonObject)['file_path'] = '/etc/passwd';
      return { kind: 'approve' };
    });
    expect(await answer()).toMatchObject({ behavior: 'deny' });
    expect(last()).toMatchObject({ source: 'error', arguments: { file_path: '/x' } });
  });

  it.each([
    ['throws', () => Promise.reject(new Error('socket closed')), 'error', /socket closed/],
    [
      'throws at once',
      () => {
        throw new Error('socket closed');
      },
      'error',
      /socket closed/,
    ],
    ['says nothing', () => undefined, 'error', /cannot be used/],
    ['says yes', () => true, 'error', /cannot be used/],
    ['refuses', () => ({ kind: 'reject', note: 'no' }), 'asker', /^no$/],
  ])('is denied when the asker %s', async (_name, ask, source, message) => {
    const { answer, last } = dispatching(ask as unknown as AskFunction);
    expect(await answer()).toEqual({ behavior: 'deny', message: expect.stringMatching(message) });
    expect(last()).toMatchObject({ allowed: false, source, asked: true });
  });

  it.each([
    ['no tool', { input: {} }],
    ['no arguments', { tool_name: 'Write' }],
    ['garbage', { tool_name: 7, input: 'x', extra: null }],
  ])('that has %s is denied without asking', async (_name, args) => {
    const { answer, last, dispatch } = dispatching(approve);
    expect(await answer(args)).toEqual({
      behavior: 'deny',
      message: expect.stringContaining('cannot be read'),
    });
    expect(last()).toMatchObject({ source: 'error', asked: false });
    expect(dispatch.promptsSeen).toBe(1);
  });
});

describe('a caller that asks about a call twice', () => {
  const first = { ...prompt(), confirmation: 'follows' };
  const second = { ...prompt(), confirmation: 'this' };

  it('gets the answer of the first question, and nobody is asked again', async () => {
    let asked = 0;
    const { answer, dispatch, log } = dispatching(() => {
      asked += 1;
      return { kind: 'approve' };
    });
    await answer(first);
    expect(await answer(second)).toEqual({ behavior: 'allow', updatedInput: { file_path: '/x' } });
    expect([asked, dispatch.promptsSeen, log.decisions.length]).toEqual([1, 1, 1]);
    expect(await answer(second)).toEqual({
      behavior: 'deny',
      message: expect.stringContaining('not approved before'),
    });
  });

  it('gets it for the arguments that were approved', async () => {
    const { answer } = dispatching(() => ({ kind: 'modify', value: { file_path: '/safe' } }));
    await answer(first);
    expect(await answer(second)).toMatchObject({ behavior: 'deny' });
    const safe = { ...prompt('Write', { file_path: '/safe' }), confirmation: 'this' };
    expect(await answer(safe)).toMatchObject({ behavior: 'allow' });
  });

  it.each([
    ['there was no first', undefined, approve],
    ['the first said nothing of a second', prompt(), approve],
    ['the first was refused', first, () => ({ kind: 'reject' }) as const],
    ['the first was about another tool', { ...first, tool_name: 'Edit' }, approve],
  ])('is denied when %s', async (_what, before, ask) => {
    const { answer, dispatch } = dispatching(ask);
    if (before !== undefined) await answer(before);
    const seen = dispatch.promptsSeen;
    expect(await answer(second)).toMatchObject({ behavior: 'deny' });
    expect(dispatch.promptsSeen).toBe(seen);
  });

  it('is denied when the run was stopped in between', async () => {
    const { answer, dispatch } = dispatching(approve);
    await answer(first);
    dispatch.end('The run was stopped.');
    dispatch.reopen();
    expect(await answer(second)).toMatchObject({ behavior: 'deny' });
  });

  it.each([
    ['cannot be read', { confirmation: 'this' }],
    ['says something else of it', { ...prompt(), confirmation: 'please' }],
  ])('is a caller like any other when the question %s', async (_what, args) => {
    const { answer, dispatch } = dispatching(approve);
    await answer(args);
    expect(dispatch.promptsSeen).toBe(1);
  });
});

describe('whatever else fails', () => {
  it('the answer is a deny in the right form', async () => {
    let calls = 0;
    const { answer, hookErrors, dispatch, log } = dispatching(approve, {
      now: () => {
        calls += 1;
        if (calls > 1) throw new Error('no clock');
        return 0;
      },
    });
    expect(await answer()).toEqual({ behavior: 'deny', message: expect.stringContaining('no clock') });
    expect(hookErrors).toHaveLength(1);
    expect(dispatch.pending).toBe(0);
    expect(log.decisions).toEqual([
      expect.objectContaining({ allowed: false, source: 'error', asked: true }),
    ]);
  });
});

describe('a hook that says something else than true or false', () => {
  it.each([
    ['a word', () => 'yes'],
    ['one', () => 1],
    ['an object', () => ({})],
    ['a promise of a word', () => Promise.resolve('true')],
    ['a function', () => () => true],
    ['a promise of false', () => Promise.resolve(false)],
    ['nothing', () => undefined],
  ])('approves nothing as a predicate: %s', async (_what, autoAllowWhen) => {
    const { answer, last } = dispatching(approve, {
      autoAllow: new Set(['Write']),
      autoAllowWhen: autoAllowWhen as never,
    });
    await answer();
    expect(last()).toMatchObject({ source: 'asker', asked: true });
  });

  it.each([
    ['nothing', () => undefined],
    ['null', () => null],
    ['zero', () => 0],
    ['an empty word', () => ''],
    ['a promise of nothing', () => Promise.resolve(undefined)],
    ['a promise that fails', () => Promise.reject(new Error('bug'))],
  ])('lets nothing through as a gate: %s', async (_what, gate) => {
    const { answer, last } = dispatching(approve, { gate: gate as never });
    await answer();
    expect(last()).toMatchObject({ source: 'asker', asked: true });
  });
});

describe('what an asker gives that is no answer', () => {
  const throwing = {
    get kind(): string {
      throw new Error('no kind');
    },
  };
  it.each([
    ['an object that throws', throwing],
    ['a promise of arguments', { kind: 'modify', value: Promise.resolve({ file_path: '/safe' }) }],
    ['a map of arguments', { kind: 'modify', value: new Map([['file_path', '/safe']]) }],
  ])('is denied, on the record: %s', async (_what, decision) => {
    const { answer, last, hookErrors } = dispatching((() => decision) as unknown as AskFunction);
    expect(await answer()).toMatchObject({ behavior: 'deny' });
    expect(last()).toMatchObject({ allowed: false, source: 'error', asked: true });
    expect(hookErrors).toEqual([]);
  });
});

describe('without asking', () => {
  it('runs what is on the list', async () => {
    const { answer, last } = dispatching(approve, { autoAllow: new Set(['Read']) });
    expect(await answer(prompt('Read'))).toMatchObject({ behavior: 'allow' });
    expect(last()).toMatchObject({ source: 'auto_allow', asked: false });
    await answer(prompt('read'));
    expect(last()).toMatchObject({ source: 'asker' });
  });

  it('asks the predicate about listed tools only', async () => {
    const seen: string[] = [];
    const { answer, last } = dispatching(approve, {
      autoAllow: new Set(['Read']),
      autoAllowWhen: async (tool, { file_path: path }) => {
        seen.push(tool);
        return !String(path).startsWith('/etc/');
      },
    });
    await answer(prompt('Read', { file_path: '/srv' }));
    expect(last()).toMatchObject({ source: 'auto_allow' });
    await answer(prompt('Read', { file_path: '/etc/passwd' }));
    expect(last()).toMatchObject({ source: 'asker' });
    await answer(prompt('Write'));
    expect(last()).toMatchObject({ source: 'asker' });
    expect(seen).toEqual(['Read', 'Read']);
  });

  it('runs what the gate does not hold', async () => {
    const { answer, last } = dispatching(approve, { gate: async (tool) => tool !== 'Glob' });
    await answer(prompt('Glob'));
    expect(last()).toMatchObject({ source: 'autonomy', asked: false, allowed: true });
    await answer();
    expect(last()).toMatchObject({ source: 'asker', asked: true });
  });

  it.each(['autoAllowWhen', 'gate'] as const)('asks when `%s` throws, and says so', async (hook) => {
    const error = new Error('bug');
    const { answer, last, hookErrors } = dispatching(approve, {
      autoAllow: new Set(['Write']),
      autoAllowWhen: () => false,
      gate: () => true,
      [hook]: () => {
        throw error;
      },
    });
    await answer();
    expect(last()).toMatchObject({ source: 'asker', asked: true });
    expect(hookErrors).toEqual([[hook, error]]);
  });
});

describe('waiting', () => {
  const never: AskFunction = () => new Promise(() => {});

  it('has no end without a deadline', async () => {
    const late = new Gate<{ kind: 'approve' }>();
    const { answer, clock, dispatch } = dispatching(() => late.promise);
    const pending = answer();
    await nextTurn();
    clock.advance(1e12);
    await nextTurn();
    expect([dispatch.pending, clock.pending]).toEqual([1, 0]);
    late.open({ kind: 'approve' });
    expect(await pending).toMatchObject({ behavior: 'allow' });
  });

  it('ends at the deadline, with a message of its own, and tells the asker', async () => {
    let signal: AbortSignal | undefined;
    const { answer, clock, last, dispatch } = dispatching(
      (question) => {
        ({ signal } = question);
        return new Promise(() => {});
      },
      { timeoutMs: 30_000 },
    );
    const pending = answer();
    await nextTurn();
    expect(dispatch.pending).toBe(1);
    clock.advance(29_999);
    await nextTurn();
    expect(last()).toBeUndefined();
    clock.advance(1);
    expect(await pending).toEqual({ behavior: 'deny', message: expect.stringContaining('within 30s') });
    expect(last()).toMatchObject({ source: 'timeout', asked: true });
    expect(signal?.aborted).toBe(true);
    expect(dispatch.pending).toBe(0);
    expect(clock.pending).toBe(0);
  });

  it('counts what predicates take', async () => {
    const { answer, clock, last } = dispatching(approve, {
      timeoutMs: 1000,
      gate: () => new Promise(() => {}),
    });
    const pending = answer();
    await nextTurn();
    clock.advance(1000);
    expect(await pending).toMatchObject({ behavior: 'deny' });
    expect(last()).toMatchObject({ source: 'timeout', asked: false });
  });

  it('does not ask after the deadline', async () => {
    const gate = new Gate<boolean>();
    let isAsked = false;
    const { answer, clock } = dispatching(
      () => {
        isAsked = true;
        return { kind: 'approve' };
      },
      { timeoutMs: 1000, gate: () => gate.promise },
    );
    const pending = answer();
    await nextTurn();
    clock.advance(1000);
    gate.open(true);
    expect(await pending).toMatchObject({ behavior: 'deny' });
    await nextTurn();
    expect(isAsked).toBe(false);
  });

  it('is not changed by an answer that comes too late', async () => {
    const late = new Gate<{ kind: 'approve' }>();
    const { answer, clock, log } = dispatching(() => late.promise, { timeoutMs: 1000 });
    const pending = answer();
    await nextTurn();
    clock.advance(1000);
    await pending;
    late.open({ kind: 'approve' });
    await nextTurn();
    expect(log.decisions.map(({ source }) => source)).toEqual(['timeout']);
  });

  it('swallows a failure that comes too late', async () => {
    const late = new Gate<never>();
    const { answer, clock } = dispatching(() => late.promise, { timeoutMs: 1000 });
    const pending = answer();
    await nextTurn();
    clock.advance(1000);
    await pending;
    late.fail(new Error('nobody listens'));
    await nextTurn();
  });

  it('ends when the caller goes away', async () => {
    const { answer, caller, last } = dispatching(never);
    const pending = answer();
    await nextTurn();
    caller.abort('closed the connection');
    expect(await pending).toMatchObject({ behavior: 'deny' });
    expect(last()).toMatchObject({ source: 'withdrawn', asked: true });
  });

  it('ends with the run, and what comes then is denied, list or not', async () => {
    const { answer, dispatch, last } = dispatching(never, { autoAllow: new Set(['Read']) });
    const pending = answer();
    await nextTurn();
    dispatch.end('The run was stopped.');
    expect(await pending).toEqual({ behavior: 'deny', message: 'The run was stopped.' });
    expect(await answer(prompt('Read'))).toEqual({ behavior: 'deny', message: 'The run was stopped.' });
    expect(last()).toMatchObject({ source: 'withdrawn', asked: false });
    dispatch.reopen();
    expect(await answer(prompt('Read'))).toMatchObject({ behavior: 'allow' });
  });

  it('is for so many questions and no more', async () => {
    const gates = Array.from({ length: 3 }, () => new Gate<{ kind: 'approve' }>());
    let asked = 0;
    const { answer, dispatch, last } = dispatching(() => {
      asked += 1;
      return gates[asked - 1]?.promise ?? { kind: 'approve' };
    });
    const waiting = gates.map(() => answer());
    await nextTurn();
    expect(dispatch.pending).toBe(3);
    expect(await answer()).toEqual({
      behavior: 'deny',
      message: expect.stringContaining('limits.pendingApprovals (3)'),
    });
    expect(last()).toMatchObject({ source: 'error', asked: false });
    gates[0]?.open({ kind: 'approve' });
    expect(await waiting[0]).toMatchObject({ behavior: 'allow' });
    expect(await answer()).toMatchObject({ behavior: 'allow' });
    for (const gate of gates) gate.open({ kind: 'approve' });
    await Promise.all(waiting);
    expect(dispatch.pending).toBe(0);
    expect(dispatch.promptsSeen).toBe(5);
  });
});
