import { describe, expect, it } from 'vitest';
import type { ResponseMessage } from '../../../src/protocol/index.js';
import { notification, request, success } from '../../../src/protocol/index.js';
import { LimitedHandler } from '../../../src/server/loopback/limited-handler.js';
import type { MessageHandler, Peer, RequestContext } from '../../../src/transport/index.js';
import { Gate } from '../../support/gate.js';

const context = {} as RequestContext;

function slow(gate: Gate<ResponseMessage>): MessageHandler & { heard: string[] } {
  const heard: string[] = [];
  return {
    heard,
    request: () => gate.promise,
    notification: ({ method }) => void heard.push(method),
    mirroredParams: (name) => [{ header: name, path: ['a'] }],
  };
}

describe('a limited handler', () => {
  it.each([1, 3])('works on %i requests at once, and tells the next one why not', async (max) => {
    const gate = new Gate<ResponseMessage>();
    const handler = new LimitedHandler(slow(gate), max);
    const taken = Array.from({ length: max }, (_, id) => handler.request(request(id, 'ping'), context));
    const refused = await handler.request(request('x', 'ping'), context);
    expect(refused).toMatchObject({
      kind: 'error',
      id: 'x',
      httpStatus: 503,
      error: { code: -32603, data: { limit: 'loopbackRequests', max } },
    });
    gate.open(success(0, {}));
    await Promise.all(taken);
    expect(await handler.request(request('y', 'ping'), context)).toMatchObject({ kind: 'success' });
  });

  it('counts failures as over', async () => {
    const handler = new LimitedHandler(
      { request: () => Promise.reject(new Error('broken')), notification: () => {} },
      1,
    );
    for (const id of [1, 2])
      await expect(handler.request(request(id, 'ping'), context)).rejects.toThrow('broken');
  });

  it('passes the rest on', () => {
    const inner = slow(new Gate());
    const handler = new LimitedHandler(inner, 1);
    handler.notification(notification('notifications/initialized'), {} as Peer);
    expect(inner.heard).toEqual(['notifications/initialized']);
    expect(handler.mirroredParams('Region')).toEqual([{ header: 'Region', path: ['a'] }]);
    const plain: MessageHandler = { request: inner.request, notification: inner.notification };
    expect(new LimitedHandler(plain, 1).mirroredParams('Region')).toEqual([]);
  });
});
