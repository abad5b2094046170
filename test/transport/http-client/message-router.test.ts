import { describe, expect, it } from 'vitest';
import {
  decodeMessage,
  type Fault,
  type Message,
  notification,
  type RequestMessage,
  type ResponseMessage,
  request,
  success,
} from '../../../src/protocol/index.js';
import { MessageRouter } from '../../../src/transport/http-client/message-router.js';
import type { ExchangeOptions } from '../../../src/transport/index.js';

class Waiting {
  readonly outcome: (ResponseMessage | Fault)[] = [];
  readonly request: RequestMessage;
  readonly options: ExchangeOptions;

  constructor(message: RequestMessage, options: ExchangeOptions = {}) {
    this.request = message;
    this.options = options;
  }

  settle(response: ResponseMessage): void {
    this.outcome.push(response);
  }

  fail(fault: Fault): void {
    this.outcome.push(fault);
  }
}

function routing(onIncoming?: (message: Message) => void): {
  router: MessageRouter;
  warnings: Fault[];
  replies: ResponseMessage[];
} {
  const warnings: Fault[] = [];
  const replies: ResponseMessage[] = [];
  const router = new MessageRouter({
    onIncoming,
    warn: (warning) => warnings.push(warning),
    reply: (response) => replies.push(response),
  });
  return { router, warnings, replies };
}

const frame = (text: string): ReturnType<typeof decodeMessage> & { kind: 'fault' } => {
  const decoded = decodeMessage(text);
  if (decoded.kind !== 'fault') throw new Error('a message after all');
  return decoded;
};

describe('MessageRouter', () => {
  it('keeps ids of different types apart', () => {
    const { router, warnings } = routing();
    const all = [0, '', '7', 7].map((id) => new Waiting(request(id, 'x')));
    for (const exchange of all) router.add(exchange);
    router.route(success('7', { which: 'text' }), undefined);
    expect(all.map(({ outcome }) => outcome.length)).toEqual([0, 0, 1, 0]);
    expect(warnings).toEqual([]);
  });

  it('finds an exchange whose id was given as a bigint', () => {
    const { router } = routing();
    const exchange = new Waiting(request(5n, 'x'));
    router.add(exchange);
    expect(router.isWaiting(5)).toBe(true);
    router.route(success(5, {}), undefined);
    expect(exchange.outcome).toHaveLength(1);
  });

  it('gives an error without an id to the stream it came on, and else to nobody', () => {
    const { router, warnings } = routing();
    const exchange = new Waiting(request(1, 'x'));
    router.add(exchange);
    const error: Message = { kind: 'error', error: { code: -32700, message: 'Parse error' } };
    router.route(error, exchange);
    expect(exchange.outcome).toEqual([error]);
    router.route(error, undefined);
    expect(warnings.map(({ code }) => code)).toEqual(['invalid_message']);
  });

  it('gives progress to the exchange with the token, while it waits', () => {
    const heard: unknown[] = [];
    const incoming: Message[] = [];
    const { router } = routing((message) => incoming.push(message));
    const exchange = new Waiting(request(1, 'x', { _meta: { progressToken: 0 } }), {
      onNotification: (message) => heard.push(message),
    });
    router.add(exchange);
    const progress = notification('notifications/progress', { progressToken: 0, progress: 1 });
    router.route(progress, undefined);
    router.route(notification('notifications/progress', { progressToken: '0', progress: 1 }), undefined);
    router.delete(exchange);
    router.route(progress, undefined);
    expect(heard).toEqual([progress]);
    expect(incoming).toHaveLength(2);
    expect(router.isWaiting(1)).toBe(false);
  });

  it('leaves the token to the later of two exchanges that share it', () => {
    const heard: string[] = [];
    const { router } = routing();
    const [first, second] = ['first', 'second'].map(
      (name, id) =>
        new Waiting(request(id, 'x', { _meta: { progressToken: 't' } }), {
          onNotification: () => heard.push(name),
        }),
    ) as [Waiting, Waiting];
    router.add(first);
    router.add(second);
    router.delete(first);
    router.route(notification('notifications/progress', { progressToken: 't', progress: 1 }), undefined);
    expect(heard).toEqual(['second']);
  });

  it('answers a question that nobody takes', () => {
    const { router, replies } = routing();
    router.route(request('q', 'roots/list'), undefined);
    expect(replies).toEqual([expect.objectContaining({ kind: 'error', id: 'q' })]);
  });

  it('survives a callback that throws', () => {
    const { router, warnings } = routing(() => {
      throw new Error('mine');
    });
    router.route(request(1, 'x'), undefined);
    router.route(notification('x'), undefined);
    expect(warnings.map(({ code }) => code)).toEqual(['handler_failed', 'handler_failed']);
  });

  it.each<[string, string, number, number]>([
    ['an answer to the exchange', '{"jsonrpc":"2.0","id":1,"result":7}', 1, 0],
    ['an answer to nobody', '{"jsonrpc":"2.0","id":2,"result":7}', 0, 0],
    ['a question', '{"jsonrpc":"2.0","id":1,"method":7}', 0, 1],
    ['a notification', '{"jsonrpc":"2.0","method":"x","params":7}', 0, 0],
    ['noise', 'hello', 0, 0],
  ])('lets a broken frame cost only what it names: %s', (_name, text, failed, answered) => {
    const { router, warnings, replies } = routing();
    const exchange = new Waiting(request(1, 'x'));
    router.add(exchange);
    router.route(frame(text), exchange);
    expect([exchange.outcome.length, replies.length]).toEqual([failed, answered]);
    expect(warnings).toHaveLength(1 - failed);
  });
});
