import { describe, expect, it } from 'vitest';
import { idKey, isEventStream, type Step, stepsOf } from '../../../src/conformance/replay/steps.js';
import type { TraceEntry } from '../../../src/protocol/index.js';

type Said = Partial<TraceEntry> & { readonly dir: 'client' | 'server' };
function steps(...said: readonly Said[]): Step[] {
  const entries = said.map((entry) => ({ transport: 'stdio', ms: 0, frame: '', ...entry }) as TraceEntry);
  return stepsOf({ entries, lines: entries.map((_, index) => index + 2) });
}
const forms = (...said: readonly Said[]) =>
  steps(...said).map(({ dir, form, line, http }) => [dir, form, line, http?.exchange]);

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const pong = '{"jsonrpc":"2.0","id":1,"result":{}}';
const http = { transport: 'http' } as const;
const sse = { 'content-type': 'Text/Event-Stream; charset=utf-8' };

describe('stepsOf', () => {
  it('has a step for each frame and each end of a channel', () => {
    expect(
      forms({ dir: 'client', frame: ping }, { dir: 'server', frame: pong }, { dir: 'client', end: true }),
    ).toEqual([
      ['client', 'frame', 2, undefined],
      ['server', 'frame', 3, undefined],
      ['client', 'end', 4, undefined],
    ]);
  });

  it('has two for an HTTP answer with a body, and one without', () => {
    const exchange = (number: number, frame: string, status: number): Said[] => [
      { dir: 'client', ...http, frame: ping, http: { exchange: number, method: 'POST' } },
      { dir: 'server', ...http, frame, http: { exchange: number, status } },
    ];
    expect(forms(...exchange(1, pong, 200), ...exchange(2, '', 202))).toEqual([
      ['client', 'request', 2, 1],
      ['server', 'head', 3, 1],
      ['server', 'frame', 3, 1],
      ['client', 'request', 4, 2],
      ['server', 'head', 5, 2],
    ]);
  });

  it('numbers the exchanges of a recording that does not', () => {
    expect(
      forms(
        { dir: 'client', ...http, frame: ping, http: { method: 'POST' } },
        { dir: 'server', ...http, http: { status: 200, headers: sse } },
        { dir: 'server', ...http, frame: pong, http: { event: {} } },
        { dir: 'client', ...http, frame: ping, http: { method: 'POST' } },
      ).map(([, form, , exchange]) => [form, exchange]),
    ).toEqual([
      ['request', 1],
      ['head', 1],
      ['frame', 1],
      ['request', 2],
    ]);
  });

  it.each<readonly [string, Said, unknown]>([
    ['a message', { dir: 'client', frame: ping }, 'request'],
    ['a batch', { dir: 'client', frame: `[${ping},${ping}]` }, 'batch'],
    ['text', { dir: 'client', frame: 'x' }, undefined],
    ['bytes', { dir: 'client', frame: '/w==', encoding: 'base64' }, undefined],
    ['nothing', { dir: 'client' }, undefined],
  ])('reads %s', (_, said, kind) => {
    expect(steps(said)[0]?.message?.kind).toBe(kind);
  });

  it('knows what was cut', () => {
    expect(steps({ dir: 'client', frame: 'x', cut: true })[0]?.isCut).toBe(true);
  });

  it('puts into one lane what has an order: the answer to a request and its progress', () => {
    const meta = { progressToken: 'p' };
    const note = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'p' } };
    const lanes = steps(
      {
        dir: 'client',
        frame: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'a', params: { _meta: meta } }),
      },
      { dir: 'server', frame: JSON.stringify(note) },
      { dir: 'server', frame: pong },
      { dir: 'server', frame: '{"jsonrpc":"2.0","id":"1","result":{}}' },
      { dir: 'server', frame: '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}' },
    ).map(({ lane }) => lane);
    expect(lanes[1]).toBe(lanes[2]);
    expect(lanes[1]).toBeDefined();
    expect(lanes[3]).not.toBe(lanes[2]);
    expect([lanes[0], lanes[4]]).toEqual([undefined, undefined]);
  });
});

describe('idKey', () => {
  it.each([
    [7, '7', false],
    [1, 1.0, true],
    [7n, 7, true],
    ['', 0, false],
    [0, '0', false],
  ])('%s and %j: %s', (left, right, same) => {
    expect(idKey(left) === idKey(right)).toBe(same);
  });
});

describe('isEventStream', () => {
  it.each([
    [{ headers: sse }, true],
    [{ headers: { 'content-type': 'application/json' } }, false],
    [{ headers: {} }, false],
    [undefined, false],
  ])('%j: %s', (value, expected) => {
    expect(isEventStream(value)).toBe(expected);
  });
});
