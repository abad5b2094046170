import { afterEach, describe, expect, it } from 'vitest';
import { type Fault, request, success } from '../../src/protocol/index.js';
import {
  type ClientConnection,
  type ConnectionOptions,
  connectChannel,
  customServer,
  memoryPair,
  openConnection,
  type ServerTarget,
  serveWebSocket,
  stdioServer,
  webSocketServer,
} from '../../src/transport/index.js';
import { oddServer } from '../support/odd-server.js';
import { WirePeer } from '../support/wire-peer.js';

describe('openConnection', () => {
  const opened: ClientConnection[] = [];

  async function open(target: ServerTarget, options?: ConnectionOptions): Promise<ClientConnection> {
    const connection = await openConnection(target, options);
    opened.push(connection);
    return connection;
  }

  afterEach(async () => {
    for (const connection of opened.splice(0)) await connection.close();
  });

  describe('to a process', () => {
    it('exchanges messages', async () => {
      const connection = await open(oddServer('well'));
      expect(connection.transport).toBe('stdio');
      expect(await connection.exchange(request(1, 'ping'))).toEqual(success(1, { method: 'ping' }));
    });

    it('lives with a banner on stdout', async () => {
      const warnings: Fault[] = [];
      const connection = await open(oddServer('banner', ['24']), {
        onWarning: (warning) => void warnings.push(warning),
      });
      expect(await connection.exchange(request(1, 'ping'))).toEqual(success(1, { method: 'ping' }));
      expect(warnings[0]).toMatchObject({ code: 'invalid_json', message: expect.stringContaining('step 1') });
      expect(connection.diagnostics()).toContain('step 16');
    });

    it('gets an answer after a flood on stderr', async () => {
      const connection = await open(oddServer('stderr-flood'));
      expect(await connection.exchange(request(1, 'ping'))).toEqual(success(1, { method: 'ping' }));
    });

    it('fails what waits when the process exits, with its last words', async () => {
      const connection = await open(oddServer('exits-on-first-message'));
      const answers = [1, 2, 3].map((id) => connection.exchange(request(id, 'server/discover')));
      for (const answer of answers) {
        await expect(answer).rejects.toMatchObject({
          code: 'process_exited',
          details: { exitCode: 3, stderr: 'Error: expected initialize' },
        });
      }
      await expect(connection.exchange(request(4, 'a'))).rejects.toMatchObject({ code: 'process_exited' });
    });

    it('gets an answer that is the last thing a process says', async () => {
      const connection = await open(oddServer('answers-and-exits'));
      const answer = await connection.exchange(request(1, 'a'));
      expect(answer).toMatchObject({ kind: 'success', result: { text: 'x'.repeat(300_000) } });
    });

    it('says when there is no such program', async () => {
      const opening = openConnection(stdioServer({ command: 'no-such-program-anywhere' }));
      await expect(opening).rejects.toMatchObject({ code: 'spawn_failed' });
    });
  });

  it('to a WebSocket exchanges messages', async () => {
    await using server = await serveWebSocket({
      request: async ({ id, method }) => success(id, { method }),
      notification: () => {},
    });
    const connection = await open(webSocketServer({ url: server.url }));
    expect(connection.transport).toBe('websocket');
    expect(await connection.exchange(request(1, 'ping'))).toEqual(success(1, { method: 'ping' }));
  });

  it('of a custom kind is opened by its own function', async () => {
    const [left, right] = memoryPair();
    const server = new WirePeer(right);
    const given: ConnectionOptions[] = [];
    const target = customServer({
      name: 'mine',
      open: async (options) => {
        given.push(options);
        return connectChannel(left, options);
      },
    });
    const options = { connectTimeoutMs: 5 };
    const connection = await open(target, options);
    const answer = connection.exchange(request(1, 'a'));
    server.say({ id: 1, result: {} });
    expect(await answer).toEqual(success(1, {}));
    expect(given).toEqual([options]);
  });

  it('starts nothing once it is aborted', async () => {
    let isOpened = false;
    const target = customServer({
      name: 'mine',
      open: async () => {
        isOpened = true;
        return connectChannel(memoryPair()[0]);
      },
    });
    await expect(openConnection(target, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(isOpened).toBe(false);
  });

  it('refuses what is no description', async () => {
    await expect(openConnection({ kind: 'pigeon' } as never)).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });
});
