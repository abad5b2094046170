import { describe, expect, it } from 'vitest';
import { EVERY_TRANSPORT, info, levels, lintTrace, type PassiveCheck } from '../../src/conformance/index.js';
import { encodeTraceLine, type TraceEntry, traceHeader } from '../../src/protocol/index.js';

type Said = readonly [dir: 'client' | 'server', frame: unknown, more?: Partial<TraceEntry>];

function trace(...said: readonly Said[]): string {
  const entries = said.map(([dir, frame, more], index) => ({
    dir,
    transport: 'stdio',
    ms: index,
    frame: typeof frame === 'string' ? frame : JSON.stringify(frame),
    ...more,
  }));
  const lines = [traceHeader(), ...entries].map((line) => encodeTraceLine(line, { redact: false }));
  return `${lines.join('\n')}\n`;
}

const initialize = (version: string): Said[] => [
  ['client', { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: version } }],
  [
    'server',
    {
      jsonrpc: '2.0',
      id: 1,
      result: { protocolVersion: version, capabilities: {}, serverInfo: { name: 'traced', version: '9' } },
    },
  ],
];
const modernList: Said = [
  'client',
  {
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/list',
    params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
  },
];

/** Tells what it was given. */
const looks: PassiveCheck = {
  id: 'looks',
  title: 'Looks.',
  subject: 'wire',
  spec: { page: 'basic', anchor: '' },
  levels: levels('INFO'),
  transports: EVERY_TRANSPORT,
  judge: ({ records, isRecording }) =>
    info(
      `${isRecording} ${records.map(({ direction, answers = '-', findings }) => `${direction} ${answers} ${findings.length}`).join(', ')}`,
    ),
};
const lint = (text: string) => lintTrace(text, { description: 'x.jsonl', checks: [looks] });
const said = (text: string) =>
  lint(text).report.checks.map(({ revision, transport, reason }) => [revision, transport, reason]);

