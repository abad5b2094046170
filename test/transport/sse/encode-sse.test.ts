import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeSseComment,
  encodeSseEvent,
  SseDecoder,
  type SseEvent,
  type SseEventFields,
} from '../../../src/transport/index.js';

function decode(text: string): SseEvent[] {
  const events: SseEvent[] = [];
  const decoder = new SseDecoder({ maxEventBytes: 1 << 20, onEvent: (event) => events.push(event) });
  expect(decoder.push(new TextEncoder().encode(text))).toBeUndefined();
  return events;
}

describe('encodeSseEvent', () => {
  it.each<[string, SseEventFields, string]>([
    ['data alone', { data: '{"a":1}' }, 'data: {"a":1}\n\n'],
    [
      'every field',
      { event: 'message', id: '7', retry: 0, data: 'x' },
      'event: message\nid: 7\nretry: 0\ndata: x\n\n',
    ],
    ['a priming event', { id: 'a-1', data: '' }, 'id: a-1\ndata: \n\n'],
    ['an empty id, which clears', { id: '', data: '' }, 'id: \ndata: \n\n'],
    ['LF', { data: 'a\nb' }, 'data: a\ndata: b\n\n'],
    ['CRLF and CR', { data: 'a\r\nb\rc' }, 'data: a\ndata: b\ndata: c\n\n'],
    ['a line end at the end', { data: 'a\n' }, 'data: a\ndata: \n\n'],
    ['a leading blank', { data: ' a' }, 'data:  a\n\n'],
  ])('writes %s', (_name, fields, expected) => {
    expect(encodeSseEvent(fields)).toBe(expected);
  });

  it.each<[string, SseEventFields]>([
    ['LF in the event', { event: 'a\ndata: forged', data: '' }],
    ['CR in the event', { event: 'a\r', data: '' }],
    ['LF in the id', { id: '1\n\n', data: '' }],
    ['CR in the id', { id: '1\r', data: '' }],
    ['NUL in the id', { id: '1\0', data: '' }],
    ['a negative retry', { retry: -1, data: '' }],
    ['a fraction as retry', { retry: 0.5, data: '' }],
    ['NaN as retry', { retry: Number.NaN, data: '' }],
  ])('refuses %s', (_name, fields) => {
    expect(() => encodeSseEvent(fields)).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });

  it('is undone by the decoder, whatever the data', () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n\0]/.test(text));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), line, line, (data, id, event) => {
        const [read, ...more] = decode(encodeSseEvent({ event, id, data }));
        expect(more).toEqual([]);
        expect(read).toEqual({
          event: event === '' ? undefined : event,
          id,
          data: data.replace(/\r\n?/g, '\n'),
        });
      }),
    );
  });
});

describe('encodeSseComment', () => {
  it.each([
    ['keep-alive', ': keep-alive\n\n'],
    ['', ': \n\n'],
    ['a\ndata: forged', ': a\n: data: forged\n\n'],
    ['a\r\rdata: forged', ': a\n: \n: data: forged\n\n'],
  ])('makes nothing but comments of %j', (text, expected) => {
    expect(encodeSseComment(text)).toBe(expected);
    expect(decode(encodeSseComment(text))).toEqual([]);
  });
});
