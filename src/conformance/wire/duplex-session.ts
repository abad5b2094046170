import { Fault, type RequestId } from '../../protocol/index.js';
import type { ChildChannel, FrameChannel, FrameReceiver } from '../../transport/index.js';
import { isResponseTo } from './inbox.js';
import { replyFrom, replyWithout, SessionBase, type SessionParts } from './session-base.js';
import type { CheckTransport, WireRecord } from './wire-record.js';
import type { ExchangeOptions, ProcessHandle, Reply } from './wire-session.js';

/** What a process may write before it is ended for that. */
export interface ProcessBounds {
  readonly maxStdoutBytes: number;
  readonly maxStderrBytes: number;
}

const WATCH_MS = 200;
const LF = 0x0a;
const encoder = new TextEncoder();

/** A session on a channel of frames: a process, or the event stream of HTTP+SSE. */
export class DuplexSession extends SessionBase implements FrameReceiver {
  readonly transport: CheckTransport;
  readonly process: ProcessHandle | undefined;
  /** From its start to its first frame. */
  firstFrameMs = 0;
  readonly #channel: FrameChannel;
  readonly #openedAt: number;
  /** Of what was written raw: the line that has no end yet. */
  #unfinished: Uint8Array = new Uint8Array(0);
  #stopWatching: () => void = () => {};
  #closing: Promise<void> | undefined;

  constructor(
    channel: FrameChannel,
    transport: 'stdio' | 'sse',
    parts: SessionParts,
    process?: ProcessHandle,
  ) {
    super(parts);
    this.#channel = channel;
    this.transport = transport;
    this.process = process;
    this.#openedAt = parts.clock.now();
    void channel.closed.then(({ fault }) => {
      this.#stopWatching();
      parts.onSpoken();
      this.inbox.finish(fault ?? new Fault('closed', 'The session was closed.'));
    });
    channel.start(this);
  }

  /** A session with a process that was started for it. */
  static withProcess(channel: ChildChannel, bounds: ProcessBounds, parts: SessionParts): DuplexSession {
    const onTimeout = (): void => session.scope.onTimeout?.();
    const session: DuplexSession = new DuplexSession(
      channel,
      'stdio',
      parts,
      processHandle(channel, parts, onTimeout),
    );
    session.#watch(channel, bounds);
    return session;
  }

  /** `FrameReceiver` */
  frame(bytes: Uint8Array): void {
    if (this.inbox.isOver) return;
    if (this.received.length === 0) this.#spoken();
    const record = this.#record('received', bytes);
    const tooMuch = this.inbox.push(record);
    for (const answer of this.answerTo(record)) this.#put(answer);
    if (tooMuch !== undefined) this.#endBecause(tooMuch);
  }

