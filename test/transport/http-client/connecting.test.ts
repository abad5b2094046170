import { describe, expect, it } from 'vitest';
import { success } from '../../../src/protocol/index.js';
import { modernRequest, openTested } from '../../support/http-client.js';
import { HttpProxy } from '../../support/http-proxy.js';
import { answerJson, answerSse, HttpScript, type Script } from '../../support/http-script.js';
import { RawServer, unusedPort } from '../../support/raw-server.js';
import { TEST_CA, TEST_SERVER_TLS } from '../../support/tls-fixture.js';
import { waitFor } from '../../support/wait-for.js';

const ok = success(1, {});
const answerOk: Script = (_request, response) => answerJson(response, ok);
const discover = modernRequest(1, 'server/discover');

async function exchangeAt(...[target, options]: Parameters<typeof openTested>): Promise<unknown> {
  await using tested = await openTested(target, options);
  return await tested.connection.exchange(discover);
}

describe('opening', () => {
  it.each([
    ['no URL', { url: 'mcp' }],
    ['another scheme', { url: 'ws://127.0.0.1/' }],
    ['credentials in the URL', { url: 'http://user:secret@127.0.0.1/' }],
    ['a header that cannot be', { url: 'http://127.0.0.1/', headers: { a: 'secret\n' } }],
    ['a proxy that cannot be', { url: 'http://127.0.0.1/', proxy: 'socks5://user:secret@127.0.0.1' }],
  ])('refuses %s', async (_name, target) => {
    await expect(openTested(target)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.not.stringContaining('secret'),
    });
  });

  it('heeds its signal', async () => {
    await expect(
      openTested({ url: 'http://127.0.0.1/' }, { signal: AbortSignal.abort('no') }),
    ).rejects.toMatchObject({ code: 'cancelled', cause: 'no' });
  });
});

describe('a server that cannot be reached', () => {
  it('is named, without the query', async () => {
    const port = await unusedPort();
    await expect(exchangeAt({ url: `http://127.0.0.1:${port}/mcp?key=secret` })).rejects.toMatchObject({
      code: 'connect_failed',
      message: expect.stringMatching(new RegExp(`^(?!.*secret).*127\\.0\\.0\\.1:${port}.*ECONNREFUSED`)),
      details: { host: `127.0.0.1:${port}`, errorCode: 'ECONNREFUSED' },
    });
  });

  it('is reported by its reason when it has several addresses', async () => {
    const port = await unusedPort();
    await expect(exchangeAt({ url: `http://localhost:${port}/` })).rejects.toMatchObject({
      code: 'connect_failed',
      details: { errorCode: 'ECONNREFUSED' },
    });
  });

  it('does not hold up the connection to it once it is there', async () => {
    const port = await unusedPort();
    await using tested = await openTested({ url: `http://127.0.0.1:${port}/` });
    await expect(tested.connection.exchange(discover)).rejects.toMatchObject({ code: 'connect_failed' });
    await expect(tested.connection.exchange(discover)).rejects.toMatchObject({ code: 'connect_failed' });
  });
});

