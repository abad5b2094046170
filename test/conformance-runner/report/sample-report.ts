import type { CheckReport, CheckResult } from '../../../src/conformance/index.js';
import { countVerdicts } from '../../../src/conformance/index.js';

/** A result, with what matters to a test laid over it. */
export function result(id: string, more: Partial<CheckResult> = {}): CheckResult {
  return {
    id,
    title: `The rule of ${id}.`,
    subject: 'json-rpc',
    revision: '2025-11-25',
    transport: 'stdio',
    level: 'MUST',
    verdict: 'pass',
    reason: '',
    spec: 'https://modelcontextprotocol.io/specification/2025-11-25/basic#requests',
    durationMs: 12,
    evidence: [],
    ...more,
  };
}

export const SENT = {
  direction: 'sent',
  session: 'process 2',
  atMs: 840,
  text: '{"jsonrpc":"2.0","id":"0","method":"ping"}',
  bytes: 42,
  isCut: false,
} as const;

export const RECEIVED = { ...SENT, direction: 'received', atMs: 842, text: '{"id":0}', bytes: 8 } as const;

/** One finding of every kind, and markup of every kind in what the server says. */
export function sampleReport(more: Partial<CheckReport> = {}): CheckReport {
  const checks = more.checks ?? [
    result('rpc-id-echo', {
      verdict: 'fail',
      reason: 'the id "0" came back as 0',
      evidence: [SENT, RECEIVED],
    }),
    result('rpc-id-echo', {
      revision: '2025-06-18',
      verdict: 'fail',
      reason: 'the id "0" came back as 0',
      evidence: [SENT, RECEIVED],
    }),
    result('tool-unknown', {
      subject: 'tools',
      level: 'SHOULD',
      verdict: 'warn',
      reason: 'a result <b>|`x`|</b> & \u001b[31mred ``` \u202etxt',
      evidence: [
        {
          ...SENT,
          httpLine: 'POST http://127.0.0.1/mcp',
          httpHeaders: { accept: 'text/event-stream' },
          text: '<script>alert(1)</script> ``` ]]>\u0000',
          isCut: true,
          bytes: 9000,
        },
      ],
    }),
    result('tool-annotations', {
      subject: 'tools',
      level: 'INFO',
      verdict: 'info',
      reason: 'no annotations',
    }),
    result('ping', { subject: 'utilities' }),
    result('prompt-get', {
      subject: 'prompts',
      verdict: 'skip',
      skipped: 'capability-absent',
      reason: 'the server does not declare prompts',
    }),
  ];
  const revisions = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;
  return {
    format: 'plainwire-check',
    version: 1,
    tool: { name: 'plainwire', version: '0.1.0' },
    target: { transport: 'stdio', description: 'node server.js <x>' },
    server: { name: 'sample & co', version: '1.2.3' },
    end: 'done',
    durationMs: 4321,
    counts: countVerdicts(checks),
    revisions: revisions.map((revision) => {
      const own = checks.filter((one) => one.revision === revision);
      const served = own.length > 0;
      const reason = served ? 'initialize agreed on it' : 'server/discover got error -32601 (no | such)';
      return { revision, served, reason, counts: countVerdicts(own), notApplicable: 0 };
    }),
    checks,
    ...more,
  };
}