describe('lintTrace', () => {
  it('holds each exchange against the revision that it is in', () => {
    const text = trace(
      ...initialize('2025-06-18'),
      ['client', { jsonrpc: '2.0', id: 2, method: 'tools/list' }],
      ['server', { jsonrpc: '2.0', id: 2, result: { tools: [{}] } }],
    );
    const reason = 'true sent - 0, received initialize 0, sent - 0, received tools/list 2';
    expect(said(text)).toEqual([['2025-06-18', 'stdio', reason]]);
  });

  it('follows a modern request to its response, among others of a legacy session', () => {
    const text = trace(...initialize('2025-11-25'), modernList, [
      'server',
      { jsonrpc: '2.0', id: 2, result: { tools: [] } },
    ]);
    expect(said(text)).toEqual([
      ['2025-11-25', 'stdio', 'true sent - 0, received initialize 0'],
      // No resultType, ttlMs and cacheScope.
      ['2026-07-28', 'stdio', 'true sent - 0, received tools/list 3'],
    ]);
  });

  it('takes HTTP entries with and without a frame, and bytes that are no UTF-8', () => {
    const http = { transport: 'http', http: { status: 202 } };
    const text = trace(
      ...initialize('2025-11-25').map(([dir, frame]): Said => [dir, frame, { transport: 'http' }]),
      ['server', '', http],
      ['server', '/w==', { transport: 'http', encoding: 'base64' }],
    );
    expect(said(text)).toEqual([
      ['2025-11-25', 'http', 'true sent - 0, received initialize 0, received - 0, received - 0'],
    ]);
  });

  it.each<readonly [string, Partial<TraceEntry> & { readonly frame: string }]>([
    ['a frame that was cut', { frame: '{"jsonrpc":"2.0","id":2,"resu', cut: true }],
    ['the address of HTTP+SSE', { frame: '/messages?s=1', http: { event: { type: 'endpoint' } } }],
    ['an event of another type', { frame: 'x', http: { event: { type: 'ping' } } }],
    ['a page', { frame: '<html>', http: { status: 200, headers: { 'content-type': 'text/html' } } }],
    ['a refusal', { frame: '{"error":"invalid_token"}', http: { status: 401 } }],
    ['metadata', { frame: '{"resource":"http://x/"}', http: { exchange: 9, status: 200 } }],
  ])('does not take for a message: %s', (_, entry) => {
    const text = trace(
      ...initialize('2025-11-25'),
      ['client', '', { http: { exchange: 9, method: 'GET', path: '/.well-known/x' } }],
      ['server', entry.frame, entry],
    );
    const { checks } = lintTrace(text, { description: '' }).report;
    expect(checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(checks.length).toBeGreaterThan(5);
  });

  it.each<readonly [string, Partial<TraceEntry>]>([
    ['an event without type', { http: { event: {} } }],
    ['an answer', { http: { exchange: 3, status: 200, headers: { 'content-type': 'application/json' } } }],
    ['a line', {}],
  ])('takes for one: %s', (_, entry) => {
    const text = trace(...initialize('2025-11-25'), ['server', '{"resource":"x"}', entry]);
    const { checks } = lintTrace(text, { description: '' }).report;
    expect(checks.find(({ id }) => id === 'wire-envelope-schema')?.verdict).toBe('fail');
  });

  it('does not blame a server for what it was asked in a frame that was cut', () => {
    const answer: Said = ['server', { jsonrpc: '2.0', id: 7, result: {} }];
    const progress: Said = [
      'server',
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'a', progress: 1 } },
    ];
    const verdicts = (...said: readonly Said[]) =>
      lintTrace(trace(...initialize('2025-11-25'), ...said), { description: '' })
        .report.checks.filter(({ id }) => id === 'wire-response-ids' || id === 'progress-unsolicited')
        .map(({ verdict, skipped }) => skipped ?? verdict);
    const request: Said = ['client', '{"jsonrpc":"2.0","method":"tools/ca', { cut: true }];
    expect(verdicts(request, progress, answer)).toEqual(['could-not-test', 'could-not-test']);
    expect(verdicts(progress, answer)).toEqual(['fail', 'fail']);
  });

  it('tells the exchanges of several clients apart that use the same ids', () => {
    const ask = (exchange: number, method: string): Said => [
      'client',
      { jsonrpc: '2.0', id: 1, method },
      { transport: 'http', http: { exchange, method: 'POST' } },
    ];
    const answer = (exchange: number): Said => [
      'server',
      { jsonrpc: '2.0', id: 1, result: { tools: [] } },
      { transport: 'http', http: { exchange, status: 200 } },
    ];
    const text = trace(ask(1, 'tools/list'), ask(2, 'prompts/list'), answer(1), answer(2));
    expect(said(text)).toEqual([
      ['2025-11-25', 'http', 'true sent - 0, sent - 0, received tools/list 0, received prompts/list 1'],
    ]);
  });

  it('reports as a run does', () => {
    const { report } = lint(trace(...initialize('2025-06-18')));
    expect(report).toMatchObject({
      target: { transport: 'stdio', description: 'x.jsonl' },
      server: { name: 'traced', version: '9' },
      end: 'done',
      counts: { info: 1, total: 1 },
    });
    expect(report.revisions.filter(({ served }) => served).map(({ revision }) => revision)).toEqual([
      '2025-06-18',
    ]);
  });

  it('tells what it could not use, and goes on', () => {
    const { report, problems } = lint(`${trace(...initialize('2025-06-18'))}half a li`);
    expect(report.checks).toHaveLength(1);
    expect(problems).toEqual([expect.stringContaining('Line 4')]);
  });

  it('finds with the real checks what is wrong in a recording, and nothing where nothing is', () => {
    const text = (tool: object) =>
      trace(
        ...initialize('2025-11-25'),
        ['client', { jsonrpc: '2.0', id: 2, method: 'tools/list' }],
        ['server', { jsonrpc: '2.0', id: 2, result: { tools: [tool] } }],
      );
    const fails = (tool: object) =>
      lintTrace(text(tool), { description: '' }).report.checks.filter(({ verdict }) => verdict === 'fail');
    expect(fails({ name: 'a', inputSchema: { type: 'object' } })).toEqual([]);
    expect(fails({ name: 'a' }).map(({ id }) => id)).toContain('schema-result-tools/list');
  });

  it.each([[''], ['no trace at all'], [trace()]])('has no result for %j', (text) => {
    expect(lint(text).report.checks).toEqual([]);
  });
});
