import { once } from 'node:events';
import { PassThrough, Readable, Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordedProcess, RecordProcessOptions } from '../../../src/conformance/index.js';
import { recordProcess } from '../../../src/conformance/index.js';
import { stdioServer, systemClock } from '../../../src/transport/index.js';
import { Gate } from '../../support/gate.js';
import { MemorySink } from '../../support/memory-sink.js';
import { untilGone } from '../../support/processes.js';
import { untilStill } from '../../support/until-still.js';

/** Waits of the shutdown take a fiftieth. */
const hastyClock = {
  now: () => systemClock.now(),
  after: (delayMs: number, action: () => void, keepsAlive?: boolean) =>
    systemClock.after(delayMs / 50, action, keepsAlive),
};

function record(
  command: string,
  args: readonly string[],
  options: Partial<RecordProcessOptions> & Pick<RecordProcessOptions, 'input' | 'output'>,
): { sink: MemorySink; recorded: Promise<RecordedProcess> } {
  const sink = new MemorySink();
  const target = stdioServer({ command, args, inheritEnv: true });
  return {
    sink,
    recorded: recordProcess(target, { sink, forwardSignals: false, clock: hastyClock, ...options }),
  };
}

/** What came out of a stream, all of it. */
function collected(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return once(stream, 'end').then(() => Buffer.concat(chunks));
}

async function throughCat(chunks: readonly Uint8Array[]): Promise<{ out: Buffer; sink: MemorySink }> {
  const input = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const output = new PassThrough();
  const { sink, recorded } = record('cat', [], { input, output });
  const out = await collected(output);
  await (await recorded).ended;
  return { out, sink };
}

const BYTES = fc.uint8Array({ maxLength: 60 });
/** Lines, line ends of all kinds, pieces of them, and anything else. */
const CHUNK = fc.oneof(
  BYTES,
  fc
    .constantFrom('\n', '\r\n', '\n\n', '{"jsonrpc":"2.0"', ',"id":1}', 'höß 🦉', '\u2028')
    .map((text) => Buffer.from(text)),
);