describe('what is no proper HTTP', () => {
  it.each<[string, string, string]>([
    ['garbage', 'SSH-2.0-OpenSSH_9.6\r\n', 'connection_lost'],
    ['nothing', '', 'connection_lost'],
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-Type: appl', 'connection_lost'],
    [
      'a body that is shorter than announced',
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"jsonrpc":"2.0"',
      'connection_lost',
    ],
    [
      'a chunk that is broken',
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'connection_lost',
    ],
    [
      'a stream that breaks off',
      'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ndata:\r\n',
      'connection_lost',
    ],
    ['endless headers', `HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(5000)}`, 'connection_lost'],
  ])('ends the one request by name: %s', async (_name, bytes, code) => {
    await using server = await RawServer.start((socket) => socket.end(bytes));
    await expect(exchangeAt({ url: server.url })).rejects.toMatchObject({ code });
  });

  it('is told apart from what is odd but right', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} });
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n';
    const head = 'HTTP/1.1 200 OK\r\nCONTENT-TYPE: Application/Json;charset="utf-8"\r\n\r\n';
    await using server = await RawServer.start((socket) => {
      socket.end(`${hints}${head}${body}`);
    });
    expect(await exchangeAt({ url: server.url })).toEqual(ok);
  });

  it('does not cost the answer of another request', async () => {
    let count = 0;
    await using server = await RawServer.start((socket) => {
      count++;
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} });
      if (count === 1) socket.end('garbage');
      else
        socket.end(
          `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
    });
    await using tested = await openTested({ url: server.url });
    await expect(tested.connection.exchange(discover)).rejects.toMatchObject({ code: 'connection_lost' });
    expect(await tested.connection.exchange(discover)).toEqual(ok);
  });
});

describe('TLS', () => {
  it('trusts the CA of the server description, besides the built-in ones', async () => {
    await using server = await HttpScript.start(answerOk, { tls: TEST_SERVER_TLS });
    expect(await exchangeAt({ url: server.url, ca: TEST_CA })).toEqual(ok);
    expect(await exchangeAt({ url: server.url, ca: [TEST_CA] })).toEqual(ok);
  });

  it('says which rule a certificate breaks, and what to do', async () => {
    await using server = await HttpScript.start(answerOk, { tls: TEST_SERVER_TLS });
    await expect(exchangeAt({ url: server.url })).rejects.toMatchObject({
      code: 'tls_failed',
      message: expect.stringMatching(/UNABLE_TO_VERIFY_LEAF_SIGNATURE.*NODE_EXTRA_CA_CERTS/),
    });
  });

  it('refuses a certificate for another name', async () => {
    await using server = await HttpScript.start(answerOk, { tls: TEST_SERVER_TLS });
    const url = `https://127.0.0.2:${server.port}/`;
    await using any = await HttpProxy.start({ toPort: server.port });
    await expect(exchangeAt({ url, ca: TEST_CA, proxy: any.url })).rejects.toMatchObject({
      code: 'tls_failed',
      message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
    });
  });

  it('is told apart from a server that speaks plain HTTP', async () => {
    await using server = await HttpScript.start(answerOk);
    await expect(exchangeAt({ url: `https://127.0.0.1:${server.port}/` })).rejects.toMatchObject({
      code: 'tls_failed',
      message: expect.stringContaining('http:'),
    });
  });
});

describe('redirects', () => {
  const redirect =
    (status: number, location: string, from = '/mcp'): Script =>
    ({ url }, response) => {
      if (url === from) response.writeHead(status, { location }).end('moved');
      else answerJson(response, ok);
    };

  it('sends the same message on, with its headers, and remembers a permanent one', async () => {
    await using server = await HttpScript.start(redirect(308, '/new'));
    await using tested = await openTested({ url: server.url, headers: { authorization: 'Bearer a' } });
    expect(await tested.connection.exchange(discover)).toEqual(ok);
    expect(await tested.connection.exchange(discover)).toEqual(ok);
    expect(server.seen.map(({ url }) => url)).toEqual(['/mcp', '/new', '/new']);
    const [first, second] = server.seen;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers).toMatchObject({ authorization: 'Bearer a', 'mcp-method': 'server/discover' });
  });

  it('asks again after a temporary one', async () => {
    await using server = await HttpScript.start(redirect(307, '/new'));
    await using tested = await openTested({ url: server.url });
    await tested.connection.exchange(discover);
    await tested.connection.exchange(discover);
    expect(server.seen.map(({ url }) => url)).toEqual(['/mcp', '/new', '/mcp', '/new']);
  });

  it('mends a trailing slash', async () => {
    await using server = await HttpScript.start(redirect(301, '/mcp/'));
    expect(await exchangeAt({ url: server.url })).toEqual(ok);
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /mcp', 'POST /mcp/']);
  });

  it('goes nowhere else, least of all with credentials', async () => {
    await using other = await HttpScript.start(answerOk);
    await using server = await HttpScript.start(redirect(307, `${other.url}?key=secret`));
    await expect(
      exchangeAt({ url: server.url, headers: { authorization: 'Bearer a' } }),
    ).rejects.toMatchObject({
      code: 'redirect_refused',
      message: expect.not.stringContaining('secret'),
      details: { location: other.url },
    });
    expect(other.connections).toBe(0);
  });

  it('does not go round in circles', async () => {
    await using server = await HttpScript.start(redirect(307, '/mcp'));
    await expect(exchangeAt({ url: server.url }, { limits: { redirects: 3 } })).rejects.toMatchObject({
      code: 'limit_exceeded',
      limit: 'redirects',
    });
    expect(server.seen).toHaveLength(4);
  });

  it('does not read the body of a redirect to its end', async () => {
    await using server = await HttpScript.start(({ url }, response) => {
      if (url !== '/mcp') return answerJson(response, ok);
      response.writeHead(307, { location: '/new' });
      response.write('x'.repeat(100_000));
    });
    expect(await exchangeAt({ url: server.url })).toEqual(ok);
  });
});

