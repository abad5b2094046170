// Every cell of spec-fixtures/http/cells.json, three times: through the pure ladder, through node:http, through fetch.
import { describe, expect, it } from 'vitest';
import { decodeMessage, type ErrorMessage, type Revision } from '../../../src/protocol/index.js';
import { classifyEndpoint } from '../../../src/transport/http-server/classify-endpoint.js';
import { classifyEntity, classifyStreamEntity } from '../../../src/transport/http-server/classify-entity.js';
import { batchRevision, classifyMessage } from '../../../src/transport/http-server/classify-message.js';
import { classifySession, type SessionFacts } from '../../../src/transport/http-server/classify-session.js';
import { httpServerSettings } from '../../../src/transport/http-server/options.js';
import { pathOf } from '../../../src/transport/http-server/request-head.js';
import { createFetchHandler, listenHttp } from '../../../src/transport/index.js';
import { CELLS, type Cell, cellHeaders, cellText } from '../../support/http-cells.js';
import { openProbe } from '../../support/http-probe.js';
import { ScriptedHandler } from '../../support/scripted-handler.js';
import { waitFor } from '../../support/wait-for.js';

const HOST = '127.0.0.1:3000';

describe('the cells', () => {
  it('have names of their own', () => {
    expect(new Set(CELLS.map(({ id }) => id)).size).toBe(CELLS.length);
  });

  it('cover every verdict', () => {
    const kinds = new Set(CELLS.map(({ expect: { kind } }) => kind));
    expect([...kinds].sort()).toEqual([
      'initialize',
      'legacy',
      'modern-notification',
      'modern-request',
      'preflight',
      'refuse',
      'session',
      'sessionless',
    ]);
  });
});

describe('the pure ladder', () => {
  it.each(CELLS)('$id', (cell) => {
    const verdict = classify(cell);
    expect(verdict.kind).toBe(cell.expect.kind);
    if (verdict.kind === 'refuse') {
      expect(verdict.status).toBe(cell.expect.status);
      expectError(verdict.body, cell);
    }
    if (verdict.kind === 'sessionless' && cell.expect.revision !== undefined) {
      expect(verdict.revision).toBe(cell.expect.revision);
    }
  });

  it('would notice a wrong verdict', () => {
    const cell = CELLS.find(({ id }) => id === 'host-foreign') as Cell;
    expect(classify({ ...cell, headers: { host: HOST } }).kind).not.toBe('refuse');
  });
});

/** The whole ladder, with a caller who is let through. */
function classify(cell: Cell) {
  const settings = httpServerSettings({ path: '/mcp', ...cell.server });
  const fields = cellHeaders(cell, { host: HOST, session: 'known' });
  const head = { method: cell.method ?? 'POST', path: pathOf(cell.path ?? '/mcp'), fields };
  const endpoint = classifyEndpoint(head, settings.endpoint);
  if (endpoint.kind === 'refuse' || endpoint.kind === 'preflight') return endpoint;
  const find = (id: string): SessionFacts | undefined =>
    id === 'known' && cell.session !== undefined
      ? { revision: cell.session, principal: undefined }
      : undefined;
  const query = {
    fields,
    principal: cell.principal,
    find,
    mirrored: (tool: string) => new ScriptedHandler().mirroredParams(tool),
  };
  if (endpoint.kind !== 'message') {
    const refusal = endpoint.kind === 'stream' ? classifyStreamEntity(fields) : undefined;
    return refusal ?? classifySession(query, settings.era);
  }
  const refusal = classifyEntity(fields, settings.limits.requestBodyBytes);
  if (refusal !== undefined) return refusal;
  const revision = batchRevision(query, settings.era);
  const options = revision === undefined ? {} : { revision };
  const body = decodeMessage(cellText(cell) ?? '', { limits: settings.limits, ...options });
  return classifyMessage(body, query, settings.era);
}

function expectError(body: Pick<ErrorMessage, 'id' | 'error'>, { expect: expected }: Cell): void {
  if (expected.code !== undefined) expect(body.error.code).toBe(expected.code);
  if ('id' in expected) expect(body.id ?? null).toBe(expected.id);
  if (expected.says !== undefined) expect(body.error.message).toContain(expected.says);
  if (expected.data !== undefined) expect(body.error.data).toMatchObject(expected.data);
}

/** What came back, from either kind of server. */
interface Answered {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly text: string;
}

