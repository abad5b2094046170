import { describe, expect, it } from 'vitest';
import { envelopePlace, OpaqueValues, opaquePlace } from '../../../src/conformance/replay/opaque-values.js';

describe('opaquePlace', () => {
  it.each([
    ['/params/_meta/progressToken', 'client', { kind: 'token', maker: 'client', defines: true }],
    ['/params/progressToken', 'server', { kind: 'token', maker: 'client', defines: false }],
    ['/params/requestId', 'client', { kind: 'id', maker: 'client', defines: false }],
    ['/params/_meta/io.modelcontextprotocol~1subscriptionId', 'server', { kind: 'id', maker: 'client' }],
    ['/result/_meta/io.modelcontextprotocol~1subscriptionId', 'server', { kind: 'id', maker: 'client' }],
    ['/result/requestState', 'server', { kind: 'state', maker: 'server', defines: true }],
    ['/params/requestState', 'client', { kind: 'state', maker: 'server', defines: false }],
    ['/result/nextCursor', 'server', { kind: 'cursor', maker: 'server', defines: true }],
    ['/params/cursor', 'client', { kind: 'cursor', maker: 'server', defines: false }],
    ['/params/elicitationId', 'server', { kind: 'elicitation', maker: 'server' }],
    ['/error/data/elicitations/0/elicitationId', 'server', { kind: 'elicitation', maker: 'server' }],
    ['/result/task/taskId', 'server', { kind: 'task', maker: 'server' }],
    ['/params/taskId', 'client', { kind: 'task', maker: 'server' }],
  ] as const)('%s from the %s', (pointer, sender, expected) => {
    expect(opaquePlace(pointer, sender)).toMatchObject(expected);
  });

  it.each(['/params/name', '/result/content/0/requestState', '/params/arguments/cursor', ''])(
    'leaves %j alone',
    (pointer) => {
      expect(opaquePlace(pointer, 'client')).toBeUndefined();
    },
  );
});

describe('envelopePlace', () => {
  it.each([
    ['request', 'client', 'client', true],
    ['success', 'client', 'server', false],
    ['error', 'server', 'client', false],
  ] as const)('a %s of the %s has an id of the %s', (kind, sender, maker, defines) => {
    expect(envelopePlace(kind, sender)).toEqual({ kind: 'id', maker, defines });
  });
});

describe('OpaqueValues', () => {
  const id = (maker: 'client' | 'server') => ({ kind: 'id', maker, defines: true }) as const;

  it('says the live value for a recorded one that it has learned, and else the recorded one', () => {
    const values = new OpaqueValues('server');
    expect(values.has(id('client'), 7)).toBe(false);
    expect(values.live(id('client'), 7)).toBe(7);
    expect(values.learn({ place: id('client'), recorded: 7, live: 'a' })).toBeUndefined();
    expect([values.has(id('client'), 7), values.live(id('client'), 7)]).toEqual([true, 'a']);
  });

  it('tells types, makers and kinds apart', () => {
    const values = new OpaqueValues('server');
    values.learn({ place: id('client'), recorded: 7, live: 'a' });
    expect(values.live(id('client'), '7')).toBe('7');
    expect(values.live(id('server'), 7)).toBe(7);
    expect(values.live({ kind: 'token', maker: 'client', defines: true }, 7)).toBe(7);
  });

  it.each([0, '', '0'])('takes %j for a value', (live) => {
    const values = new OpaqueValues('server');
    values.learn({ place: id('client'), recorded: 1, live });
    expect(values.live(id('client'), 1)).toBe(live);
  });

  it('says when a live value has stood for another one already', () => {
    const values = new OpaqueValues('server');
    values.learn({ place: id('client'), recorded: 1, live: 'a' });
    expect(values.learn({ place: id('client'), recorded: 1, live: 'a' })).toBeUndefined();
    expect(values.learn({ place: id('client'), recorded: 2, live: 'a' })).toBe(1);
  });

  it('leaves to us what we choose', () => {
    const values = new OpaqueValues('server');
    expect([values.isTheirs(id('client')), values.isTheirs(id('server'))]).toEqual([true, false]);
  });
});
