import { describe, expect, it } from 'vitest';
import type { JsonObject, LoggingLevel } from '../../../src/protocol/index.js';
import type { CallContext, ServerOptions } from '../../../src/server/index.js';
import { McpServer } from '../../../src/server/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { Gate } from '../../support/gate.js';
import { ScriptedClient } from '../../support/scripted-client.js';

function clientOf(run: (context: CallContext) => unknown, options: ServerOptions = {}): ScriptedClient {
  const server = new McpServer({ name: 'test', version: '1' }, { onLog: () => {}, ...options }).tool({
    name: 't',
    run: async (_args, context) => {
      await run(context);
    },
  });
  return new ScriptedClient(server, { auth: { principal: 'ann' }, headers: { 'x-a': 'b' } });
}

const params = { name: 't' };

describe('what a handler learns', () => {
  it('of a modern request', async () => {
    const controller = new AbortController();
    let seen: JsonObject = {};
    const client = clientOf((context) => {
      const { era, revision, requestId, clientInfo, clientCapabilities, auth, headers, sessionId } = context;
      seen = {
        era,
        revision,
        requestId,
        clientInfo,
        clientCapabilities,
        auth,
        headers,
        sessionId,
      } as JsonObject;
      expect(context.meta['vendor/x']).toBe(1);
      expect(context.signal).toBe(controller.signal);
    });
    const options = { id: 'q', capabilities: { roots: {} }, signal: controller.signal };
    await client.call('tools/call', { ...params, _meta: { 'vendor/x': 1 } }, options);
    expect(seen).toEqual({
      era: 'modern',
      revision: '2026-07-28',
      requestId: 'q',
      clientInfo: { name: 'scripted', version: '1' },
      clientCapabilities: { roots: {} },
      auth: { principal: 'ann' },
      headers: { 'x-a': 'b' },
      sessionId: undefined,
    });
  });

  it('of a legacy request, from its session', async () => {
    let seen: unknown;
    const client = clientOf(({ era, revision, clientInfo, clientCapabilities, meta }) => {
      seen = { era, revision, clientInfo, clientCapabilities, meta };
    });
    await client.initialize('2025-06-18', { sampling: {} });
    await client.call('tools/call', params);
    expect(seen).toEqual({
      era: 'legacy',
      revision: '2025-06-18',
      clientInfo: { name: 'scripted', version: '1' },
      clientCapabilities: { sampling: {} },
      meta: {},
    });
  });
});

describe('progress', () => {
  const report = (context: CallContext) => {
    context.progress(0, { total: 100 });
    context.progress(50, { total: 100, message: 'half' });
    context.progress(50);
    context.progress(20);
    context.progress(Number.NaN);
    context.progress(100.5);
  };

  // requirement: progress-increases, progress-only-active-tokens
  it.each(['p-1', 0, '', 7])('goes out on the token %j, and only grows', async (progressToken) => {
    const { notifications } = await clientOf(report).call('tools/call', params, { progressToken });
    expect(notifications.map((notice) => notice.params)).toEqual([
      { progressToken, progress: 0, total: 100 },
      { progressToken, progress: 50, total: 100, message: 'half' },
      { progressToken, progress: 100.5 },
    ]);
  });

  // requirement: progress-only-active-tokens
  it('goes nowhere without a token', async () => {
    expect((await clientOf(report).call('tools/call', params)).notifications).toEqual([]);
  });

  // requirement: progress-stops-after-completion
  it('stops when the result is there', async () => {
    let late: CallContext | undefined;
    const client = clientOf((context) => {
      late = context;
    });
    const heard: unknown[] = [];
    client.onNotification = (notice) => heard.push(notice);
    await client.call('tools/call', params, { progressToken: 1 });
    late?.progress(1);
    expect(heard).toEqual([]);
  });
});

