import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/protocol/index.js';
import type { LostFrame } from '../../../src/transport/index.js';
import { LineFramer } from '../../../src/transport/stdio/line-framer.js';
import { everySplit } from '../../support/every-split.js';
import { frameText } from '../../support/frame-text.js';

interface Framed {
  readonly frames: string[];
  readonly faults: Fault[];
  readonly lost: LostFrame[];
  ends: number;
}

function makeFramer(
  maxBytes: number,
  onFrame: (framer: LineFramer, line: string) => void = () => {},
): { framer: LineFramer; framed: Framed } {
  const framed: Framed = { frames: [], faults: [], lost: [], ends: 0 };
  const framer: LineFramer = new LineFramer(maxBytes, {
    frame: (line) => {
      framed.frames.push(frameText(line));
      onFrame(framer, frameText(line));
    },
    fault: (fault, lost) => {
      framed.faults.push(fault);
      framed.lost.push(lost);
    },
    end: () => {
      framed.ends += 1;
    },
  });
  return { framer, framed };
}

function frame(chunks: readonly Uint8Array[], maxBytes = 1_000_000): Framed {
  const { framer, framed } = makeFramer(maxBytes);
  for (const chunk of chunks) framer.push(chunk);
  framer.end();
  return framed;
}

const bytesOf = (source: string): Uint8Array => new TextEncoder().encode(source);
const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
const text = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

