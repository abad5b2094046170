import { afterEach, describe, expect, it } from 'vitest';
import { LineWriter } from '../../../src/transport/stdio/line-writer.js';
import { FakeClock } from '../../support/fake-clock.js';
import { nextTurn } from '../../support/turn.js';

/** A sink that takes chunks when the test lets it. */
class ManualSink {
  destroyed = false;
  readonly chunks: (string | Uint8Array)[] = [];
  #done: ((error?: Error | null) => void) | undefined;
  throws: Error | undefined;

  write(chunk: string | Uint8Array, done: (error?: Error | null) => void): void {
    this.chunks.push(chunk);
    if (this.throws !== undefined) throw this.throws;
    this.#done = done;
  }

  accept(): void {
    const done = this.#done;
    this.#done = undefined;
    done?.();
  }

  refuse(code: string): void {
    const done = this.#done;
    this.#done = undefined;
    done?.(systemError(code));
  }
}

const systemError = (code: string): Error => Object.assign(new Error(code), { code });

describe('LineWriter', () => {
  const clock = new FakeClock();
  let sink = new ManualSink();
  let failures: Error[] = [];

  function open(maxQueueBytes = 1000): LineWriter {
    sink = new ManualSink();
    failures = [];
    return new LineWriter(sink, { maxQueueBytes, clock, onFailure: (error) => void failures.push(error) });
  }

  afterEach(() => {
    expect(clock.pending).toBe(0);
  });

  it('puts the lines of one tick, and of its promise jobs, into one write', async () => {
    const writer = open();
    writer.send('1');
    void Promise.resolve().then(() => writer.send('2'));
    void Promise.resolve()
      .then(() => {})
      .then(() => writer.send('3'));
    writer.send('4');
    await nextTurn();
    expect(sink.chunks).toEqual(['1\n4\n2\n3\n']);
  });

  it('gives the sink nothing while it is busy, and then all at once', async () => {
    const writer = open();
    writer.send('1');
    await nextTurn();
    writer.send('2');
    await nextTurn();
    writer.send('3');
    await nextTurn();
    expect(sink.chunks).toEqual(['1\n']);
    sink.accept();
    expect(sink.chunks).toEqual(['1\n', '2\n3\n']);
  });

  it('never joins more than fits into a string, whatever waits for a slow reader', async () => {
    const writer = open();
    // One string, a thousand times: together they would be longer than a string can be.
    const line = 'x'.repeat(600_000);
    writer.send('first');
    await nextTurn();
    for (let count = 0; count < 1000; count++) writer.send(line);
    writer.send('last');
    while (sink.chunks.at(-1) !== 'last\n' && failures.length === 0) {
      sink.accept();
      if (sink.chunks.length > 1) sink.chunks.splice(0, sink.chunks.length - 1);
      expect(String(sink.chunks[0]).length).toBeLessThan(2_000_000);
    }
    expect(failures).toEqual([]);
    sink.accept();
    await writer.flushed();
  });

  it('keeps raw bytes in their place', async () => {
    const writer = open();
    const raw = new Uint8Array([1, 2]);
    writer.send('1');
    writer.sendRaw(raw);
    writer.send('2');
    await nextTurn();
    sink.accept();
    sink.accept();
    expect(sink.chunks).toEqual(['1\n', raw, '2\n']);
  });

  it.each([
    { line: 'x'.repeat(98), isFull: false },
    { line: 'x'.repeat(99), isFull: false },
    { line: 'x'.repeat(100), isFull: true },
  ])('is full beyond its bound: $line.length and LF of 100 is full: $isFull', async ({ line, isFull }) => {
    const writer = open(100);
    const room = writer.send(line);
    expect(room instanceof Promise).toBe(isFull);
    await nextTurn();
    sink.accept();
    await room;
    expect(writer.send('more')).toBeUndefined();
    await nextTurn();
    sink.accept();
  });

  it('tells when everything is with the sink', async () => {
    const writer = open();
    await writer.flushed();
    writer.send('1');
    let isFlushed = false;
    const flushed = writer.flushed().then(() => {
      isFlushed = true;
    });
    await nextTurn();
    expect(isFlushed).toBe(false);
    sink.accept();
    await flushed;
    expect(isFlushed).toBe(true);
  });

  it.each(['EAGAIN', 'ENOBUFS'])('tries again after %s', async (code) => {
    const writer = open();
    writer.send('1');
    await nextTurn();
    sink.refuse(code);
    writer.send('2');
    await nextTurn();
    expect(sink.chunks).toEqual(['1\n']);
    clock.advance(10);
    expect(sink.chunks).toEqual(['1\n', '1\n']);
    sink.accept();
    expect(sink.chunks).toEqual(['1\n', '1\n', '2\n']);
    expect(failures).toEqual([]);
  });

  it('tries again when the sink throws that it has no room', async () => {
    const writer = open();
    sink.throws = systemError('EAGAIN');
    writer.send('1');
    await nextTurn();
    sink.throws = undefined;
    clock.advance(10);
    expect(sink.chunks).toEqual(['1\n', '1\n']);
    sink.accept();
    expect(failures).toEqual([]);
  });

  it.each(['EPIPE', 'ERR_STREAM_DESTROYED'])(
    'fails on %s, drops the rest and lets nobody wait',
    async (code) => {
      const writer = open(1);
      const room = writer.send('1');
      const flushed = writer.flushed();
      await nextTurn();
      sink.refuse(code);
      await room;
      await flushed;
      expect(failures.map((error) => (error as NodeJS.ErrnoException).code)).toEqual([code]);
      expect(writer.send('2')).toBeUndefined();
      expect(writer.sendRaw(new Uint8Array([1]))).toBeUndefined();
      await nextTurn();
      expect(sink.chunks).toEqual(['1\n']);
    },
  );

  it('gives up what is transient when the sink is destroyed', async () => {
    const writer = open();
    writer.send('1');
    await nextTurn();
    sink.destroyed = true;
    sink.refuse('EAGAIN');
    expect(failures).toHaveLength(1);
  });
});