function expectAnswer(answered: Answered, cell: Cell): void {
  const { expect: expected } = cell;
  expect(answered.status, answered.text).toBe(expected.status);
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    if (value === '*') expect(answered.header(name)).toBeDefined();
    else expect(answered.header(name)).toBe(value ?? undefined);
  }
  if (cell.stays === true) return;
  if (expected.status === 202 || expected.status === 204) expect(answered.text).toBe('');
  else expect(answered.header('content-type')).toBe('application/json');
  if (expected.code !== undefined) expectError(JSON.parse(answered.text), cell);
  if (expected.bodyIds !== undefined) {
    const ids = JSON.parse(answered.text).map(({ id }: { id: unknown }) => id);
    expect(ids).toEqual(expected.bodyIds);
  }
}

const INITIALIZE = { jsonrpc: '2.0', id: 0, method: 'initialize' };
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const initializeText = (revision: Revision): string =>
  JSON.stringify({ ...INITIALIZE, params: { protocolVersion: revision } });

/** Tokens stand for who asks: none for a cell without principal. */
const authenticate = ({ headers }: { headers: Readonly<Record<string, string | undefined>> }) => ({
  principal: headers['x-principal'] ?? 'nobody',
});

// requirement: http-single-endpoint, http-origin-validated, http-bad-origin-403, http-notification-202
// requirement: http-notification-refused-status, http-modern-only-get-405
// requirement: http-modern-only-ignores-session, http-missing-version-header-rejected
// requirement: http-version-mismatch-rejected, http-standard-headers-required, http-headers-equal-body
// requirement: http-base64-decoded-before-comparing, http-param-header-missing-rejected
// requirement: http-header-rejection-400, http-header-rejection-code, meta-missing-field-rejected
// requirement: meta-missing-field-http-400, modern-only-names-versions-to-initialize
// requirement: legacy-http-notification-202, legacy-http-notification-refused-status
// requirement: legacy-get-stream-or-405, legacy-session-id-required, legacy-session-ended-404
// requirement: legacy-version-header-default, legacy-version-header-unsupported-400, batches-received
// requirement: initialize-not-in-batch
describe('node:http', () => {
  it.each(CELLS)('$id', async (cell) => {
    await using listener = await listenHttp(new ScriptedHandler(), { authenticate, ...cell.server });
    const { port } = listener;
    let session = 'known';
    if (cell.session !== undefined) {
      const opened = await openProbe({ port, headers: JSON_HEADERS, body: initializeText(cell.session) });
      session = String(opened.headers['mcp-session-id']);
    }
    const headers = cellHeaders(cell, { host: `127.0.0.1:${port}`, session });
    if (cell.principal !== undefined) headers['x-principal'] = cell.principal;
    const text = cellText(cell);
    const stream = await openProbe({
      port,
      method: cell.method ?? 'POST',
      path: cell.path ?? '/mcp',
      headers,
      ...(text === undefined ? {} : { body: text }),
    });
    if (cell.stays === true) stream.drop();
    else await waitFor('the answer is complete', () => stream.isEnded);
    const header = (name: string): string | undefined => stream.headers[name]?.toString();
    expectAnswer({ status: stream.status, header, text: stream.text }, cell);
  });
});

describe('fetch', () => {
  it.each(CELLS)('$id', async (cell) => {
    await using handle = createFetchHandler(new ScriptedHandler(), {
      path: '/mcp',
      authenticate,
      ...cell.server,
    });
    let session = 'known';
    if (cell.session !== undefined) {
      const init = { method: 'POST', headers: JSON_HEADERS, body: initializeText(cell.session) };
      const opened = await handle(new Request(`http://${HOST}/mcp`, init));
      session = String(opened.headers.get('mcp-session-id'));
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(cellHeaders(cell, { host: HOST, session }))) {
      if (value !== undefined) headers.set(name, value);
    }
    if (cell.principal !== undefined) headers.set('x-principal', cell.principal);
    const method = cell.method ?? 'POST';
    const text = cellText(cell);
    // A body in text/plain gets a type of its own unless bytes are given.
    const body = text === undefined || method === 'GET' ? null : new TextEncoder().encode(text);
    const response = await handle(
      new Request(`http://${HOST}${cell.path ?? '/mcp'}`, { method, headers, body }),
    );
    if (cell.stays === true) await response.body?.cancel();
    const answer = cell.stays === true ? '' : await response.text();
    const header = (name: string): string | undefined => response.headers.get(name) ?? undefined;
    expectAnswer({ status: response.status, header, text: answer }, cell);
  });
});
