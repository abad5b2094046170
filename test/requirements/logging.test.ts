import { describe, expect, it } from 'vitest';
import type { LoggingLevel, NotificationMessage } from '../../src/protocol/index.js';
import { McpServer } from '../../src/server/index.js';
import { Gate } from '../support/gate.js';
import { ScriptedClient } from '../support/scripted-client.js';

describe('a log message of a modern request', () => {
  // requirement: logging-only-on-own-stream, logging-only-when-requested
  it('goes out with its request alone, not with others and not on a subscription', async () => {
    const bothRun = new Gate();
    let running = 0;
    const server = new McpServer({ name: 'test', version: '1' }, { logging: true }).tool({
      name: 't',
      inputSchema: { type: 'object' },
      run: async (args, context) => {
        running += 1;
        if (running === 3) bothRun.open();
        await bothRun.promise;
        for (const level of ['debug', 'error'] as const) context.log(level, String(args['who']));
        return 'done';
      },
    });
    const client = new ScriptedClient(server);
    const heard: NotificationMessage[] = [];
    client.onNotification = (notice) => heard.push(notice);
    const stop = new AbortController();
    const listening = client.call('subscriptions/listen', { notifications: {} }, { signal: stop.signal });
    const call = (who: string, logLevel?: LoggingLevel) =>
      client.call(
        'tools/call',
        { name: 't', arguments: { who } },
        logLevel === undefined ? {} : { logLevel },
      );
    const calls = await Promise.all([call('a', 'debug'), call('b', 'error'), call('c')]);
    const logs = calls.map(({ notifications }) =>
      notifications.map(({ params }) => [params?.['level'], params?.['data']]),
    );
    expect(logs).toEqual([
      [
        ['debug', 'a'],
        ['error', 'a'],
      ],
      [['error', 'b']],
      [],
    ]);
    stop.abort();
    const { notifications } = await listening;
    expect(notifications.map(({ method }) => method)).toEqual(['notifications/subscriptions/acknowledged']);
    expect(client.unasked).toEqual([]);
    expect(heard).toHaveLength(4);
  });
});
