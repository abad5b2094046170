// Whatever comes in, exactly one answer goes out, and it is never our fault.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../../src/transport/index.js';
import { CELLS, cellHeaders, cellText } from '../../support/http-cells.js';
import { ScriptedHandler } from '../../support/scripted-handler.js';

const URL = 'http://localhost/mcp';
const NAMES = [
  'accept',
  'content-type',
  'content-encoding',
  'host',
  'origin',
  'authorization',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-param-region',
  'mcp-session-id',
  'last-event-id',
];

/** Text that a header can hold, and values that mean something somewhere. */
const headerValue = fc.oneof(
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength: 40,
  }),
  fc.constantFrom(
    '2025-03-26',
    '2026-07-28',
    'application/json',
    'text/event-stream',
    '*/*;q=0',
    'null',
    '0-0',
    '1-999999999999999',
    '=?base64?####?=',
    'Bearer',
    'http://[::1',
  ),
);

/** A cell with some of it replaced by garbage. */
const request = fc.record({
  cell: fc.constantFrom(...CELLS.filter(({ stays }) => stays !== true)),
  headers: fc.dictionary(fc.constantFrom(...NAMES), headerValue, { maxKeys: 3 }),
  method: fc.option(fc.constantFrom('POST', 'GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'), { nil: undefined }),
  cut: fc.option(fc.nat(200), { nil: undefined }),
  bytes: fc.uint8Array({ maxLength: 20 }),
});

describe('garbage', () => {
  it('is answered, once, without a word about our inside', async () => {
    const warnings: string[] = [];
    await fc.assert(
      fc.asyncProperty(request, async ({ cell, headers, method, cut, bytes }) => {
        const handle = createFetchHandler(new ScriptedHandler(), {
          path: '/mcp',
          onWarning: ({ code }) => warnings.push(code),
          ...cell.server,
        });
        const all = { ...cellHeaders(cell, { host: 'localhost', session: 'none' }), ...headers };
        const fields = Object.entries(all).filter(
          (field): field is [string, string] => field[1] !== undefined,
        );
        const text = new TextEncoder().encode(cellText(cell) ?? '');
        const body = cut === undefined ? text : new Uint8Array([...text.slice(0, cut), ...bytes]);
        const verb = method ?? cell.method ?? 'POST';
        const init = { method: verb, headers: fields, ...(verb === 'GET' ? {} : { body }) };
        const response = await handle(new Request(URL, init));
        expect(response.status).toBeLessThan(500);
        const answer = await response.text();
        expect(answer).not.toContain('    at ');
        if (answer !== '') JSON.parse(answer);
        await handle.close();
      }),
      { numRuns: 500 },
    );
    expect(warnings.filter((code) => code === 'handler_failed')).toEqual([]);
  });
});
