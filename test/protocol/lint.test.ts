import { describe, expect, it } from 'vitest';
import type { JsonObject, Message, Revision, Side } from '../../src/protocol/index.js';
import {
  failure,
  lintMessage,
  lintParams,
  methodRow,
  notification,
  REVISIONS,
  request,
  success,
} from '../../src/protocol/index.js';

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const call = (extra: JsonObject = {}) => request(1, 'tools/call', { name: 'a', ...extra });
const modernCall = (extra: JsonObject = {}) => call({ _meta: envelope, ...extra });
const text = { type: 'text', text: 'a' };
const audio = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' };
const link = { type: 'resource_link', uri: 'file:///a', name: 'a' };
const cached = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const completion = (count: number) => ({ completion: { values: Array.from({ length: count }, () => 'v') } });

type Case = readonly [string, Message, Revision, Side, string | undefined, readonly string[]];

const CALLS: readonly Case[] = [
  ['a call', call(), '2024-11-05', 'client', undefined, []],
  ['a call without params', request(1, 'tools/call'), '2024-11-05', 'client', undefined, ['params required']],
  ['a list without params', request(1, 'tools/list'), '2025-11-25', 'client', undefined, []],
  [
    'a modern list without params',
    request(1, 'tools/list'),
    '2026-07-28',
    'client',
    undefined,
    ['params required'],
  ],
  ['a bare modern call', call(), '2026-07-28', 'client', undefined, ['params._meta required']],
  ['an enveloped call', modernCall(), '2026-07-28', 'client', undefined, []],
  [
    'an empty envelope',
    call({ _meta: {} }),
    '2026-07-28',
    'client',
    undefined,
    [
      'params._meta["io.modelcontextprotocol/protocolVersion"] required',
      'params._meta["io.modelcontextprotocol/clientCapabilities"] required',
    ],
  ],
  [
    'a progress token of 2^64',
    call({ _meta: { progressToken: 2n ** 64n } }),
    '2025-11-25',
    'client',
    undefined,
    [],
  ],
  [
    'a fraction as progress token',
    call({ _meta: { progressToken: 1.5 } }),
    '2025-11-25',
    'client',
    undefined,
    ['params._meta.progressToken type'],
  ],
  ['a call of the server', call(), '2025-11-25', 'server', undefined, ['method method']],
  ['a method of another revision', request(1, 'ping'), '2026-07-28', 'client', undefined, ['method method']],
  [
    'a question as a modern request',
    request(1, 'roots/list'),
    '2026-07-28',
    'server',
    undefined,
    ['method method'],
  ],
  ['a method of nobody', request(1, 'vendor/x'), '2025-11-25', 'client', undefined, ['method method']],
  [
    'a request sent as notification',
    notification('ping'),
    '2025-11-25',
    'client',
    undefined,
    ['method method'],
  ],
  [
    'a notification sent as request',
    request(1, 'notifications/initialized'),
    '2025-11-25',
    'client',
    undefined,
    ['method method'],
  ],
  [
    'a cancellation',
    notification('notifications/cancelled', { requestId: 1 }),
    '2025-06-18',
    'client',
    undefined,
    [],
  ],
  [
    'one without an id',
    notification('notifications/cancelled', {}),
    '2025-06-18',
    'client',
    undefined,
    ['params.requestId required'],
  ],
  [
    'one of 2025-11-25 without an id',
    notification('notifications/cancelled', {}),
    '2025-11-25',
    'client',
    undefined,
    [],
  ],
  [
    'one without params',
    notification('notifications/cancelled'),
    '2025-11-25',
    'client',
    undefined,
    ['params required'],
  ],
  [
    'modern progress of a client',
    notification('notifications/progress', { progressToken: 1, progress: 1 }),
    '2026-07-28',
    'client',
    undefined,
    ['method method'],
  ],
  [
    'a URL question without its id',
    request(1, 'elicitation/create', { mode: 'url', message: 'm', url: 'https://a/' }),
    '2025-11-25',
    'server',
    undefined,
    ['params.elicitationId required'],
  ],
  [
    'an answer that is none',
    modernCall({ inputResponses: { q: { action: 'maybe' } } }),
    '2026-07-28',
    'client',
    undefined,
    ['params.inputResponses.q union'],
  ],
];

