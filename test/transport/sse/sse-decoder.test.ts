import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/protocol/index.js';
import { SseDecoder, type SseEvent } from '../../../src/transport/index.js';

interface Read {
  readonly events: SseEvent[];
  readonly fault: Fault | undefined;
  readonly lastEventId: string;
  readonly retryMs: number | undefined;
}

function read(chunks: readonly Uint8Array[], maxEventBytes = 1 << 20): Read {
  const events: SseEvent[] = [];
  const decoder = new SseDecoder({ maxEventBytes, onEvent: (event) => events.push(event) });
  for (const chunk of chunks) decoder.push(chunk);
  const fault = decoder.end();
  return { events, fault, lastEventId: decoder.lastEventId, retryMs: decoder.retryMs };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const datas = (text: string): string[] => read([bytes(text)]).events.map((event) => event.data);

function cut(whole: Uint8Array, points: readonly number[]): Uint8Array[] {
  const sorted = [...new Set(points.map((point) => point % (whole.length + 1)))].sort((a, b) => a - b);
  return [0, ...sorted].map((start, index) => whole.subarray(start, sorted[index] ?? whole.length));
}

const everySplit = (whole: Uint8Array): Uint8Array[][] => [
  ...Array.from(whole, (_byte, at) => [whole.subarray(0, at), whole.subarray(at)]),
  Array.from(whole, (_byte, at) => whole.subarray(at, at + 1)),
];

describe('SseDecoder', () => {
  it.each<[string, string, string[]]>([
    ['LF', 'data: a\n\ndata: b\n\n', ['a', 'b']],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    ['CR', 'data: a\r\rdata: b\r\r', ['a', 'b']],
    ['line ends of all kinds, mixed', 'data: a\r\n\ndata: b\r\ndata: c\rdata: d\n\r\n', ['a', 'b\nc\nd']],
    ['a byte order mark', '\uFEFFdata: a\n\n', ['a']],
    ['a mark that is not at the start', 'data: \uFEFFa\n\n', ['\uFEFFa']],
    ['what only looks like a mark in Latin-1', '\u00EF\u00BB\u00BFdata: a\n\ndata: b\n\n', ['b']],
    ['comments', ': hello\n:\ndata: a\n: more\n\n', ['a']],
    ['an event of comments alone', ': keep-alive\n\n', []],
    ['several data lines', 'data: a\ndata\ndata:b\n\n', ['a\n\nb']],
    ['no blank after the colon', 'data:{"a":1}\n\n', ['{"a":1}']],
    ['one blank removed, not two', 'data:  a\n\n', [' a']],
    ['a priming event', 'id: 1\ndata:\n\n', ['']],
    ['an event that never ends', 'data: a\n', []],
    ['unknown fields', 'foo: bar\nDATA: x\ndata: a\n\n', ['a']],
    ['U+2028 inside a line', 'data: a\u2028b\n\n', ['a\u2028b']],
  ])('reads %s', (_name, text, expected) => {
    expect(datas(text)).toEqual(expected);
  });

  it('delivers an event that ends in CR without waiting for the next byte', () => {
    const events: string[] = [];
    const decoder = new SseDecoder({ maxEventBytes: 100, onEvent: (event) => events.push(event.data) });
    decoder.push(bytes('data: a\r\r'));
    expect(events).toEqual(['a']);
    decoder.push(bytes('\ndata: b\n\n'));
    expect(events).toEqual(['a', 'b']);
  });

  // requirement: legacy-resume-with-last-event-id
  it.each([
    ['a block of an id alone', 'id: 1\n\n', '1'],
    ['such a block after an event', 'id: 1\ndata: a\n\nid: 2\n\n', '2'],
    ['one that is not finished', 'id: 1\ndata: a\n\nid: 2\n', '1'],
    ['an id of an event that is not finished', 'id: 1\n\nid: 2\ndata: b', '1'],
    ['an event after it that has none', 'id: 1\n\ndata: a\n\n', '1'],
    ['an empty one', 'id: 1\n\nid\n\n', ''],
    ['one with U+0000', 'id: 1\n\nid: 2\0\n\n', '1'],
    ['one with an event type', 'event: ping\nid:1\n\n', '1'],
    ['lines that only begin like it', 'id: 1\n\nidx: 2\ni\nid2\n\n', '1'],
    ['CR and CRLF', 'id: 1\r\rid:  2\r\n\r\n', ' 2'],
  ])('takes the id from %s', (_name, text, expected) => {
    for (const chunks of [[bytes(text)], ...everySplit(bytes(text))]) {
      expect(read(chunks).lastEventId).toBe(expected);
    }
  });

  it('shows no id from beyond the event that it delivers', () => {
    const seen: string[] = [];
    const decoder: SseDecoder = new SseDecoder({
      maxEventBytes: 100,
      onEvent: () => seen.push(decoder.lastEventId),
    });
    decoder.push(bytes('id: 1\ndata: a\n\nid: 2\ndata: b\n\nid: 3\n\n'));
    expect([seen, decoder.lastEventId]).toEqual([['1', '2'], '3']);
  });

  it('keeps the last id over events without one, and forgets it for an empty one', () => {
    expect(read([bytes('id: 1\ndata: a\n\ndata: b\n\n')]).lastEventId).toBe('1');
    expect(read([bytes('id: 1\ndata:\n\nid: 2\ndata: b\n')]).lastEventId).toBe('1');
    expect(read([bytes('id: 1\ndata: a\n\nid\ndata: b\n\n')]).lastEventId).toBe('');
  });

  it.each<[string, number | undefined]>([
    ['retry: 500\n', 500],
    ['retry: 0\n', 0],
    ['retry: 5x\n', undefined],
    ['retry: -1\n', undefined],
    ['retry: 99999999999999999999\n', Number.MAX_SAFE_INTEGER],
  ])('reads %j as %s ms', (text, expected) => {
    expect(read([bytes(text)]).retryMs).toBe(expected);
  });

  it('gives the same for every split of one stream', () => {
    const whole = bytes(
      '\uFEFFid: é1\r\ndata: {"t":"é€😀"}\r\n\r\nevent: x\rdata: ü\r\r: c\nretry: 7\ndata:\n\n',
    );
    const expected = read([whole]);
    expect(expected.events).toHaveLength(3);
    for (const chunks of everySplit(whole)) expect(read(chunks)).toEqual(expected);
  });

  it('gives the same for any chunking of any stream', () => {
    const piece = fc.constantFrom(
      ...[
        '\n',
        '\r',
        '\r\n',
        'data: ',
        'data',
        'id: 1',
        'id:',
        'event: e',
        'retry: 3',
        ': c',
        'x',
        '\uFEFF',
        'é',
        '€',
        '😀',
      ],
    );
    const stream = fc.array(piece, { maxLength: 60 }).map((pieces) => bytes(pieces.join('')));
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 20 }), (whole, points) => {
        expect(read(cut(whole, points))).toEqual(read([whole]));
      }),
    );
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 })), (chunks) => {
        expect(read(chunks).fault?.code ?? 'invalid_utf8').toBe('invalid_utf8');
      }),
    );
  });

  it.each<[string, number[]]>([
    ['a lone continuation byte', [0x64, 0x80, 0x0a]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a byte that never occurs', [0xff]],
    ['a sequence cut by the end', [0xe2, 0x82]],
    ['a sequence cut by another character', [0xe2, 0x82, 0x41]],
  ])('refuses %s instead of replacing it', (_name, values) => {
    const whole = Uint8Array.from([...bytes('data: a\n\ndata: '), ...values, ...bytes('')]);
    for (const chunks of [[whole], ...everySplit(whole)]) {
      expect(read(chunks).fault?.code).toBe('invalid_utf8');
      expect(read(chunks).events.length).toBeLessThanOrEqual(1);
    }
  });

  describe('limit sseEventBytes', () => {
    it.each<[string, number, boolean]>([
      ['x'.repeat(99), 100, true],
      ['x'.repeat(100), 100, true],
      ['x'.repeat(101), 100, false],
      ['é'.repeat(50), 100, true],
      [`${'é'.repeat(50)}x`, 100, false],
      ['€'.repeat(33), 100, true],
      ['€'.repeat(34), 100, false],
      ['😀'.repeat(25), 100, true],
      [`${'😀'.repeat(25)}x`, 100, false],
    ])('data %# against %i bytes: %s', (data, limit, fits) => {
      const whole = bytes(`data: ${data}\n\ndata: next\n\n`);
      for (const chunks of [[whole], ...everySplit(whole)]) {
        const { events, fault } = read(chunks, limit);
        expect(events.map((event) => event.data)).toEqual(fits ? [data, 'next'] : []);
        expect(fault?.limit).toBe(fits ? undefined : 'sseEventBytes');
      }
    });

    it('bounds an event of many lines', () => {
      const lines = 'data: 123456789\n'.repeat(10);
      expect(read([bytes(`${lines}\n`)], 99).events).toHaveLength(1);
      expect(read([bytes(`${lines}\n`)], 98).fault?.limit).toBe('sseEventBytes');
    });

    it('bounds an event of lines so short that they cost more than their bytes', () => {
      const lines = bytes('data:\n'.repeat(1000));
      const decoder = new SseDecoder({ maxEventBytes: 64 * 1024, onEvent: () => {} });
      expect(decoder.push(lines)).toBeUndefined();
      expect(decoder.push(lines)).toBeUndefined();
      expect(decoder.push(lines)).toMatchObject({ code: 'limit_exceeded', limit: 'sseEventBytes' });
    });

    it.each([
      ['signs of life', ': keep-alive\n\n'],
      ['events', 'data: a\n\n'],
      ['empty lines', '\n'],
    ])('counts the lines of one event only: %s without end', (_name, part) => {
      const decoder = new SseDecoder({ maxEventBytes: 100, onEvent: () => {} });
      for (let round = 0; round < 20; round++) expect(decoder.push(bytes(part.repeat(997)))).toBeUndefined();
    });

    it('trips while a line without end is still coming, and stays tripped', () => {
      const decoder = new SseDecoder({ maxEventBytes: 1000, onEvent: () => {} });
      const chunk = bytes('x'.repeat(100));
      const faults = Array.from({ length: 20 }, () => decoder.push(chunk));
      expect(faults[0]).toBeUndefined();
      expect(faults[19]).toMatchObject({ code: 'limit_exceeded', limit: 'sseEventBytes' });
      expect(decoder.push(bytes('\n\ndata: a\n\n'))).toBe(faults[19]);
      expect(decoder.end()).toBe(faults[19]);
    });
  });

  describe('cost', () => {
    const seconds = (work: () => void): number => {
      const start = performance.now();
      work();
      return (performance.now() - start) / 1000;
    };

    it('reads one event of 32 MiB in 1 KiB drips in linear time', () => {
      const drip = bytes('x'.repeat(1024));
      let size = 0;
      const decoder = new SseDecoder({
        maxEventBytes: 64 << 20,
        onEvent: (event) => {
          size = event.data.length;
        },
      });
      const cost = seconds(() => {
        decoder.push(bytes('data: '));
        for (let index = 0; index < 32 * 1024; index++) decoder.push(drip);
        decoder.push(bytes('\n\n'));
      });
      expect(size).toBe(32 << 20);
      expect(cost).toBeLessThan(5);
    });

    it.each(['\n', '\r', '\r\n'])('reads many short lines that end in %j, in linear time', (end) => {
      const chunk = bytes(`\r${`data: a${end}${end}`.repeat(6000)}`);
      let count = 0;
      const decoder = new SseDecoder({
        maxEventBytes: 100,
        onEvent: () => {
          count++;
        },
      });
      const cost = seconds(() => {
        for (let index = 0; index < 50; index++) decoder.push(chunk);
      });
      expect(count).toBe(300_000);
      expect(cost).toBeLessThan(5);
    });
  });
});