  /** `FrameReceiver`: a line that was too long, or, with HTTP+SSE, a frame that the server did not take. */
  fault(fault: Fault): void {
    if (this.transport === 'stdio') this.#endBecause(fault);
    else this.inbox.push(this.#note(fault.message));
  }

  async exchange(frame: string | Uint8Array, options: ExchangeOptions = {}): Promise<Reply> {
    const { parts } = this;
    const id: RequestId | undefined = this.awaitedId(frame, options);
    const timeoutMs = (options.timeoutMs ?? parts.requestMs) + this.#startAllowanceMs();
    const from = this.received.length;
    const startedAt = parts.clock.now();
    const sent = this.#put(frame);
    const isIt = isResponseTo(id, options.orWithoutId ?? id === undefined);
    const record = await this.next(isIt, { from, timeoutMs });
    const records = [sent, ...this.received.slice(from)];
    if (record !== undefined) return replyFrom(record, id, { records: upTo(records, record) });
    return replyWithout(this.inbox.end, { waitedMs: parts.clock.now() - startedAt, timeoutMs }, records);
  }

  async send(frame: string | Uint8Array): Promise<undefined> {
    this.#put(frame);
  }

  async write(bytes: string | Uint8Array): Promise<void> {
    if (this.transport === 'sse') return this.send(bytes);
    const raw = typeof bytes === 'string' ? encoder.encode(bytes) : bytes;
    this.#noteRaw(raw);
    await this.#channel.sendRaw(raw);
  }

  /** What is written in pieces is recorded line by line, as the other side reads it. */
  #noteRaw(raw: Uint8Array): void {
    this.#unfinished = joinBytes(this.#unfinished, raw);
    for (let end = this.#unfinished.indexOf(LF); end !== -1; end = this.#unfinished.indexOf(LF)) {
      const line = this.#unfinished.subarray(0, end);
      this.#unfinished = this.#unfinished.subarray(end + 1);
      if (line.length > 0) this.asked.add(this.#record('sent', line));
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #spoken(): void {
    this.firstFrameMs = this.parts.clock.now() - this.#openedAt;
    this.parts.onSpoken();
  }

  #startAllowanceMs(): number {
    return this.process === undefined || this.received.length > 0 ? 0 : this.parts.startAllowanceMs();
  }

  async #close(): Promise<void> {
    this.#stopWatching();
    await this.#channel.close();
    if (this.process !== undefined) {
      const { stdout, stderr } = (this.#channel as ChildChannel).bytesRead();
      const { name: session, revision } = this;
      this.parts.log.processEnded({ session, revision, stdoutBytes: stdout, stderrBytes: stderr });
    }
    this.parts.onClosed();
  }

  #put(frame: string | Uint8Array): WireRecord {
    const record = this.#record('sent', frame);
    this.asked.add(record);
    if (typeof frame === 'string') void this.#channel.send(frame);
    else void this.#channel.sendRaw(withNewline(frame));
    return record;
  }

  #record(direction: 'sent' | 'received', frame: string | Uint8Array): WireRecord {
    return this.parts.log.add({
      direction,
      session: this.name,
      revision: this.revision,
      isNegotiated: this.isNegotiated,
      frame,
      methodOf: (message) => this.methodOf(message),
      check: this.scope.check,
    });
  }

  #note(text: string): WireRecord {
    const { log } = this.parts;
    const { revision, isNegotiated, name: session } = this;
    return log.add({ direction: 'received', session, revision, isNegotiated, text, check: this.scope.check });
  }

  #endBecause(fault: Fault): void {
    this.inbox.finish(fault);
    void this.close();
  }

  /** A line without an end, or a flood of stderr, brings no frame that could be counted. */
  #watch(channel: ChildChannel, bounds: ProcessBounds): void {
    const { clock } = this.parts;
    const look = (): void => {
      const { stdout, stderr } = channel.bytesRead();
      if (stdout > bounds.maxStdoutBytes) this.#endBecause(flood('stdout', bounds.maxStdoutBytes));
      else if (stderr > bounds.maxStderrBytes) this.#endBecause(flood('stderr', bounds.maxStderrBytes));
      else this.#stopWatching = clock.after(WATCH_MS, look);
    };
    this.#stopWatching = clock.after(WATCH_MS, look);
  }
}

function flood(stream: string, maxBytes: number): Fault {
  return new Fault(
    'limit_exceeded',
    `The server process wrote more than ${maxBytes} bytes to ${stream}; it was ended for that.`,
    { limit: 'lineBytes' },
  );
}

function upTo(records: readonly WireRecord[], last: WireRecord): readonly WireRecord[] {
  return records.slice(0, records.indexOf(last) + 1);
}

function withNewline(frame: Uint8Array): Uint8Array {
  return joinBytes(frame, Uint8Array.of(LF));
}

function joinBytes(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(left.length + right.length);
  bytes.set(left);
  bytes.set(right, left.length);
  return bytes;
}

function processHandle(channel: ChildChannel, { clock }: SessionParts, onTimeout: () => void): ProcessHandle {
  return {
    pid: channel.pid,
    endInput: () => channel.endInput(),
    signal: (name) => channel.signal(name),
    exit: async (timeoutMs) => {
      let stop: () => void = () => {};
      const timeout = new Promise<undefined>((resolve) => {
        stop = clock.after(timeoutMs, () => resolve(undefined), true);
      });
      const end = await Promise.race([channel.exited, timeout]);
      stop();
      if (end === undefined) onTimeout();
      return end;
    },
    stderr: () => channel.diagnostics(),
    stderrBytes: () => channel.bytesRead().stderr,
  };
}
