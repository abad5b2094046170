import { getActiveResourcesInfo } from 'node:process';
import { describe, expect, it } from 'vitest';
import { notification, request, success } from '../../../src/protocol/index.js';
import { handshake, modernRequest, openTested, type TestedConnection } from '../../support/http-client.js';
import { answerJson, answerSse, HttpScript, type Script } from '../../support/http-script.js';
import { RawServer } from '../../support/raw-server.js';
import { waitFor } from '../../support/wait-for.js';

/** A legacy server with a session, a listening stream and tools that never answer. */
const legacyServer: Script = ({ method, json }, response) => {
  if (method === 'GET') answerSse(response);
  else if (method === 'DELETE') response.writeHead(200).end();
  else if (json?.method === 'initialize')
    answerJson(response, success(0, {}), { headers: { 'mcp-session-id': 's1' } });
  else if (json?.id === undefined) response.writeHead(202).end();
};

describe('closing', () => {
  it('ends what is pending by name, and refuses what comes after', async () => {
    await using server = await HttpScript.start((_request, response) => answerSse(response));
    await using tested = await openTested({ url: server.url });
    const { connection } = tested;
    const pending = expect(connection.exchange(modernRequest(1, 'tools/call'))).rejects.toMatchObject({
      code: 'closed',
    });
    await server.request('POST');
    await connection.close();
    await pending;
    expect(server.sockets.size).toBeLessThanOrEqual(1);
    await server.quiet();
    await expect(connection.exchange(modernRequest(2, 'tools/call'))).rejects.toMatchObject({
      code: 'closed',
    });
    await expect(connection.notify(notification('notifications/x'))).rejects.toMatchObject({
      code: 'closed',
    });
    await expect(connection.reply(success(1, {}))).rejects.toMatchObject({ code: 'closed' });
    expect(await connection.closed).toEqual({});
    expect(tested.clock.pending).toBe(0);
  });

  it('is idempotent', async () => {
    await using server = await HttpScript.start(legacyServer);
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    await Promise.all([tested.connection.close(), tested.connection.close()]);
    await tested.connection.close();
    expect(server.of('DELETE')).toHaveLength(1);
  });

  it('ends a connection that was never used', async () => {
    await using tested = await openTested({ url: 'http://127.0.0.1:9/' });
    await tested.connection.close();
    expect(await tested.connection.closed).toEqual({});
  });

  // requirement: legacy-session-deleted
  it('ends the session with DELETE, and leaves no stream', async () => {
    await using server = await HttpScript.start(legacyServer);
    await using tested = await openTested({ url: server.url, headers: { authorization: 'Bearer a' } });
    await handshake(tested.connection);
    await server.request('GET');
    const pending = expect(tested.connection.exchange(request(1, 'tools/call'))).rejects.toMatchObject({
      code: 'closed',
    });
    await server.request('tools/call');
    await tested.connection.close();
    await pending;
    const [farewell] = server.of('DELETE');
    expect(farewell?.headers).toMatchObject({
      'mcp-session-id': 's1',
      'mcp-protocol-version': '2025-11-25',
      authorization: 'Bearer a',
    });
    expect(server.of('notifications/cancelled')).toEqual([]);
    await server.quiet();
    expect(tested.clock.pending).toBe(0);
  });

  // requirement: legacy-session-deleted
  it.each([
    ['a request', async ({ connection }: TestedConnection) => connection.exchange(request(1, 'ping'))],
    ['a notification', async ({ connection }: TestedConnection) => connection.notify(notification('n/x'))],
  ])('does not end a session that the server had forgotten when %s came', async (_what, send) => {
    await using server = await HttpScript.start((seen, response) => {
      const { method } = seen.json ?? {};
      if (method === 'ping' || method === 'n/x') response.writeHead(404).end();
      else legacyServer(seen, response);
    });
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    await expect(send(tested)).rejects.toMatchObject({ code: 'session_expired' });
    await tested.connection.close();
    expect(server.of('DELETE')).toEqual([]);
  });

  it.each([405, 404, 500])('does not mind HTTP %i for DELETE', async (status) => {
    await using server = await HttpScript.start((seen, response) => {
      if (seen.method === 'DELETE') response.writeHead(status).end();
      else legacyServer(seen, response);
    });
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    await tested.connection.close();
    expect(tested.warnings).toEqual([]);
  });

  it('does not wait long for a server that does not answer DELETE', async () => {
    await using server = await HttpScript.start((seen, response) => {
      if (seen.method !== 'DELETE') legacyServer(seen, response);
    });
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const closing = tested.connection.close();
    await server.request('DELETE');
    tested.clock.advance(2000);
    await closing;
    await server.quiet();
    expect(tested.clock.pending).toBe(0);
  });

  it('lets a cancellation out that was just said', async () => {
    await using server = await HttpScript.start(legacyServer);
    await using tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    const aborter = new AbortController();
    const call = tested.connection.exchange(request(1, 'tools/call'), { signal: aborter.signal });
    await server.request('tools/call');
    aborter.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await tested.connection.close();
    expect(server.of('notifications/cancelled')).toHaveLength(1);
  });

  it('takes down a connection that is still being made', async () => {
    // A TLS handshake that never gets an answer.
    await using server = await RawServer.start(() => {});
    await using tested = await openTested({ url: server.url.replace('http:', 'https:') });
    const call = expect(tested.connection.exchange(modernRequest(1, 'x'))).rejects.toMatchObject({
      code: 'closed',
    });
    await waitFor('the server is being connected to', () => server.connections === 1);
    await tested.connection.close();
    await call;
    await waitFor('the connection is gone', () => server.openSockets === 0);
  });

  it('leaves no handle behind', async () => {
    const before = getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
    await using server = await HttpScript.start(legacyServer);
    const tested = await openTested({ url: server.url });
    await handshake(tested.connection);
    await server.request('GET');
    await tested.connection.close();
    await server.quiet();
    const left = (): number => getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
    await waitFor('no socket is left', () => left() <= before);
  });
});
