// What real servers and clients send, and what a tolerant reader makes of it.
import { describe, expect, it } from 'vitest';
import { checkItems, checkTolerant, METHODS, type Method, ToolShape } from '../../../src/protocol/index.js';

type Case = readonly [string, Method, unknown];

const RESULTS_READ: readonly Case[] = [
  ['null for "no more pages"', 'tools/list', { tools: [], nextCursor: null }],
  ['a list with a bad tool', 'tools/list', { tools: [{ name: 1 }] }],
  ['a content block of a later revision', 'tools/call', { content: [{ type: 'video', url: 1 }] }],
  ['null for absent annotations', 'tools/call', { content: [{ type: 'text', text: '', annotations: null }] }],
  ['null for absent isError', 'tools/call', { content: [], isError: null }],
  ['modern members from a legacy server', 'tools/list', { tools: [], ttlMs: -1, cacheScope: 'x' }],
  ['an invalid URI', 'resources/read', { contents: [{ uri: 'not a uri', text: '' }] }],
  [
    'vendor members in capabilities',
    'initialize',
    {
      protocolVersion: 'x',
      capabilities: { tools: { vendor: 1 }, vendor: [] },
      serverInfo: { name: 'a', version: '' },
    },
  ],
  ['a non-empty answer to ping', 'ping', { pong: true }],
  [
    'a role of a later revision',
    'prompts/get',
    { messages: [{ role: 'system', content: { type: 'text', text: '' } }] },
  ],
  ['a discovery without caching hints', 'server/discover', { supportedVersions: [], capabilities: {} }],
];

const RESULTS_REFUSED: readonly (readonly [...Case, string])[] = [
  ['a list that is none', 'tools/list', { tools: {} }, 'tools'],
  ['a cursor that is no string', 'tools/list', { tools: [], nextCursor: 2 }, 'nextCursor'],
  ['text without text', 'tools/call', { content: [{ type: 'text' }] }, 'content[0].text'],
  ['isError as text', 'tools/call', { content: [], isError: 'false' }, 'isError'],
  ['contents of no kind', 'resources/read', { contents: [{ uri: 'a:b' }] }, 'contents[0].blob'],
  ['an unknown action', 'elicitation/create', { action: 'maybe' }, 'action'],
];

const PARAMS_REFUSED: readonly (readonly [...Case, string])[] = [
  // Explicit null is invalid, absent is {}.
  ['null for arguments', 'tools/call', { name: 'a', arguments: null }, 'arguments'],
  ['a number for a prompt argument', 'prompts/get', { name: 'a', arguments: { n: 1 } }, 'arguments.n'],
  ['an unknown level', 'logging/setLevel', { level: 'trace' }, 'level'],
  [
    'an unknown reference',
    'completion/complete',
    { ref: { type: 'x' }, argument: { name: '', value: '' } },
    'ref.type',
  ],
  ['a number for a cursor', 'tools/list', { cursor: 1 }, 'cursor'],
  ['a mode that nobody can show', 'elicitation/create', { mode: 'video', message: '' }, 'mode'],
  ['requestState that is no string', 'tools/call', { name: 'a', requestState: {} }, 'requestState'],
  [
    'text for a filter',
    'subscriptions/listen',
    { notifications: { toolsListChanged: 'yes' } },
    'notifications.toolsListChanged',
  ],
];

const resultOf = (method: Method) => {
  const row = METHODS[method];
  if (row.kind !== 'request') throw new Error(`${method} has no result`);
  return row.result;
};

describe('tolerant reading', () => {
  it.each(RESULTS_READ)('lives with %s', (_, method, value) => {
    expect(checkTolerant(resultOf(method), value)).toEqual({ ok: true });
  });

  it.each(RESULTS_REFUSED)('refuses %s', (_, method, value, path) => {
    expect(checkTolerant(resultOf(method), value)).toMatchObject({ ok: false, path });
  });

  it.each(PARAMS_REFUSED)('refuses the parameter: %s', (_, method, value, path) => {
    expect(checkTolerant(METHODS[method].params, value)).toMatchObject({ ok: false, path });
  });

  it('lives with a level that it does not know', () => {
    const params = { level: 'trace', data: null };
    expect(checkTolerant(METHODS['notifications/message'].params, params)).toEqual({ ok: true });
  });

  it('quarantines the tool that cannot be called, and no other', () => {
    const good = { name: 'b', inputSchema: {}, title: 7, vendor: 1 };
    const { kept, quarantined } = checkItems(ToolShape, [
      { name: 'a' },
      good,
      { name: 'c', inputSchema: true },
    ]);
    expect(kept).toEqual([good]);
    expect(quarantined.map(({ index, reason }) => [index, reason])).toEqual([
      [0, 'inputSchema: expected an object'],
      [2, 'inputSchema: expected an object'],
    ]);
  });
});