const RESULTS: readonly Case[] = [
  ['any result, if nobody knows the request', success(1, { a: 1 }), '2025-11-25', 'server', undefined, []],
  [
    'a modern one without a type',
    success(1, {}),
    '2026-07-28',
    'server',
    undefined,
    ['result.resultType required'],
  ],
  ['a bad `_meta`', success(1, { _meta: 1 }), '2025-11-25', 'server', undefined, ['result._meta type']],
  ['a call result', success(1, { content: [text] }), '2024-11-05', 'server', 'tools/call', []],
  ['one without content', success(1, {}), '2025-11-25', 'server', 'tools/call', ['result.content required']],
  ['audio', success(1, { content: [audio] }), '2025-03-26', 'server', 'tools/call', []],
  [
    'audio before its time',
    success(1, { content: [audio] }),
    '2024-11-05',
    'server',
    'tools/call',
    ['result.content[0].type value'],
  ],
  ['a link', success(1, { content: [link] }), '2025-06-18', 'server', 'tools/call', []],
  [
    'a link before its time',
    success(1, { content: [link] }),
    '2025-03-26',
    'server',
    'tools/call',
    ['result.content[0].type value'],
  ],
  [
    'bad Base64',
    success(1, { content: [{ ...audio, data: '-' }] }),
    '2025-03-26',
    'server',
    'tools/call',
    ['result.content[0].data format'],
  ],
  [
    'a structured array',
    success(1, { content: [], structuredContent: [] }),
    '2025-11-25',
    'server',
    'tools/call',
    ['result.structuredContent type'],
  ],
  [
    'a modern one',
    success(1, { ...cached, content: [], structuredContent: [] }),
    '2026-07-28',
    'server',
    'tools/call',
    [],
  ],
  [
    'structured content before its time',
    success(1, { content: [], structuredContent: 1 }),
    '2025-03-26',
    'server',
    'tools/call',
    [],
  ],
  [
    'a task',
    success(1, { task: {} }),
    '2025-11-25',
    'server',
    'tools/call',
    [
      'result.task.taskId required',
      'result.task.status required',
      'result.task.createdAt required',
      'result.task.lastUpdatedAt required',
      'result.task.ttl required',
    ],
  ],
  [
    'a question',
    success(1, { resultType: 'input_required', requestState: 's' }),
    '2026-07-28',
    'server',
    'tools/call',
    [],
  ],
  [
    'a question of another kind',
    success(1, { resultType: 'input_required', inputRequests: { q: { method: 'ping' } } }),
    '2026-07-28',
    'server',
    'tools/call',
    ['result.inputRequests.q.method value'],
  ],
  [
    'a question where none may be asked',
    success(1, { ...cached, resultType: 'input_required' }),
    '2026-07-28',
    'server',
    'tools/list',
    ['result.tools required'],
  ],
  [
    'a result of an extension',
    success(1, { resultType: 'task', taskId: 't' }),
    '2026-07-28',
    'server',
    'tools/call',
    [],
  ],
  [
    'a list without caching hints',
    success(1, { resultType: 'complete', tools: [] }),
    '2026-07-28',
    'server',
    'tools/list',
    ['result.ttlMs required', 'result.cacheScope required'],
  ],
  [
    'a negative ttl',
    success(1, { ...cached, ttlMs: -1, tools: [] }),
    '2026-07-28',
    'server',
    'tools/list',
    ['result.ttlMs range'],
  ],
  [
    'every bad tool',
    success(1, { tools: [{}, { name: 'a', inputSchema: { type: 'array' } }] }),
    '2025-11-25',
    'server',
    'tools/list',
    [
      'result.tools[0].name required',
      'result.tools[0].inputSchema required',
      'result.tools[1].inputSchema.type value',
    ],
  ],
  [
    '100 completions',
    success(1, { resultType: 'complete', ...completion(100) }),
    '2026-07-28',
    'server',
    'completion/complete',
    [],
  ],
  [
    '101 completions',
    success(1, { resultType: 'complete', ...completion(101) }),
    '2026-07-28',
    'server',
    'completion/complete',
    ['result.completion.values size'],
  ],
  [
    '101 where only the page forbids it',
    success(1, completion(101)),
    '2025-11-25',
    'server',
    'completion/complete',
    [],
  ],
  [
    'an answer of the client',
    success(1, { roots: [{ uri: 'a' }] }),
    '2025-11-25',
    'client',
    'roots/list',
    ['result.roots[0].uri format'],
  ],
  [
    'sampled blocks',
    success(1, { role: 'assistant', model: 'm', content: [text] }),
    '2025-11-25',
    'client',
    'sampling/createMessage',
    [],
  ],
  [
    'sampled blocks before their time',
    success(1, { role: 'assistant', model: 'm', content: [text] }),
    '2025-06-18',
    'client',
    'sampling/createMessage',
    ['result.content type'],
  ],
];