describe('a proxy', () => {
  const environment = async (variables: Record<string, string>, act: () => Promise<void>): Promise<void> => {
    const before = { ...process.env };
    Object.assign(process.env, variables);
    try {
      await act();
    } finally {
      process.env = before;
    }
  };

  it('forwards http, and hears its credentials but no one else does', async () => {
    await using server = await HttpScript.start(answerOk);
    await using proxy = await HttpProxy.start({ toPort: server.port, credentials: 'user:p@ss' });
    const url = 'http://mcp.test:8080/mcp?a=1';
    expect(await exchangeAt({ url, proxy: `http://user:p%40ss@${proxy.host}` })).toEqual(ok);
    expect(proxy.asked).toEqual([`POST ${url}`]);
    expect(server.seen[0]?.headers).toMatchObject({ host: 'mcp.test:8080', 'mcp-method': 'server/discover' });
    expect(server.seen[0]?.headers['proxy-authorization']).toBeUndefined();
  });

  it('tunnels https', async () => {
    await using server = await HttpScript.start(answerOk, { tls: TEST_SERVER_TLS });
    await using proxy = await HttpProxy.start({ toPort: server.port, credentials: 'user:pass' });
    const target = { url: 'https://mcp.test/mcp', ca: TEST_CA, proxy: `http://user:pass@${proxy.host}` };
    expect(await exchangeAt(target)).toEqual(ok);
    expect(proxy.asked).toEqual(['CONNECT mcp.test:443']);
    await waitFor('the proxy is left alone', () => proxy.openSockets === 0);
  });

  it('lets a cancelled stream be closed through the tunnel', async () => {
    await using server = await HttpScript.start((_request, response) => answerSse(response), {
      tls: TEST_SERVER_TLS,
    });
    await using proxy = await HttpProxy.start({ toPort: server.port });
    await using tested = await openTested({ url: 'https://mcp.test/mcp', ca: TEST_CA, proxy: proxy.url });
    const aborter = new AbortController();
    const call = tested.connection.exchange(discover, { signal: aborter.signal });
    const seen = await server.request('POST');
    aborter.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await waitFor('the server noticed', seen.wasDropped);
  });

  it.each([
    ['http://mcp.test/', 'http_status', 407],
    ['https://mcp.test/', 'connect_failed', 407],
  ])('that wants credentials is told apart, for %s', async (url, code, status) => {
    await using server = await HttpScript.start(answerOk);
    await using proxy = await HttpProxy.start({ toPort: server.port, credentials: 'user:pass' });
    await expect(exchangeAt({ url, proxy: `http://user:wrong@${proxy.host}` })).rejects.toMatchObject({
      code,
      details: { status },
      message: expect.stringMatching(/^(?!.*wrong).*user name and password/),
    });
  });

  it('that is not there is reported', async () => {
    const port = await unusedPort();
    for (const scheme of ['http', 'https']) {
      await expect(
        exchangeAt({ url: `${scheme}://mcp.test/`, proxy: `http://127.0.0.1:${port}` }),
      ).rejects.toMatchObject({ code: 'connect_failed' });
    }
  });

  it('comes from the environment', async () => {
    await using server = await HttpScript.start(answerOk);
    await using proxy = await HttpProxy.start({ toPort: server.port });
    await environment({ HTTP_PROXY: proxy.url, http_proxy: proxy.url, NO_PROXY: 'other.test' }, async () => {
      expect(await exchangeAt({ url: 'http://mcp.test/mcp' })).toEqual(ok);
      expect(await exchangeAt({ url: server.url })).toEqual(ok);
    });
    expect(proxy.asked).toEqual(['POST http://mcp.test/mcp']);
  });
});
