import { describe, expect, it } from 'vitest';
import {
  afterStream,
  reconnectDelay,
  type StreamEnd,
  type StreamHistory,
  type StreamPurpose,
} from '../../../src/transport/http-client/reconnect-policy.js';

const FRESH: StreamHistory = { failures: 0, idle: 0, retryMs: undefined, hasOpened: false };
const closed: StreamEnd = { kind: 'closed' };
const lost: StreamEnd = { kind: 'lost' };
const refused = (status: number): StreamEnd => ({ kind: 'refused', status });

describe('afterStream', () => {
  it.each<[StreamPurpose, StreamEnd, Partial<StreamHistory>, number | 'stop' | 'stop normally']>([
    ['resume', closed, {}, 1000],
    ['resume', lost, {}, 1000],
    ['resume', closed, { retryMs: 500 }, 500],
    ['resume', closed, { idle: 7, hasOpened: true }, 30_000],
    ['resume', lost, { failures: 5, idle: 5 }, 30_000],
    ['resume', lost, { failures: 6, idle: 6 }, 'stop'],
    ['resume', closed, { failures: 6, idle: 6, hasOpened: true }, 'stop'],
    ['resume', refused(503), {}, 1000],
    ['resume', refused(409), {}, 1000],
    ['resume', refused(503), { failures: 6 }, 'stop'],
    ['resume', refused(400), {}, 'stop'],
    ['resume', refused(404), {}, 'stop'],
    ['resume', refused(405), {}, 'stop normally'],
    ['resume', refused(200), {}, 'stop'],
    ['listen', closed, { hasOpened: true }, 1000],
    ['listen', closed, { hasOpened: true, failures: 100, idle: 100 }, 30_000],
    ['listen', lost, { hasOpened: true, failures: 100, idle: 1 }, 2000],
    ['listen', lost, { failures: 6 }, 'stop'],
    ['listen', refused(405), {}, 'stop normally'],
    ['listen', refused(405), { hasOpened: true }, 'stop normally'],
    ['listen', refused(400), {}, 'stop'],
    ['listen', refused(401), {}, 'stop'],
    ['listen', refused(404), {}, 'stop'],
    ['listen', refused(409), {}, 'stop'],
    ['listen', refused(409), { hasOpened: true }, 1000],
    ['listen', refused(500), {}, 1000],
    ['listen', refused(500), { failures: 6, hasOpened: true }, 'stop'],
    ['listen', refused(501), {}, 'stop'],
  ])('%s, %j, %j: %s', (purpose, end, history, expected) => {
    const step = afterStream(purpose, end, { ...FRESH, ...history });
    const seen = step.kind === 'reconnect' ? step.delayMs : `stop${step.isNormal ? ' normally' : ''}`;
    expect(seen).toBe(expected);
  });
});

describe('reconnectDelay', () => {
  it.each<[number | undefined, number[]]>([
    [undefined, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]],
    [500, [500, 1000, 2000]],
    [0, [0, 200, 400]],
    [60_000, [60_000, 60_000, 60_000]],
  ])('with a retry of %s ms grows as %j', (retryMs, expected) => {
    expect(expected.map((_delay, idle) => reconnectDelay({ ...FRESH, idle, retryMs }))).toEqual(expected);
  });

  it('is never less than the server asked for, and stays finite', () => {
    for (const idle of [0, 1, 31, 1e6]) {
      expect(reconnectDelay({ ...FRESH, idle, retryMs: 1e12 })).toBe(1e12);
      expect(reconnectDelay({ ...FRESH, idle })).toBeLessThanOrEqual(30_000);
    }
  });
});