const error = (code: number, data?: unknown) => ({
  code,
  message: 'm',
  ...(data === undefined ? {} : { data }),
});
const supported = { supported: ['2026-07-28'], requested: 'x' };

const ERRORS: readonly Case[] = [
  ['an error', failure(1, error(-32601)), '2025-11-25', 'server', undefined, []],
  ['one with a fraction', failure(1, error(1.5)), '2025-11-25', 'server', undefined, ['error.code type']],
  ['one without an id', failure(undefined, error(-32700)), '2025-11-25', 'server', undefined, []],
  [
    'one without an id before its time',
    failure(undefined, error(-32700)),
    '2025-06-18',
    'server',
    undefined,
    ['id required'],
  ],
  ['a version error', failure(1, error(-32022, supported)), '2026-07-28', 'server', undefined, []],
  [
    'a version error without data',
    failure(1, error(-32022)),
    '2026-07-28',
    'server',
    undefined,
    ['error.data required'],
  ],
  ['that code before it had a meaning', failure(1, error(-32022)), '2025-11-25', 'server', undefined, []],
  [
    'a missing capability',
    failure(1, error(-32021, {})),
    '2026-07-28',
    'server',
    undefined,
    ['error.data.requiredCapabilities required'],
  ],
  [
    'a URL to visit',
    failure(1, error(-32042, { elicitations: [{}] })),
    '2025-11-25',
    'server',
    undefined,
    [
      'error.data.elicitations[0].mode required',
      'error.data.elicitations[0].message required',
      'error.data.elicitations[0].url required',
      'error.data.elicitations[0].elicitationId required',
    ],
  ],
];

describe('lintMessage', () => {
  it.each([...CALLS, ...RESULTS, ...ERRORS])('%s', (_, message, revision, sender, method, expected) => {
    const findings = lintMessage(message, revision, sender, method);
    expect(findings.map(({ path, rule }) => `${path} ${rule}`)).toEqual(expected);
  });

  it.each([
    [request(1, 'vendor/x'), 'client', 'vendor/x is not defined by MCP'],
    [request(1, 'server/discover'), 'client', 'server/discover does not exist in 2025-11-25'],
    [request(1, 'tools/call'), 'server', 'tools/call is not sent by a server in 2025-11-25'],
    [notification('ping'), 'client', 'ping is a request, not a notification'],
  ] as const)('says why a method is wrong: %o', (message, sender, expected) => {
    expect(lintMessage(message, '2025-11-25', sender)).toEqual([
      { path: 'method', rule: 'method', message: expected },
    ]);
  });

  it('allows members that a revision does not define', () => {
    for (const revision of REVISIONS) {
      const message = modernCall({ 'x-vendor': { any: [null] } });
      expect(lintMessage(message, revision, 'client')).toEqual([]);
    }
  });
});

describe('lintParams', () => {
  it('checks an embedded question, which is no message', () => {
    const row = methodRow('elicitation/create');
    expect(row).toBeDefined();
    if (row === undefined) return;
    const params = { message: 'm', requestedSchema: { type: 'object', properties: { a: { type: 'date' } } } };
    expect(lintParams(row, params, '2026-07-28').map(({ path }) => path)).toEqual([
      'params.requestedSchema.properties.a',
    ]);
  });
});
