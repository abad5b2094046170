import { describe, expect, it } from 'vitest';
import type { MethodRow, RequestRow, Revision, Side } from '../../src/protocol/index.js';
import {
  inputRequestRow,
  isMethodOf,
  METHODS,
  methodIn,
  methodRow,
  REVISIONS,
} from '../../src/protocol/index.js';

const rows: readonly MethodRow[] = Object.values(METHODS);
const requests = rows.filter((row): row is RequestRow<unknown, unknown> => row.kind === 'request');
const methodsWhere = (test: (row: RequestRow<unknown, unknown>) => boolean): string[] =>
  requests
    .filter(test)
    .map(({ method }) => method)
    .sort();

/** What a side may send in a revision, requests and notifications apart. */
function sentIn(revision: Revision, side: Side, kind: MethodRow['kind']): string[] {
  return rows
    .filter((row) => row.kind === kind && methodIn(row.method, revision, side) !== undefined)
    .map(({ method }) => method.replace(/^notifications\//, ''))
    .sort();
}

const ALWAYS = [
  'completion/complete',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'tools/call',
  'tools/list',
];
const LEGACY = ['initialize', 'logging/setLevel', 'ping', 'resources/subscribe', 'resources/unsubscribe'];
const TASKS = ['tasks/cancel', 'tasks/get', 'tasks/list', 'tasks/result'];
const SERVER_NOTIFICATIONS = [
  'cancelled',
  'message',
  'progress',
  'prompts/list_changed',
  'resources/list_changed',
  'resources/updated',
  'tools/list_changed',
];
const CLIENT_NOTIFICATIONS = ['cancelled', 'initialized', 'progress', 'roots/list_changed'];

/** Written from the unions at the end of each schema.ts: ClientRequest, ServerRequest, ClientNotification… */
const SENT: readonly (readonly [Revision, Side, MethodRow['kind'], readonly string[]])[] = [
  ...(['2024-11-05', '2025-03-26', '2025-06-18'] as const).flatMap((revision) => [
    [revision, 'client', 'request', [...ALWAYS, ...LEGACY]] as const,
    [revision, 'client', 'notification', CLIENT_NOTIFICATIONS] as const,
    [revision, 'server', 'notification', SERVER_NOTIFICATIONS] as const,
  ]),
  ['2024-11-05', 'server', 'request', ['ping', 'roots/list', 'sampling/createMessage']],
  ['2025-03-26', 'server', 'request', ['ping', 'roots/list', 'sampling/createMessage']],
  ['2025-06-18', 'server', 'request', ['elicitation/create', 'ping', 'roots/list', 'sampling/createMessage']],
  ['2025-11-25', 'client', 'request', [...ALWAYS, ...LEGACY, ...TASKS]],
  [
    '2025-11-25',
    'server',
    'request',
    ['elicitation/create', 'ping', 'roots/list', 'sampling/createMessage', ...TASKS],
  ],
  ['2025-11-25', 'client', 'notification', [...CLIENT_NOTIFICATIONS, 'tasks/status']],
  ['2025-11-25', 'server', 'notification', [...SERVER_NOTIFICATIONS, 'elicitation/complete', 'tasks/status']],
  ['2026-07-28', 'client', 'request', [...ALWAYS, 'server/discover', 'subscriptions/listen']],
  ['2026-07-28', 'server', 'request', []],
  ['2026-07-28', 'client', 'notification', ['cancelled']],
  ['2026-07-28', 'server', 'notification', [...SERVER_NOTIFICATIONS, 'subscriptions/acknowledged']],
];

describe('the method table', () => {
  it.each(SENT)('%s: the %s sends each %s of the schema and no other', (revision, side, kind, expected) => {
    expect(sentIn(revision, side, kind)).toEqual([...expected].sort());
  });

  it('has each row under its own name', () => {
    for (const [method, row] of Object.entries(METHODS)) expect(row.method).toBe(method);
  });

  it('names every message once', () => {
    const names = rows.map(({ typeName }) => typeName);
    expect(new Set(names).size).toBe(names.length);
    for (const row of rows) {
      expect(row.typeName).toMatch(row.kind === 'request' ? /Request$/ : /Notification$/);
    }
  });

  // 2026-07-28 server/utilities/caching#cacheable-results
  it('knows which results may be cached', () => {
    expect(methodsWhere((row) => row.isCacheable)).toEqual([
      'prompts/list',
      'resources/list',
      'resources/read',
      'resources/templates/list',
      'server/discover',
      'tools/list',
    ]);
  });

  // 2026-07-28 basic/patterns/mrtr#supported-requests
  // requirement: input-required-only-where-allowed
  it('knows which requests may be answered with a question', () => {
    expect(methodsWhere((row) => row.mayAskInput)).toEqual(['prompts/get', 'resources/read', 'tools/call']);
  });

  // 2025-11-25 basic/utilities/tasks#capabilities
  it('knows which requests may become a task', () => {
    expect(methodsWhere((row) => row.taskCapability !== undefined)).toEqual([
      'elicitation/create',
      'sampling/createMessage',
      'tools/call',
    ]);
  });

  // 2026-07-28 basic/transports/streamable-http#standard-request-headers
  it.each([
    ['tools/call', 'name'],
    ['prompts/get', 'name'],
    ['resources/read', 'uri'],
    ['resources/subscribe', undefined],
  ])('%s mirrors %s into Mcp-Name', (method, expected) => {
    const row = methodRow(method);
    expect(row?.kind === 'request' ? row.nameHeader : null).toBe(expected);
  });

  it('lists items where there are pages', () => {
    const lists = requests.filter(({ items }) => items !== undefined);
    expect(lists.map(({ method }) => method).sort()).toEqual([
      'prompts/list',
      'resources/list',
      'resources/templates/list',
      'tasks/list',
      'tools/list',
    ]);
    for (const { items, result } of lists) {
      expect(result.node.kind === 'object' && Object.keys(result.node.members)).toContain(items?.member);
    }
  });

  it.each([
    ['tools/list', 'server', ['tools']],
    ['resources/subscribe', 'server', ['resources', 'subscribe']],
    ['completion/complete', 'server', ['completions']],
    ['elicitation/create', 'client', ['elicitation']],
    ['tasks/cancel', 'receiver', ['tasks', 'cancel']],
    ['notifications/roots/list_changed', 'client', ['roots', 'listChanged']],
  ])('%s needs a capability of the %s', (method, side, path) => {
    expect(methodRow(method)?.needs).toMatchObject({ side, path });
  });

  it.each(['initialize', 'ping', 'server/discover', 'subscriptions/listen'])('%s needs none', (method) => {
    expect(methodRow(method)?.needs).toBeUndefined();
  });
});

describe('methodRow and methodIn', () => {
  it.each(['', 'tools', 'constructor', '__proto__', 'toString', 'notifications/foo'])(
    'know no %j',
    (method) => {
      expect(methodRow(method)).toBeUndefined();
      expect(methodIn(method, '2026-07-28', 'client')).toBeUndefined();
      expect(isMethodOf(method, '2026-07-28')).toBe(false);
    },
  );

  it('tell the direction', () => {
    expect(methodIn('tools/call', '2025-11-25', 'client')).toBe(methodRow('tools/call'));
    expect(methodIn('tools/call', '2025-11-25', 'server')).toBeUndefined();
  });
});

describe('inputRequestRow', () => {
  it.each(['sampling/createMessage', 'roots/list', 'elicitation/create'])(
    '%s is embedded since 2026-07-28',
    (method) => {
      const embedded = REVISIONS.filter((revision) => inputRequestRow(method, revision) !== undefined);
      expect(embedded).toEqual(['2026-07-28']);
      expect(methodIn(method, '2026-07-28', 'server')).toBeUndefined();
      expect(isMethodOf(method, '2026-07-28')).toBe(true);
    },
  );

  it.each(['tools/call', 'notifications/message', 'nothing'])('%s never is', (method) => {
    expect(inputRequestRow(method, '2026-07-28')).toBeUndefined();
  });
});
