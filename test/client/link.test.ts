import { describe, expect, it } from 'vitest';
import { McpClient } from '../../src/client/index.js';
import { Fault } from '../../src/protocol/index.js';
import { customServer } from '../../src/transport/index.js';
import { Gate } from '../support/gate.js';
import { legacyServer } from '../support/scripted-server.js';
import { nextTurn } from '../support/turn.js';

describe('closing a client', () => {
  it('waits for the connection of a session that was replaced', async () => {
    const answers = [new Fault('session_expired', 'gone'), { tools: [] }];
    const server = legacyServer({ 'tools/list': () => answers.shift() ?? { tools: [] } });
    const slow = new Gate();
    const target = customServer({
      name: 'slow to close',
      open: async (options) => {
        const connection = await server.open(options);
        if (server.connections.length > 1) return connection;
        const close = connection.close.bind(connection);
        return Object.assign(connection, { close: () => slow.promise.then(close) });
      },
    });
    const client = await McpClient.connect(target, { listen: false, era: 'legacy' });
    await client.listTools();
    expect(server.connections).toHaveLength(2);
    let isClosed = false;
    const closing = client.close().then(() => {
      isClosed = true;
    });
    await nextTurn();
    expect(isClosed).toBe(false);
    slow.open();
    await closing;
    expect(isClosed).toBe(true);
  });
});
