import { describe, expect, it } from 'vitest';
import { EXIT, exitCodeFor, UsageError } from '../../src/cli/exit-code.js';
import { Fault, RpcError } from '../../src/protocol/index.js';

describe('exitCodeFor', () => {
  it.each([
    [new UsageError('x'), false, EXIT.usage],
    [new Fault('invalid_argument', 'x'), true, EXIT.usage],
    [new Fault('not_in_revision', 'x'), false, EXIT.usage],
    // The command line was right: it is the server that does not offer it.
    [new Fault('capability_missing', 'x'), false, EXIT.protocol],
    [new Fault('spawn_failed', 'x'), true, EXIT.connect],
    [new Fault('process_exited', 'x'), true, EXIT.connect],
    [new Fault('process_exited', 'x'), false, EXIT.protocol],
    [new Fault('unauthorized', 'x'), false, EXIT.connect],
    [new Fault('timed_out', 'x'), true, EXIT.timedOut],
    [new Fault('timed_out', 'x'), false, EXIT.timedOut],
    [new Fault('cancelled', 'x'), false, EXIT.interrupted],
    [new Fault('invalid_result', 'x'), false, EXIT.protocol],
    [new RpcError(-32602, 'x'), false, EXIT.protocol],
    [new RpcError(-32603, 'x'), true, EXIT.connect],
    [new Error('x'), false, EXIT.protocol],
  ])('%s while connecting: %s gives %d', (error, whileConnecting, expected) => {
    expect(exitCodeFor(error, whileConnecting)).toBe(expected);
  });
});
