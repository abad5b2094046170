import { describe, expect, it } from 'vitest';
import { AskedMethods, Inbox, isResponseTo } from '../../../src/conformance/wire/inbox.js';
import { Fault } from '../../../src/protocol/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { recordOf } from '../record-of.js';

const BOUNDS = { maxBytes: 1000, maxFrames: 3 };
const any = () => true;
const response = (id: string) => recordOf(`{"jsonrpc":"2.0","id":${id},"result":{}}`);

describe('Inbox', () => {
  it('finds what is there already, from an index on', async () => {
    const inbox = new Inbox(new FakeClock(), BOUNDS);
    const [first, second] = [response('1'), response('2')];
    inbox.push(first);
    inbox.push(second);
    expect(await inbox.next(any, { from: 0, timeoutMs: 10 })).toBe(first);
    expect(await inbox.next(any, { from: 1, timeoutMs: 10 })).toBe(second);
  });

  it('waits for what comes, and leaves no timer', async () => {
    const clock = new FakeClock();
    const inbox = new Inbox(clock, BOUNDS);
    const found = inbox.next(isResponseTo(2, false), { from: 0, timeoutMs: 10 });
    inbox.push(response('1'));
    const wanted = response('2');
    inbox.push(wanted);
    expect(await found).toBe(wanted);
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['time', (clock: FakeClock) => clock.advance(10)],
    ['the end', (_: FakeClock, inbox: Inbox) => inbox.finish(new Fault('closed', 'over'))],
    ['an abort', (_: FakeClock, __: Inbox, controller: AbortController) => controller.abort()],
  ])('gives up after %s', async (_, happen) => {
    const clock = new FakeClock();
    const inbox = new Inbox(clock, BOUNDS);
    const controller = new AbortController();
    const found = inbox.next(any, { from: 0, timeoutMs: 10, signal: controller.signal });
    happen(clock, inbox, controller);
    expect(await found).toBeUndefined();
    expect(clock.pending).toBe(0);
  });

  it('waits for nothing after the end', async () => {
    const inbox = new Inbox(new FakeClock(), BOUNDS);
    inbox.finish();
    inbox.finish(new Fault('closed', 'too late'));
    expect(await inbox.next(any, { from: 0, timeoutMs: 10 })).toBeUndefined();
    expect(inbox.end).toBeUndefined();
    expect(inbox.isOver).toBe(true);
  });

  it('says when it is too much, in frames or bytes', () => {
    const frames = new Inbox(new FakeClock(), BOUNDS);
    expect([1, 2, 3, 4].map(() => frames.push(response('1'))?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      'limit_exceeded',
    ]);
    const bytes = new Inbox(new FakeClock(), { maxBytes: 40, maxFrames: 100 });
    expect([1, 2].map(() => bytes.push(response('1'))?.code)).toEqual([undefined, 'limit_exceeded']);
  });
});

describe('isResponseTo', () => {
  const withoutId = recordOf('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}');

  it.each([
    [7, false, response('7'), true],
    [7, false, response('"7"'), false],
    [0, false, response('0'), true],
    ['', false, response('""'), true],
    [7, false, withoutId, false],
    [7, true, withoutId, true],
    [undefined, true, withoutId, true],
    [7, true, recordOf('{"jsonrpc":"2.0","id":7,"method":"ping"}'), false],
    [7, true, recordOf('no json'), false],
  ])('%j, without id counts: %j', (id, orWithoutId, record, expected) => {
    expect(isResponseTo(id, orWithoutId)(record)).toBe(expected);
  });
});

it('AskedMethods knows what was asked under an id of its type', () => {
  const asked = new AskedMethods();
  asked.add(recordOf('{"jsonrpc":"2.0","id":0,"method":"tools/list"}', 'sent'));
  expect([asked.of(0), asked.of('0'), asked.of(undefined)]).toEqual(['tools/list', undefined, undefined]);
});
