import { describe, expect, it } from 'vitest';
import { EventTap, FrameTap } from '../../../src/conformance/record/body-tap.js';
import { Recording } from '../../../src/conformance/record/recording.js';
import { everySplit } from '../../support/every-split.js';
import { FakeClock } from '../../support/fake-clock.js';
import { MemorySink } from '../../support/memory-sink.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('FrameTap', () => {
  const tapped = (maxBytes: number) => {
    const written: [string, boolean][] = [];
    const tap = new FrameTap(maxBytes, (frame, isCut) =>
      written.push([new TextDecoder().decode(frame), isCut]),
    );
    return { tap, written };
  };

  it('writes a body once, however it is cut', () => {
    for (const chunks of everySplit(bytes('{"a":"ß"}'))) {
      const { tap, written } = tapped(100);
      for (const chunk of chunks) tap.push(chunk);
      tap.end();
      tap.end();
      tap.broken();
      expect(written).toEqual([['{"a":"ß"}', false]]);
    }
  });

  it.each([
    [9, ['123456789', false]],
    [8, ['12345678', true]],
    [0, ['', true]],
  ])('keeps at most %d bytes', (maxBytes, expected) => {
    for (const chunks of everySplit(bytes('123456789'))) {
      const { tap, written } = tapped(maxBytes);
      for (const chunk of chunks) tap.push(chunk);
      tap.end();
      expect(written).toEqual([expected]);
    }
  });

  it('says that a body broke off', () => {
    const { tap, written } = tapped(100);
    tap.push(bytes('12'));
    tap.broken();
    tap.push(bytes('34'));
    expect(written).toEqual([['12', true]]);
  });
});

describe('EventTap', () => {
  it('writes what it cannot read as cut, once', () => {
    const sink = new MemorySink();
    const tap = new EventTap(new Recording('http', { sink, clock: new FakeClock() }), 3, 10);
    tap.push(bytes('data: 1\n\n'));
    tap.push(Uint8Array.of(0xff, 0x0a));
    tap.push(bytes('data: 2\n\n'));
    tap.end();
    expect(sink.trace.entries).toMatchObject([
      { frame: '1', http: { exchange: 3 } },
      { encoding: 'base64', cut: true },
      { end: true },
    ]);
  });
});
