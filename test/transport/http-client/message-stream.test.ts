import { describe, expect, it } from 'vitest';
import { type DecodeFault, limitsWith, type Message, type Revision } from '../../../src/protocol/index.js';
import { MessageStream } from '../../../src/transport/http-client/message-stream.js';

function read(
  text: string,
  revision?: Revision,
): { stream: MessageStream; messages: string[]; texts: string[] } {
  const messages: (Message | DecodeFault)[] = [];
  const texts: string[] = [];
  const stream = new MessageStream({
    limits: limitsWith(undefined),
    revision,
    onMessage: (message) => messages.push(message),
    onText: (part) => texts.push(part),
  });
  expect(stream.push(new TextEncoder().encode(text))).toBeUndefined();
  expect(stream.end()).toBeUndefined();
  return { stream, messages: messages.map(({ kind }) => kind), texts };
}

const NOTE = '{"jsonrpc":"2.0","method":"notifications/x"}';
const ANSWER = '{"jsonrpc":"2.0","id":1,"result":{}}';

describe('MessageStream', () => {
  it.each<[string, string, string[]]>([
    ['an event without a type', `data: ${NOTE}\n\n`, ['notification']],
    ['an event of the type message', `event: message\ndata: ${ANSWER}\n\n`, ['success']],
    ['an event of another type', `event: endpoint\ndata: ${NOTE}\n\n`, []],
    ['a type that differs in case', `event: Message\ndata: ${NOTE}\n\n`, []],
    ['a priming event', 'id: 1\ndata:\n\n', []],
    ['a message over several lines', 'data: {"jsonrpc":"2.0",\ndata: "method":"x"}\n\n', ['notification']],
    ['no message', 'data: hello\n\n', ['fault']],
    ['a batch', `data: [${NOTE},${ANSWER}]\n\n`, ['fault']],
  ])('reads %s', (_name, text, kinds) => {
    expect(read(text).messages).toEqual(kinds);
  });

  it('reads a batch where the revision has them', () => {
    expect(read(`data: [${NOTE},7,${ANSWER}]\n\n`, '2025-03-26').messages).toEqual([
      'notification',
      'fault',
      'success',
    ]);
    expect(read(`data: [${NOTE}]\n\n`, '2025-06-18').messages).toEqual(['fault']);
  });

  it('shows the text of messages alone', () => {
    expect(read(`: c\ndata: ${NOTE}\n\ndata:\n\nevent: x\ndata: y\n\n`).texts).toEqual([NOTE]);
  });

  it('knows what a reconnection needs', () => {
    const { stream } = read(`retry: 7\nid: a\ndata:\n\ndata: ${NOTE}\n\n`);
    expect([stream.lastEventId, stream.retryMs, stream.hasMessages]).toEqual(['a', 7, true]);
    expect(read('id: a\ndata:\n\n').stream.hasMessages).toBe(false);
  });

  it.each(['\u0007', 'x'.repeat(4097)])(
    'has no id to resume from that a header could not carry: %#',
    (id) => {
      expect(read(`id: ${id}\ndata:\n\n`).stream.lastEventId).toBe('');
    },
  );
});