describe('a call that waits long', () => {
  function setUp() {
    const clock = new FakeClock();
    const gate = new Gate();
    const started = new Gate<CallContext>();
    const client = clientOf(
      async (context) => {
        started.open(context);
        await gate.promise;
      },
      { clock },
    );
    const beats: number[] = [];
    client.onNotification = ({ params: notice }) => beats.push(notice?.['progress'] as number);
    return { clock, gate, client, beats, started: started.promise };
  }

  it('shows every 20 seconds that it goes on', async () => {
    const { clock, gate, client, beats, started } = setUp();
    const call = client.call('tools/call', params, { progressToken: 1 });
    const context = await started;
    clock.advance(19_999);
    expect(beats).toEqual([]);
    clock.advance(1);
    expect(beats).toHaveLength(1);
    clock.advance(10_000);
    context.progress(5, { total: 10 });
    clock.advance(19_999);
    expect(beats).toHaveLength(2);
    clock.advance(40_001);
    expect(beats).toHaveLength(5);
    context.progress(6);
    expect(beats).toHaveLength(6);
    expect(beats).toEqual([...beats].sort((a, b) => a - b));
    expect(new Set(beats).size).toBe(beats.length);
    expect(beats.filter((value) => value > 5 && value < 5.001)).toHaveLength(3);
    gate.open();
    await call;
    clock.advance(60_000);
    expect(beats).toHaveLength(6);
    expect(clock.pending).toBe(0);
  });

  it.each([0, 1, 1_000_000, 10_000_000, 1_000_000_000])(
    'stays below the next whole number after %d',
    async (value) => {
      const { clock, gate, client, beats, started } = setUp();
      const call = client.call('tools/call', params, { progressToken: 'p' });
      const context = await started;
      context.progress(value);
      for (let beat = 0; beat < 3; beat++) clock.advance(20_000);
      context.progress(value + 1);
      expect(beats).toHaveLength(5);
      expect(beats).toEqual([...new Set(beats)].sort((a, b) => a - b));
      expect(beats.at(-1)).toBe(value + 1);
      gate.open();
      await call;
    },
  );

  it('shares one timer with all others', async () => {
    const { clock, gate, client, beats } = setUp();
    const calls = Array.from({ length: 50 }, (_, index) =>
      client.call('tools/call', params, { progressToken: index }),
    );
    await clock.timerWithin(20_000);
    expect(clock.pending).toBe(1);
    while (beats.length < 50) {
      await Promise.resolve();
      clock.advance(1000);
    }
    expect(clock.pending).toBe(1);
    gate.open();
    await Promise.all(calls);
  });

  it('is silent without a token', async () => {
    const { clock, gate, client, beats, started } = setUp();
    const call = client.call('tools/call', params);
    await started;
    expect(clock.pending).toBe(0);
    gate.open();
    await call;
    expect(beats).toEqual([]);
  });
});

describe('log messages', () => {
  const levels: LoggingLevel[] = ['debug', 'info', 'warning', 'emergency'];
  const logAll = (context: CallContext) => {
    for (const level of levels) context.log(level, { text: level }, 'db');
  };
  const client = () => clientOf(logAll, { logging: true });
  const sent = async (scripted: ScriptedClient, logLevel?: LoggingLevel) => {
    const options = logLevel === undefined ? {} : { logLevel };
    const { notifications } = await scripted.call('tools/call', params, options);
    return notifications.map((notice) => notice.params?.['level']);
  };

  // requirement: logging-only-when-requested
  it.each<[LoggingLevel | undefined, number]>([
    [undefined, 0],
    ['debug', 4],
    ['info', 3],
    ['notice', 2],
    ['emergency', 1],
  ])('of a modern request that asks for %s', async (logLevel, count) => {
    expect(await sent(client(), logLevel)).toEqual(levels.slice(levels.length - count));
  });

  it('carry level, logger and data', async () => {
    const scripted = clientOf((context) => context.log('info', [1]), { logging: true });
    const { notifications } = await scripted.call('tools/call', params, { logLevel: 'info' });
    expect(notifications).toEqual([
      { kind: 'notification', method: 'notifications/message', params: { level: 'info', data: [1] } },
    ]);
  });

  // requirement: logging-set-level-errors
  it('of a legacy session follow logging/setLevel', async () => {
    const scripted = client();
    await scripted.initialize();
    expect(await sent(scripted)).toEqual([]);
    expect(await scripted.result('logging/setLevel', { level: 'warning' })).toEqual({});
    expect(await sent(scripted)).toEqual(['warning', 'emergency']);
    expect((await scripted.error('logging/setLevel', { level: 'loud' })).code).toBe(-32602);
  });

  it('are not sent, with one warning, by a server without logging', async () => {
    const warnings: string[] = [];
    const scripted = clientOf(logAll, { onLog: ({ message }) => warnings.push(message) });
    expect(await sent(scripted, 'debug')).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('logging: true')]);
  });
});

describe('the stream', () => {
  it('carries notifications of the handler', async () => {
    const client = clientOf((context) => context.notify('notifications/message', { level: 'info', data: 1 }));
    expect((await client.call('tools/call', params)).notifications).toHaveLength(1);
  });

  it('can be closed where the carrier has that, and else nothing happens', async () => {
    const closed: unknown[] = [];
    const client = clientOf((context) => context.closeStream({ retryMs: 500 }));
    await client.call('tools/call', params);
    await client.call('tools/call', params, { closeStream: (options) => closed.push(options) });
    expect(closed).toEqual([{ retryMs: 500 }]);
  });
});
