import { Pool } from 'undici';
import { describe, expect, it, vi } from 'vitest';
import type { HttpRequester, ResponseReceiver } from '../../../src/transport/index.js';
import { openHttpRequester } from '../../../src/transport/index.js';
import { HttpScript } from '../../support/http-script.js';
import { waitFor } from '../../support/wait-for.js';

/** Keeps what a response brings. */
class Keeper implements ResponseReceiver {
  readonly events: string[] = [];

  head(status: number): void {
    this.events.push(`head ${status}`);
  }

  chunk(bytes: Uint8Array): void {
    this.events.push(`chunk ${new TextDecoder().decode(bytes)}`);
  }

  end(): void {
    this.events.push('end');
  }

  failed(error: unknown): void {
    this.events.push(`failed ${(error as { code?: string }).code}`);
  }
}

async function opened(
  server: HttpScript,
): Promise<{ requester: HttpRequester; send(): [Keeper, () => void] }> {
  const requester = await openHttpRequester({ url: server.url });
  const send = (): [Keeper, () => void] => {
    const keeper = new Keeper();
    const call = requester.send({ method: 'GET', url: new URL(server.url), headers: {} }, keeper);
    return [keeper, () => call.abort()];
  };
  return { requester, send };
}

describe('the byte layer of HTTP', () => {
  it('has none of the time limits that undici has: 300 s for the head, 300 s between parts of the body', async () => {
    const dispatch = vi.spyOn(Pool.prototype, 'dispatch');
    await using server = await HttpScript.start((_request, response) => response.end());
    const { requester, send } = await opened(server);
    const [keeper] = send();
    await waitFor('the end came', () => keeper.events.includes('end'));
    expect(dispatch.mock.calls.map(([options]) => options)).toMatchObject([
      { headersTimeout: 0, bodyTimeout: 0 },
    ]);
    dispatch.mockRestore();
    await requester.close();
  });

  it('sends whatever it is given, and adds nothing of its own', async () => {
    await using server = await HttpScript.start((_request, response) => response.writeHead(418).end('tea'));
    const requester = await openHttpRequester({ url: server.url });
    const keeper = new Keeper();
    const body = new TextEncoder().encode('[]');
    requester.send(
      { method: 'POST', url: new URL('/x?y#z', server.url), headers: { 'x-a': 'b' }, body },
      keeper,
    );
    await waitFor('the end came', () => keeper.events.includes('end'));
    expect(keeper.events).toEqual(['head 418', 'chunk tea', 'end']);
    expect(server.seen[0]).toMatchObject({ url: '/x?y', body: '[]' });
    expect(Object.keys(server.seen[0]?.headers ?? {}).sort()).toEqual([
      'connection',
      'content-length',
      'host',
      'x-a',
    ]);
    await requester.close();
  });

  it('is silent after an abort, and opens no connection in the place of the one it dropped', async () => {
    await using server = await HttpScript.start((_request, response) => {
      response.writeHead(200);
      response.write('a');
    });
    const { requester, send } = await opened(server);
    const sent = Array.from({ length: 10 }, send);
    await waitFor('all began', () => sent.every(([keeper]) => keeper.events.length === 2));
    for (const [, abort] of sent) abort();
    await server.quiet();
    expect(server.connections).toBe(10);
    for (const [keeper, abort] of sent) {
      abort();
      expect(keeper.events).toEqual(['head 200', 'chunk a']);
    }
    await requester.close();
    expect(server.connections).toBe(10);
  });

  it('does not break the connection of another request with a late abort', async () => {
    await using server = await HttpScript.start(({ url }, response) => {
      response.writeHead(200).end(url);
    });
    const { requester, send } = await opened(server);
    const [first, abortFirst] = send();
    await waitFor('the first is over', () => first.events.includes('end'));
    const [second] = send();
    abortFirst();
    await waitFor('the second is over', () => second.events.length === 3);
    expect(second.events.at(-1)).toBe('end');
    await requester.close();
  });

  it('forgets a request that is aborted before it has a connection', async () => {
    await using server = await HttpScript.start((_request, response) => response.writeHead(200).end());
    const { requester, send } = await opened(server);
    const [keeper, abort] = send();
    abort();
    const [other] = send();
    await waitFor('the other is over', () => other.events.includes('end'));
    expect([keeper.events, server.seen.length]).toEqual([[], 1]);
    await requester.close();
  });

  it('fails what is under way when it is closed, and what comes after', async () => {
    await using server = await HttpScript.start(() => {});
    const { requester, send } = await opened(server);
    const [pending] = send();
    await server.request('GET');
    await Promise.all([requester.close(), requester.close()]);
    await server.quiet();
    const [late] = send();
    expect([pending.events, late.events]).toEqual([['failed UND_ERR_DESTROYED'], ['failed closed']]);
  });
});
