import { describe, expect, it } from 'vitest';
import { isNobodyThere, isWorthRetrying, Reconnection } from '../../src/host/reconnect.js';
import { Fault, RpcError } from '../../src/protocol/index.js';

describe('the delay before another attempt', () => {
  const delays = (heldMs: readonly number[], random = 1) => {
    const reconnection = new Reconnection({ attempts: 8 }, () => random);
    return heldMs.map((held) => reconnection.nextDelayMs(held));
  };

  it('doubles up to a minute, and ends', () => {
    expect(delays(Array(9).fill(0))).toEqual([
      1_000,
      2_000,
      4_000,
      8_000,
      16_000,
      32_000,
      60_000,
      60_000,
      undefined,
    ]);
  });

  it('is spread over its second half', () => {
    expect([delays([0, 0], 0), delays([0, 0], 0.5)]).toEqual([
      [500, 1_000],
      [750, 1_500],
    ]);
  });

  it('also grows when each session works for a moment, and begins anew after one that held', () => {
    expect(delays([59_999, 59_999, 60_000, 0])).toEqual([1_000, 2_000, 1_000, 2_000]);
  });

  it('takes the defaults for what is undefined', () => {
    const options = { attempts: undefined, firstDelayMs: undefined, maxDelayMs: undefined } as never;
    const reconnection = new Reconnection(options, () => 1);
    const delays = Array.from({ length: 9 }, () => reconnection.nextDelayMs(0));
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, undefined]);
  });

  it('begins anew when somebody asks for it', () => {
    const reconnection = new Reconnection({ attempts: 1, firstDelayMs: 10 }, () => 1);
    expect([reconnection.nextDelayMs(0), reconnection.nextDelayMs(0)]).toEqual([10, undefined]);
    reconnection.reset();
    expect(reconnection.nextDelayMs(0)).toBe(10);
  });
});

describe('what is worth another attempt', () => {
  const fault = (code: ConstructorParameters<typeof Fault>[0]) => new Fault(code, 'x');

  it.each([
    [fault('connect_failed'), false, 'http', true],
    [fault('connection_lost'), false, 'websocket', true],
    [fault('http_status'), false, 'sse', true],
    [fault('connect_failed'), false, 'stdio', false],
    [fault('process_exited'), false, 'stdio', false],
    [fault('timed_out'), false, 'http', false],
    [fault('unauthorized'), false, 'http', false],
    [new RpcError(-32603, 'x'), false, 'http', false],
    [fault('process_exited'), true, 'stdio', true],
    [fault('connection_lost'), true, 'http', true],
    [fault('timed_out'), true, 'stdio', true],
    [new RpcError(-32603, 'x'), true, 'stdio', true],
    [fault('spawn_failed'), true, 'stdio', false],
    [fault('unauthorized'), true, 'http', false],
    [fault('negotiation_failed'), true, 'http', false],
  ] as const)('%s (was ready: %s, %s): %s', (error, wasReady, kind, expected) => {
    expect(isWorthRetrying(error, wasReady, kind)).toBe(expected);
  });
});

describe('nobody there', () => {
  const failure = (code: 'connect_failed' | 'connection_lost', errorCode: string) =>
    new Fault(code, 'x', { details: { errorCode } });

  it.each([
    [failure('connect_failed', 'ECONNREFUSED'), true],
    [failure('connect_failed', 'ENOTFOUND'), false],
    [failure('connect_failed', 'ENETUNREACH'), false],
    [failure('connection_lost', 'UND_ERR_SOCKET'), false],
    [new Fault('connect_failed', 'a proxy refused it'), false],
    [new Error('ECONNREFUSED'), false],
    [undefined, false],
  ])('is what %s says: %s', (error, expected) => {
    expect(isNobodyThere(error)).toBe(expected);
  });
});
