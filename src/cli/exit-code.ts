import type { FaultCode } from '../protocol/index.js';
import { isFault, isRpcError } from '../protocol/index.js';

/** What the command tells the shell. docs/cli.md lists the same numbers. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  connect: 3,
  protocol: 4,
  timedOut: 5,
  outputLost: 6,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A wrong command line. The message says what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const CONNECT_FAULTS: readonly FaultCode[] = [
  'spawn_failed',
  'connect_failed',
  'tls_failed',
  'unauthorized',
  'forbidden',
  'redirect_refused',
  'negotiation_failed',
];
const USAGE_FAULTS: readonly FaultCode[] = ['invalid_argument', 'not_in_revision', 'trace_unwritable'];

/** `whileConnecting`: nothing had been agreed yet, so whatever went wrong kept us from connecting. */
export function exitCodeFor(error: unknown, whileConnecting: boolean): ExitCode {
  if (error instanceof UsageError) return EXIT.usage;
  if (isRpcError(error)) return whileConnecting ? EXIT.connect : EXIT.protocol;
  if (!isFault(error)) return EXIT.protocol;
  if (error.code === 'cancelled') return EXIT.interrupted;
  if (error.code === 'timed_out') return EXIT.timedOut;
  if (USAGE_FAULTS.includes(error.code)) return EXIT.usage;
  if (whileConnecting || CONNECT_FAULTS.includes(error.code)) return EXIT.connect;
  return EXIT.protocol;
}
