import { describe, expect, it } from 'vitest';
import type { FaultCode, ProbeOutcome, ResponseMessage } from '../../../src/protocol/index.js';
import { FAULT_CODES, Fault, failure, probeOutcome, success } from '../../../src/protocol/index.js';

const error = { code: -32601, message: 'm' };
const fault = (code: FaultCode, details = {}) => new Fault(code, 'x', { details });

describe('probeOutcome', () => {
  it.each<[string, ResponseMessage | Fault, ProbeOutcome]>([
    ['a result', success(1, { a: 1 }), { kind: 'result', result: { a: 1 } }],
    ['an error', failure(1, error), { kind: 'error', error }],
    ['an error over HTTP', failure(undefined, error, 404), { kind: 'error', error, status: 404 }],
    ['silence', fault('timed_out'), { kind: 'silence' }],
    ['a status', fault('http_status', { status: 405 }), { kind: 'status', status: 405 }],
    [
      'a status with a page',
      fault('http_status', { status: 404, body: '<html>' }),
      { kind: 'status', status: 404 },
    ],
    [
      'an error that nobody matched to the request',
      fault('http_status', { status: 400, body: JSON.stringify({ error }) }),
      { kind: 'error', error, status: 400 },
    ],
    [
      'an error that the carrier read',
      fault('http_status', { status: 400, error, body: '{"err' }),
      { kind: 'error', error, status: 400 },
    ],
    ['a 404 for a session', fault('session_expired', { status: 404 }), { kind: 'status', status: 404 }],
    ['a page with 200', fault('unexpected_content_type', { status: 200 }), { kind: 'status', status: 200 }],
    ['no JSON', fault('invalid_json'), { kind: 'unreadable' }],
    ['no message', fault('invalid_message'), { kind: 'unreadable' }],
    ['no UTF-8', fault('invalid_utf8'), { kind: 'unreadable' }],
  ])('%s', (_name, answer, expected) => {
    expect(probeOutcome(answer)).toStrictEqual(expected);
  });

  it.each<[FaultCode]>([['process_exited'], ['connection_lost']])(
    '%s is the end of the other side',
    (code) => {
      const given = fault(code);
      expect(probeOutcome(given)).toEqual({ kind: 'exit', fault: given });
    },
  );

  it('keeps a refusal of access, with its challenge, whatever the body says', () => {
    const given = fault('unauthorized', { status: 401, error, challenge: [{ scheme: 'Bearer' }] });
    expect(probeOutcome(given)).toEqual({ kind: 'fault', fault: given });
  });

  it('leaves every other fault as it is', () => {
    const read = new Set<string>([
      ...['timed_out', 'process_exited', 'connection_lost', 'http_status', 'session_expired'],
      ...['unexpected_content_type', 'invalid_utf8', 'invalid_json', 'invalid_message', 'invalid_result'],
    ]);
    const others = (Object.keys(FAULT_CODES) as FaultCode[]).filter((code) => !read.has(code));
    expect(others).toContain('tls_failed');
    for (const code of others) expect([code, probeOutcome(fault(code)).kind]).toEqual([code, 'fault']);
  });
});
