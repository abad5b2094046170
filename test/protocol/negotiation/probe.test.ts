import { describe, expect, it } from 'vitest';
import type { FaultCode, JsonObject, ProbeOutcome, Revision } from '../../../src/protocol/index.js';
import { Fault, probeVerdict, REVISIONS } from '../../../src/protocol/index.js';

const MODERN: Revision[] = ['2026-07-28'];
const MODERN_AND_OLD: Revision[] = ['2024-11-05', '2026-07-28'];

const result = (members: JsonObject): ProbeOutcome => ({ kind: 'result', result: members });
const discovered = (...supportedVersions: unknown[]): ProbeOutcome =>
  result({ resultType: 'complete', supportedVersions, capabilities: {} } as JsonObject);
const error = (code: number, data?: unknown, status?: number): ProbeOutcome => ({
  kind: 'error',
  error: data === undefined ? { code, message: 'said so' } : { code, message: 'said so', data },
  ...(status === undefined ? {} : { status }),
});
const unsupported = (...supported: unknown[]): ProbeOutcome =>
  error(-32022, { supported, requested: 'x' }, 400);
const status = (code: number): ProbeOutcome => ({ kind: 'status', status: code });

interface Row {
  readonly when: string;
  readonly outcome: ProbeOutcome;
  /** Verdict with all revisions on stdio, then over HTTP where it differs, then pinned to the modern one. */
  readonly duplex: string;
  readonly http?: string;
  readonly pinned: string;
}