describe('recordProcess', () => {
  it('changes no byte, however they are cut, and records every line', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(CHUNK, { maxLength: 12 }), async (chunks) => {
        const { out, sink } = await throughCat(chunks);
        const sent = Buffer.concat(chunks);
        expect(out.equals(sent)).toBe(true);
        const lines = sent
          .toString('latin1')
          .split('\n')
          .map((line) => line.replace(/\r$/, ''))
          .filter((line) => line !== '');
        const recordedLines = sink.trace.entries
          .filter(({ dir, end }) => dir === 'client' && end !== true)
          .map(({ frame, encoding }) => Buffer.from(frame, encoding ?? 'utf8').toString('latin1'));
        expect(recordedLines).toEqual(lines);
        expect(sink.frames('server')).toEqual(sink.frames('client'));
      }),
      { numRuns: 25 },
    );
  });

  it('has megabytes pass unchanged', async () => {
    const line = Buffer.from(`${JSON.stringify({ big: 'ß'.repeat(2 ** 19) })}\n`);
    const chunks = Array.from({ length: 40 }, (_, at) =>
      line.subarray(Math.floor((at * line.length) / 40), Math.floor(((at + 1) * line.length) / 40)),
    );
    const { out, sink } = await throughCat(chunks);
    expect(out.equals(line)).toBe(true);
    expect(sink.frames('server')[0]?.length).toBe(line.toString('utf8').length - 1);
  });

  it('records who ended, and how', async () => {
    const { sink } = await throughCat([]);
    expect(sink.trace.entries).toMatchObject([
      { dir: 'client', end: true, frame: '' },
      { dir: 'server', end: true, frame: '', exit: { code: 0, signal: null } },
    ]);
    expect(sink.trace.header).toMatchObject({ transport: 'stdio' });
    expect(sink.isClosed).toBe(true);
  });

  it.each([
    ['exit 0', { code: 0, signal: null }],
    ['exit 7', { code: 7, signal: null }],
    ['kill -TERM $$', { code: null, signal: 'SIGTERM' }],
    ['kill -KILL $$', { code: null, signal: 'SIGKILL' }],
  ])('gives on how the server ended: %s', async (script, exit) => {
    const output = new PassThrough().resume();
    const { recorded, sink } = record('sh', ['-c', script], { input: new PassThrough(), output });
    expect(await (await recorded).ended).toEqual(exit);
    expect(sink.trace.entries.at(-1)).toMatchObject({ dir: 'server', end: true, exit });
  });

  it('has a client wait that sends faster than the server reads', async () => {
    let pulled = 0;
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const input = new Readable({
      read() {
        pulled += chunk.length;
        this.push(chunk);
      },
    });
    const output = new PassThrough().resume();
    const { recorded } = record('sh', ['-c', 'sleep 1000'], { input, output });
    const process = await recorded;
    await untilStill('what is taken from the client', () => pulled);
    expect(pulled).toBeGreaterThan(0);
    expect(pulled).toBeLessThan(1024 * 1024);
    process.signal('SIGKILL');
    await process.ended;
  });

  it('has a server wait that writes faster than the client reads, and loses nothing', async () => {
    const gate = new Gate();
    let taken = 0;
    const output = new Writable({
      highWaterMark: 1024,
      write(chunk: Buffer, _encoding, done) {
        void gate.promise.then(() => {
          taken += chunk.length;
          done();
        });
      },
    });
    const script = 'const b=Buffer.alloc(4<<20,120);process.stdout.write(b,()=>process.exit(3))';
    const { recorded } = record(process.execPath, ['-e', script], { input: new PassThrough(), output });
    const process_ = await recorded;
    let hasEnded = false;
    void process_.ended.then(() => {
      hasEnded = true;
    });
    await untilStill('what the recorder holds', () => output.writableLength);
    expect(output.writableLength).toBeLessThan(1024 * 1024);
    expect(hasEnded).toBe(false);
    gate.open();
    expect(await process_.ended).toEqual({ code: 3, signal: null });
    expect(taken).toBe(4 << 20);
  });

  it('keeps the last bytes of a server that has gone until a slow client has taken them', async () => {
    const gate = new Gate();
    let taken = '';
    const output = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        taken += chunk;
        void gate.promise.then(() => done());
      },
    });
    const { recorded } = record('sh', ['-c', 'printf one; printf two'], { input: new PassThrough(), output });
    const process_ = await recorded;
    await untilGone(process_.pid);
    gate.open();
    await process_.ended;
    expect(taken).toBe('onetwo');
  });

  it('lets the server know when the client does not read any more', async () => {
    const output = new PassThrough();
    const script =
      'process.stdout.on("error",()=>process.exit(9));setInterval(()=>process.stdout.write("x\\n"),1)';
    const { recorded } = record(process.execPath, ['-e', script], { input: new PassThrough(), output });
    const process_ = await recorded;
    output.destroy(Object.assign(new Error('gone'), { code: 'EPIPE' }));
    expect(await process_.ended).toEqual({ code: 9, signal: null });
  });

  it('lets the client know when the server does not read any more', async () => {
    const input = new Readable({
      read() {
        this.push(Buffer.alloc(1024, 'x'));
      },
    });
    const closed = once(input, 'close');
    const output = new PassThrough().resume();
    const { recorded } = record('sh', ['-c', 'exec <&-; sleep 1000'], { input, output });
    const process_ = await recorded;
    await closed;
    expect(input.destroyed).toBe(true);
    process_.signal('SIGKILL');
    await process_.ended;
  });

  it('ends the output when the server ends its own, although it lives on', async () => {
    const output = new PassThrough();
    const { recorded } = record('sh', ['-c', 'exec >&-; sleep 1000'], { input: new PassThrough(), output });
    const process_ = await recorded;
    expect(await collected(output)).toHaveLength(0);
    process_.signal('SIGTERM');
    expect(await process_.ended).toEqual({ code: null, signal: 'SIGTERM' });
  });

  it('takes down what a wrapper leaves behind', async () => {
    const output = new PassThrough();
    const { recorded } = record('sh', ['-c', 'sleep 1000 & echo $!; exit 4'], {
      input: new PassThrough(),
      output,
    });
    const [line] = (await once(output, 'data')) as [Buffer];
    output.resume();
    expect(await (await recorded).ended).toEqual({ code: 4, signal: null });
    await untilGone(Number(line.toString()));
  });

  it('passes a line that is too long to keep, and says that it is cut', async () => {
    const input = Readable.from([Buffer.from(`${'x'.repeat(5000)}\nshort\n`)]);
    const output = new PassThrough();
    const { recorded, sink } = record('cat', [], { input, output, limits: { lineBytes: 1000 } });
    const out = await collected(output);
    await (await recorded).ended;
    expect(out.toString()).toBe(`${'x'.repeat(5000)}\nshort\n`);
    const [long, short] = sink.trace.entries;
    expect(long).toMatchObject({ cut: true, frame: 'x'.repeat(256) });
    expect(short).toMatchObject({ frame: 'short' });
  });

  it('hides secrets in the recording, and only there', async () => {
    const secret = 'sk-very-secret-value';
    const line = `${JSON.stringify({ params: { apiKey: secret, authorization: `Bearer ${secret}` } })}\n`;
    const { out, sink } = await throughCat([Buffer.from(line)]);
    expect(out.toString()).toBe(line);
    expect(sink.text).not.toContain(secret);
    expect(sink.text).toContain('[redacted]');
  });

  it('says why a server could not be started', async () => {
    const { recorded } = record('/no/such/program', [], {
      input: new PassThrough(),
      output: new PassThrough(),
    });
    await expect(recorded).rejects.toMatchObject({ code: 'spawn_failed' });
  });
});
