// The stdio carrier of the server: one message a line.
import type { Peer, Respond } from './core.js';
import { errorAnswer, newPeer } from './core.js';
import type { Json } from './json.js';
import { Refusal } from './methods.js';

/** The steps of the program; a mutant replaces some. */
export interface StdioProgram {
  readonly peer: Peer;
  /** Before the first line is read. */
  start(): void;
  /** Bytes of stdin, as they come. */
  chunk(bytes: Buffer): Buffer;
  /** One line of stdin, without its line feed. */
  line(bytes: Buffer): void;
  /** Writes one message. */
  send(message: unknown): void;
  /** Writes bytes to stdout. */
  write(text: string): void;
  /** stdin has ended. */
  end(): void;
  /** SIGTERM has come. */
  terminate(): void;
}

/** The correct program. `deviate` may replace steps; they call each other through what it returns. */
export function runStdio(respond: Respond, deviate: (program: StdioProgram) => StdioProgram): void {
  const peer = newPeer();
  const program = deviate({
    peer,
    start() {},
    chunk: (bytes) => bytes,
    line: (bytes) => readLine(bytes, respond, peer, (message) => program.send(message)),
    send: (message) => program.write(`${JSON.stringify(message)}\n`),
    write: (text) => {
      process.stdout.write(text);
    },
    end: () => process.exit(0),
    terminate: () => process.exit(0),
  });
  program.start();
  let pending = Buffer.alloc(0);
  process.stdin.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, program.chunk(chunk)]);
    for (let at = pending.indexOf(10); at >= 0; at = pending.indexOf(10)) {
      program.line(pending.subarray(0, at));
      pending = pending.subarray(at + 1);
    }
  });
  process.stdin.on('end', () => program.end());
  process.on('SIGTERM', () => program.terminate());
}

function readLine(bytes: Buffer, respond: Respond, peer: Peer, send: (message: unknown) => void): void {
  if (bytes.toString('latin1').trim() === '') return;
  let message: unknown;
  try {
    message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    send(errorAnswer(undefined, new Refusal(-32700, 'Parse error')).message);
    return;
  }
  const notify = (notification: Json) => send(notification);
  void respond(message, peer, notify).then((answer) => {
    if (answer !== undefined) send(answer.message);
  });
}