// Verdicts are written `verdict` or `verdict value`; the value of stop is the code of its fault.
const ROWS: Row[] = [
  // DiscoverResult
  {
    when: 'our version',
    outcome: discovered('2026-07-28'),
    duplex: 'modern 2026-07-28',
    pinned: 'modern 2026-07-28',
  },
  {
    when: 'both eras',
    outcome: discovered('2025-11-25', '2026-07-28', '2099-01-01'),
    duplex: 'modern 2026-07-28',
    pinned: 'modern 2026-07-28',
  },
  {
    when: 'entries that are no text',
    outcome: discovered(null, 5, '2026-07-28'),
    duplex: 'modern 2026-07-28',
    pinned: 'modern 2026-07-28',
  },
  {
    when: 'only what a client needs of a DiscoverResult',
    outcome: result({ supportedVersions: ['2026-07-28'] }),
    duplex: 'modern 2026-07-28',
    pinned: 'modern 2026-07-28',
  },
  {
    when: 'legacy versions only',
    outcome: discovered('2025-11-25'),
    duplex: 'legacy',
    pinned: 'stop negotiation_failed',
  },
  {
    when: 'unknown versions only',
    outcome: discovered('2099-01-01'),
    duplex: 'stop negotiation_failed',
    pinned: 'stop negotiation_failed',
  },
  {
    when: 'no version at all',
    outcome: discovered(),
    duplex: 'stop negotiation_failed',
    pinned: 'stop negotiation_failed',
  },
  { when: 'an empty result', outcome: result({}), duplex: 'legacy', pinned: 'stop negotiation_failed' },
  {
    when: 'a text in place of the list',
    outcome: result({ supportedVersions: '2026-07-28' }),
    duplex: 'legacy',
    pinned: 'stop negotiation_failed',
  },
  {
    when: 'a legacy result with modern members',
    outcome: result({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' }),
    duplex: 'legacy',
    pinned: 'stop negotiation_failed',
  },
  // -32022
  {
    when: '-32022 with our version',
    outcome: unsupported('2026-07-28'),
    duplex: 'retry 2026-07-28',
    pinned: 'retry 2026-07-28',
  },
  {
    when: '-32022 with both eras',
    outcome: unsupported('2025-11-25', '2026-07-28'),
    duplex: 'retry 2026-07-28',
    pinned: 'retry 2026-07-28',
  },
  {
    when: '-32022 with legacy only',
    outcome: unsupported('2025-06-18'),
    duplex: 'legacy',
    pinned: 'stop negotiation_failed',
  },
  {
    when: '-32022 with unknown only',
    outcome: unsupported('2099-01-01'),
    duplex: 'stop negotiation_failed',
    pinned: 'stop negotiation_failed',
  },
  {
    when: '-32022 with an empty list',
    outcome: unsupported(),
    duplex: 'stop negotiation_failed',
    pinned: 'stop negotiation_failed',
  },
  {
    when: '-32022 without data',
    outcome: error(-32022),
    duplex: 'stop negotiation_failed',
    pinned: 'stop negotiation_failed',
  },
  {
    when: '-32022 with a text as list',
    outcome: error(-32022, { supported: '2025-11-25' }),
    duplex: 'stop negotiation_failed',
    pinned: 'stop negotiation_failed',
  },
  // -32020, -32021
  {
    when: '-32020: modern, nothing to try',
    outcome: error(-32020, undefined, 400),
    duplex: 'stop negotiation_failed',
    pinned: 'stop negotiation_failed',
  },
  {
    when: '-32021: modern, nothing to try',
    outcome: error(-32021, { requiredCapabilities: { sampling: {} } }, 400),
    duplex: 'stop negotiation_failed',
    pinned: 'stop negotiation_failed',
  },
  {
    when: '-32020 that lists our version',
    outcome: error(-32020, { supported: ['2026-07-28'] }),
    duplex: 'retry 2026-07-28',
    pinned: 'retry 2026-07-28',
  },
  {
    when: '-32021 that lists legacy only',
    outcome: error(-32021, { supported: ['2025-11-25'] }),
    duplex: 'legacy',
    pinned: 'stop negotiation_failed',
  },
  // Any other error, at any status: seen in published servers
  ...[-32601, -32602, -32600, -32603, -32700, -32002, -32000, -32001, -32023, 0, 1, 404].map(
    (code): Row => ({
      when: `error ${code}`,
      outcome: error(code),
      duplex: 'legacy',
      pinned: 'stop negotiation_failed',
    }),
  ),
  ...[200, 400, 404, 422, 500].map(
    (code): Row => ({
      when: `-32601 with HTTP ${code}`,
      outcome: error(-32601, undefined, code),
      duplex: 'legacy',
      pinned: 'stop negotiation_failed',
    }),
  ),
  {
    when: 'an error whose data has a list of versions, but of another code',
    outcome: error(-32602, { supported: ['2026-07-28'] }),
    duplex: 'legacy',
    pinned: 'stop negotiation_failed',
  },
  // HTTP without a message
  ...[200, 202, 204, 400, 404, 405, 406, 409, 415, 422, 429, 500, 501, 502, 503].map(
    (code): Row => ({
      when: `HTTP ${code} without a message`,
      outcome: status(code),
      duplex: 'legacy',
      pinned: 'stop negotiation_failed',
    }),
  ),
  { when: 'HTTP 401', outcome: status(401), duplex: 'stop unauthorized', pinned: 'stop unauthorized' },
  { when: 'HTTP 403', outcome: status(403), duplex: 'stop forbidden', pinned: 'stop forbidden' },
  {
    when: 'HTTP 401 with a JSON-RPC error',
    outcome: error(-32600, undefined, 401),
    duplex: 'stop unauthorized',
    pinned: 'stop unauthorized',
  },
  {
    when: 'HTTP 403 with a modern error',
    outcome: error(-32022, { supported: ['2026-07-28'] }, 403),
    duplex: 'stop forbidden',
    pinned: 'stop forbidden',
  },
  {
    when: 'something unreadable',
    outcome: { kind: 'unreadable' },
    duplex: 'legacy',
    pinned: 'stop negotiation_failed',
  },
  // No answer
  { when: 'silence', outcome: { kind: 'silence' }, duplex: 'legacy', pinned: 'stop negotiation_failed' },
  {
    when: 'exit',
    outcome: { kind: 'exit' },
    duplex: 'respawn-legacy',
    http: 'legacy',
    pinned: 'stop negotiation_failed',
  },
  {
    when: 'exit with its reason',
    outcome: { kind: 'exit', fault: new Fault('process_exited', 'x') },
    duplex: 'respawn-legacy',
    http: 'legacy',
    pinned: 'stop process_exited',
  },
  ...(
    ['connect_failed', 'tls_failed', 'unauthorized', 'cancelled', 'closed', 'redirect_refused'] as FaultCode[]
  ).map(
    (code): Row => ({
      when: code,
      outcome: { kind: 'fault', fault: new Fault(code, 'x') },
      duplex: `stop ${code}`,
      pinned: `stop ${code}`,
    }),
  ),
];

function verdict(
  transport: 'duplex' | 'http',
  outcome: ProbeOutcome,
  ours: readonly Revision[],
  retried = false,
): string {
  const given = probeVerdict({ transport, outcome, ours, retried });
  if (given.verdict === 'stop') return `stop ${given.fault.code}`;
  return 'revision' in given ? `${given.verdict} ${given.revision}` : given.verdict;
}

describe('probeVerdict', () => {
  // requirement: stdio-fallback-any-error
  it.each(ROWS)('duplex: $when → $duplex', ({ outcome, duplex }) => {
    expect(verdict('duplex', outcome, REVISIONS)).toBe(duplex);
  });

  // requirement: http-400-body-inspected
  it.each(ROWS)('http: $when', ({ outcome, duplex, http }) => {
    expect(verdict('http', outcome, REVISIONS)).toBe(http ?? duplex);
  });

  it.each(ROWS)('pinned to 2026-07-28: $when → $pinned', ({ outcome, pinned }) => {
    expect(verdict('duplex', outcome, MODERN)).toBe(pinned);
    expect(verdict('http', outcome, MODERN)).toBe(pinned);
  });

  it.each(ROWS)('a second probe never leads to a third: $when', ({ outcome, duplex }) => {
    const expected = duplex.startsWith('retry') ? 'stop negotiation_failed' : duplex;
    expect(verdict('duplex', outcome, REVISIONS, true)).toBe(expected);
  });

  it('takes a legacy version only if it is one of ours', () => {
    expect(verdict('duplex', unsupported('2025-11-25'), MODERN_AND_OLD)).toBe('stop negotiation_failed');
    expect(verdict('duplex', unsupported('2024-11-05'), MODERN_AND_OLD)).toBe('legacy');
    expect(verdict('http', discovered('2025-11-25'), MODERN_AND_OLD)).toBe('stop negotiation_failed');
  });

  it('says on stop what each side offers', () => {
    const given = probeVerdict({ transport: 'http', outcome: unsupported('2099-01-01', 7), ours: MODERN });
    expect(given.verdict === 'stop' && given.fault.details).toEqual({ ours: MODERN, theirs: ['2099-01-01'] });
    expect(given.verdict === 'stop' && given.fault.message).toContain('2099-01-01');
  });

  it.each<[number, RegExp]>([
    [-32020, /Mcp-\* headers/],
    [-32021, /capabilities/],
    [-32022, /no version/],
  ])('says what %i is about, with the words of the server', (code, advice) => {
    const given = probeVerdict({ transport: 'http', outcome: error(code), ours: REVISIONS });
    expect(given.verdict === 'stop' && given.fault.message).toMatch(advice);
    expect(given.verdict === 'stop' && given.fault.message).toContain('said so');
    expect(given.verdict === 'stop' && given.fault.details).toMatchObject({ error: { code } });
  });
});
