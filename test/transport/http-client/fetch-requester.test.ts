import { describe, expect, it } from 'vitest';
import { notification, success } from '../../../src/protocol/index.js';
import { handshake, modernRequest, openTested } from '../../support/http-client.js';
import { answerJson, answerSse, HttpScript } from '../../support/http-script.js';
import { unusedPort } from '../../support/raw-server.js';
import { waitFor } from '../../support/wait-for.js';

const ok = success(1, {});
const discover = modernRequest(1, 'server/discover');

describe('an injected fetch', () => {
  it('sends the requests, with the same headers and body', async () => {
    await using server = await HttpScript.start((_request, response) => answerJson(response, ok));
    const urls: unknown[] = [];
    const spy: typeof fetch = (...args) => {
      urls.push(args[0]);
      return fetch(...args);
    };
    await using tested = await openTested({
      url: server.url,
      fetch: spy,
      headers: { authorization: 'Bearer a' },
    });
    expect(await tested.connection.exchange(discover)).toEqual(ok);
    expect(urls).toEqual([server.url]);
    expect(server.seen[0]?.headers).toMatchObject({
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-method': 'server/discover',
      authorization: 'Bearer a',
    });
  });

  it('delivers a stream as it comes', async () => {
    let finish = (): void => {};
    await using server = await HttpScript.start((_request, response) => {
      const stream = answerSse(response);
      stream.message(notification('notifications/message', { level: 'info', data: '' }));
      finish = () => {
        stream.message(ok);
        stream.end();
      };
    });
    await using tested = await openTested({ url: server.url, fetch });
    const heard: string[] = [];
    const answer = tested.connection.exchange(discover, {
      onNotification: ({ method }) => heard.push(method),
    });
    await waitFor('the notification came', () => heard.length === 1);
    finish();
    expect(await answer).toEqual(ok);
  });

  it('takes contents that it has decoded', async () => {
    const decoded: typeof fetch = async () =>
      new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} }), {
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      });
    await using tested = await openTested({ url: 'http://127.0.0.1/', fetch: decoded });
    expect(await tested.connection.exchange(discover)).toEqual(ok);
  });

  it('is aborted with its call', async () => {
    await using server = await HttpScript.start((_request, response) => answerSse(response));
    await using tested = await openTested({ url: server.url, fetch });
    const aborter = new AbortController();
    const answer = tested.connection.exchange(discover, { signal: aborter.signal });
    const seen = await server.request('POST');
    aborter.abort();
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    await waitFor('the server noticed', seen.wasDropped);
  });

  it('fails by name', async () => {
    await using refused = await openTested({ url: `http://127.0.0.1:${await unusedPort()}/`, fetch });
    await expect(refused.connection.exchange(discover)).rejects.toMatchObject({ code: 'connect_failed' });
    const broken: typeof fetch = async () => {
      throw new TypeError('nope');
    };
    await using tested = await openTested({ url: 'http://127.0.0.1/', fetch: broken });
    await expect(tested.connection.exchange(discover)).rejects.toMatchObject({ code: 'connection_lost' });
  });

  it('loses a stream by name', async () => {
    await using server = await HttpScript.start((_request, response) => answerSse(response).drop());
    await using tested = await openTested({ url: server.url, fetch });
    await expect(tested.connection.exchange(discover)).rejects.toMatchObject({ code: 'connection_lost' });
  });

  it('does not follow redirects by itself', async () => {
    await using server = await HttpScript.start(({ url }, response) => {
      if (url === '/mcp') response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
      else answerJson(response, ok);
    });
    await using tested = await openTested({ url: server.url, fetch });
    await expect(tested.connection.exchange(discover)).rejects.toMatchObject({ code: 'redirect_refused' });
  });

  it('says so where the platform hides redirects', async () => {
    const opaque: typeof fetch = async () =>
      Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });
    await using tested = await openTested({ url: 'http://127.0.0.1/', fetch: opaque });
    await expect(tested.connection.exchange(discover)).rejects.toMatchObject({ code: 'redirect_refused' });
  });

  it('is not called once the connection is closed', async () => {
    let calls = 0;
    const counting: typeof fetch = async () => {
      calls++;
      return new Response(null, { status: 202 });
    };
    let giveHeaders = (): void => {};
    const headers = (): Promise<Record<string, string>> =>
      new Promise((resolve) => {
        giveHeaders = () => resolve({});
      });
    await using tested = await openTested({ url: 'http://127.0.0.1/', fetch: counting, headers });
    const said = expect(tested.connection.notify(notification('notifications/x'))).rejects.toMatchObject({
      code: 'closed',
    });
    const closing = tested.connection.close();
    await tested.clock.timerWithin(2000);
    tested.clock.advance(2000);
    await closing;
    await said;
    giveHeaders();
    expect(calls).toBe(0);
  });

  it('does the legacy handshake and its streams, too', async () => {
    await using server = await HttpScript.start(({ method, json }, response) => {
      if (method === 'GET') answerSse(response).message(notification('notifications/tools/list_changed'));
      else if (method === 'DELETE') response.writeHead(200).end();
      else if (json?.method === 'initialize') {
        answerJson(response, success(0, {}), { headers: { 'mcp-session-id': 's' } });
      } else response.writeHead(202).end();
    });
    await using tested = await openTested({ url: server.url, fetch });
    await handshake(tested.connection);
    await waitFor('the listening stream delivers', () => tested.incoming.length === 1);
    await tested.connection.close();
    expect(server.of('DELETE')).toHaveLength(1);
    await waitFor('the stream is dropped', () => server.of('GET')[0]?.wasDropped() === true);
  });
});
