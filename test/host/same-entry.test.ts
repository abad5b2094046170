import { describe, expect, it } from 'vitest';
import type { ServerEntry } from '../../src/host/index.js';
import { hasSameConnection, isSameEntry } from '../../src/host/same-entry.js';
import { stdioServer, streamableHttpServer } from '../../src/transport/index.js';

const entry = (parts: Partial<ServerEntry> = {}): ServerEntry => ({
  name: 's',
  origin: { kind: 'program' },
  target: stdioServer({ command: 'x', args: ['a'], env: { KEY: '1' } }),
  startupMs: 1,
  requestMs: undefined,
  trust: false,
  resources: true,
  skills: false,
  enabled: true,
  enabledTools: undefined,
  disabledTools: [],
  ...parts,
});
const headers = () => ({ token: 'x' });
const http = (parts: object = {}) => streamableHttpServer({ url: 'http://localhost/mcp', ...parts });

describe('two entries', () => {
  it.each([
    ['the same', {}, {}, true, true],
    ['from another file', {}, { origin: { kind: 'user', path: '/x' } }, true, true],
    [
      'other arguments',
      {},
      { target: stdioServer({ command: 'x', args: ['b'], env: { KEY: '1' } }) },
      false,
      false,
    ],
    [
      'another variable',
      {},
      { target: stdioServer({ command: 'x', args: ['a'], env: { KEY: '2' } }) },
      false,
      false,
    ],
    [
      'one more variable',
      {},
      { target: stdioServer({ command: 'x', args: ['a'], env: { KEY: '1', B: '' } }) },
      false,
      false,
    ],
    [
      'other headers',
      { target: http({ headers: { a: '1' } }) },
      { target: http({ headers: { a: '2' } }) },
      false,
      false,
    ],
    [
      'the same headers',
      { target: http({ headers: { a: '1' } }) },
      { target: http({ headers: { a: '1' } }) },
      true,
      true,
    ],
    ['one header function', { target: http({ headers }) }, { target: http({ headers }) }, true, true],
    [
      'two header functions',
      { target: http({ headers }) },
      { target: http({ headers: () => ({}) }) },
      false,
      false,
    ],
    ['switched off', {}, { enabled: false }, false, false],
    ['trusted', {}, { trust: true }, true, false],
    ['other filters', { disabledTools: ['a'] }, { disabledTools: ['b'] }, true, false],
    ['filters or none', {}, { enabledTools: [] }, true, false],
  ] as const)('%s', (_what, one, other, connection, whole) => {
    const [a, b] = [entry(one), entry(other as Partial<ServerEntry>)];
    expect([hasSameConnection(a, b), isSameEntry(a, b)]).toEqual([connection, whole]);
    expect([hasSameConnection(b, a), isSameEntry(b, a)]).toEqual([connection, whole]);
  });
});