describe('LineFramer', () => {
  it.each<[string, string, string[]]>([
    ['LF', '{"a":1}\n{"b":2}\n', ['{"a":1}', '{"b":2}']],
    ['CRLF', '{"a":1}\r\n{"b":2}\r\n', ['{"a":1}', '{"b":2}']],
    ['only one CR is taken off', 'a\r\r\n', ['a\r']],
    ['CR alone ends nothing', 'a\rb\n', ['a\rb']],
    ['a CR is taken off the last line, too', 'a\r', ['a']],
    [
      'U+2028, U+2029, NEL, FF and VT end nothing',
      'a\u2028b\u2029c\u0085d\fe\vf\n',
      ['a\u2028b\u2029c\u0085d\fe\vf'],
    ],
    ['empty lines are ignored', '\n\r\n\na\n\n\n', ['a']],
    ['a last line without LF is delivered', 'a\nb', ['a', 'b']],
    ['multi-byte characters survive', 'é😀\n漢字\n', ['é😀', '漢字']],
    ['nothing at all', '', []],
  ])('%s', (_name, input, frames) => {
    for (const chunks of everySplit(bytesOf(input))) {
      const framed = frame(chunks);
      expect(framed.frames).toEqual(frames);
      expect(framed.faults).toEqual([]);
      expect(framed.ends).toBe(1);
    }
  });

  it('gives the same lines however the input is cut', () => {
    const anyLine = fc.string({ unit: 'binary' }).map((line) => line.replaceAll('\n', ''));
    const input = fc.tuple(fc.array(anyLine), fc.array(fc.nat({ max: 64 })), fc.constantFrom('\n', '\r\n'));
    fc.assert(
      fc.property(input, ([lines, cuts, end]) => {
        const bytes = bytesOf(lines.map((line) => line + end).join(''));
        const whole = frame([bytes]);
        expect(frame(cut(bytes, cuts))).toEqual(whole);
        const expected = lines
          .map((line) => line.replace(end === '\n' ? /\r$/ : /$/, ''))
          .filter((line) => line !== '');
        expect(whole.frames).toEqual(expected);
      }),
    );
  });

  it('loses no byte and adds none, whatever the bytes', () => {
    const anyBytes = fc
      .uint8Array({ maxLength: 200 })
      .map((bytes) => bytes.map((byte) => (byte < 40 ? 10 : byte)));
    fc.assert(
      fc.property(anyBytes, fc.array(fc.nat({ max: 64 })), (bytes, cuts) => {
        const lines: Uint8Array[] = [];
        const framer = new LineFramer(1000, {
          frame: (line) => void lines.push(typeof line === 'string' ? bytesOf(line) : line.slice()),
          fault: () => expect.unreachable(),
          end: () => {},
        });
        for (const chunk of cut(bytes, cuts)) framer.push(chunk);
        framer.end();
        const expected = latin1(bytes)
          .split('\n')
          .filter((line) => line !== '');
        expect(lines.map(latin1)).toEqual(expected);
      }),
    );
  });

  it.each([
    { length: 15, lineEnd: '\n', isDropped: false },
    { length: 16, lineEnd: '\n', isDropped: false },
    { length: 16, lineEnd: '\r\n', isDropped: false },
    { length: 17, lineEnd: '\n', isDropped: true },
    { length: 17, lineEnd: '\r\n', isDropped: true },
    { length: 18, lineEnd: '\n', isDropped: true },
  ])('of 16 bytes, $length and $lineEnd are dropped: $isDropped', ({ length, lineEnd, isDropped }) => {
    const line = 'x'.repeat(length);
    for (const chunks of everySplit(bytesOf(`before\n${line}${lineEnd}after\n`))) {
      const framed = frame(chunks, 16);
      expect(framed.frames).toEqual(isDropped ? ['before', 'after'] : ['before', line, 'after']);
      expect(framed.faults.map(({ code, limit }) => [code, limit])).toEqual(
        isDropped ? [['limit_exceeded', 'lineBytes']] : [],
      );
    }
  });

  it('reports a dropped line once, with its first and last bytes, at its end', () => {
    const line = `head${'-'.repeat(5000)}tail`;
    for (const size of [1, 7, 255, 256, 257, 5008]) {
      const { framer, framed } = makeFramer(100);
      const bytes = bytesOf(line);
      for (let at = 0; at < bytes.length; at += size) framer.push(bytes.subarray(at, at + size));
      expect(framed.faults).toEqual([]);
      framer.push(bytesOf('\nnext\n'));
      expect(framed.frames).toEqual(['next']);
      expect(framed.faults).toHaveLength(1);
      expect(framed.faults[0]?.message).toContain('100 bytes');
      expect(framed.lost.map(({ head }) => text(head))).toEqual([`head${'-'.repeat(252)}`]);
      expect(framed.lost.map(({ tail }) => text(tail))).toEqual([`${'-'.repeat(252)}tail`]);
    }
  });

  it('reports a line that is too long and never ends when the input does', () => {
    const framed = frame([bytesOf('x'.repeat(17))], 16);
    expect(framed.faults).toHaveLength(1);
    expect(framed.ends).toBe(1);
  });

  it('gives text for lines that are UTF-8, and bytes for each line of a chunk that is not', () => {
    const seen: (string | number[])[] = [];
    const framer = new LineFramer(100, {
      frame: (line) => void seen.push(typeof line === 'string' ? line : [...line]),
      fault: () => {},
      end: () => {},
    });
    framer.push(bytesOf('{"a":1}\n\ufeff{"b":2}\n'));
    framer.push(new Uint8Array([0x61, 0x0a, 0xc3, 0x28, 0x0a, 0x62, 0x0a]));
    expect(seen).toEqual(['{"a":1}', '\ufeff{"b":2}', [0x61], [0xc3, 0x28], [0x62]]);
  });

  it('needs linear time for one long line in small pieces', () => {
    const piece = new Uint8Array(1024).fill(0x61);
    const time = (pieces: number): number => {
      const { framer } = makeFramer(1e9);
      const start = performance.now();
      for (let index = 0; index < pieces; index++) framer.push(piece);
      framer.push(bytesOf('\n'));
      return performance.now() - start;
    };
    time(1000);
    const short = Math.min(...Array.from({ length: 5 }, () => time(4000)));
    const long = Math.min(...Array.from({ length: 5 }, () => time(32_000)));
    // Eight times the input: linear is 8, quadratic 64.
    expect(long / short).toBeLessThan(30);
  });

  it.each([
    { name: 'text', maxBytes: 100 },
    { name: 'bytes', maxBytes: 5 },
  ])('stops in the middle of a chunk when paused, and goes on where it was: $name', ({ maxBytes }) => {
    const { framer, framed } = makeFramer(maxBytes, (self, line) => {
      if (line === '2') self.pause();
    });
    framer.push(bytesOf('1\n2\n3\n4'));
    framer.push(bytesOf('5\n6\n'));
    framer.end();
    expect(framed).toMatchObject({ frames: ['1', '2'], ends: 0 });
    framer.resume();
    expect(framed).toMatchObject({ frames: ['1', '2', '3', '45', '6'], ends: 1 });
    framer.resume();
    expect(framed.ends).toBe(1);
  });

  it('may be paused and resumed by what it delivers to', () => {
    const { framer, framed } = makeFramer(100, (self) => {
      self.pause();
      self.resume();
    });
    framer.pause();
    framer.push(bytesOf('1\n2\n'));
    framer.push(bytesOf('3\n'));
    framer.end();
    framer.resume();
    expect(framed).toMatchObject({ frames: ['1', '2', '3'], ends: 1 });
  });
});

function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(at, at + size));
    at = Math.min(bytes.length, at + size);
  }
  return [...chunks, bytes.subarray(at)];
}
