import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, MirroredPlace } from '../../../src/protocol/index.js';
import {
  checkRequestHeaders,
  paramHeaders,
  request,
  requestHeaders,
  withEnvelope,
} from '../../../src/protocol/index.js';

interface Case {
  readonly method?: string;
  readonly params?: JsonObject;
  readonly revision?: string;
  readonly mirrored?: readonly MirroredPlace[];
  /** Overrides what a right client sends; undefined takes the header away. */
  readonly headers?: Record<string, string | undefined>;
}

const HALF_CHARACTER = /\p{Cs}/u;

const MIRRORED = [
  { header: 'Region', path: ['region'] },
  { header: 'Level', path: ['opts', 'level'] },
];

function check({ method = 'tools/call', params = { name: 'add' }, mirrored = [], ...rest }: Case) {
  const message = request(
    1,
    method,
    withEnvelope(params, { revision: '2026-07-28', clientCapabilities: {} }),
  );
  const right = {
    ...requestHeaders(message),
    ...paramHeaders(mirrored, params['arguments'] as JsonObject | undefined),
  };
  const sent = new Map(
    Object.entries({ ...right, ...rest.headers }).map(([name, text]) => [name.toLowerCase(), text]),
  );
  return checkRequestHeaders({
    message,
    envelopeRevision: rest.revision ?? '2026-07-28',
    headers: (name) => sent.get(name.toLowerCase()),
    mirrored,
  });
}

const args = (value: unknown, level: unknown = undefined): JsonObject =>
  ({
    name: 'add',
    arguments: { region: value, ...(level === undefined ? {} : { opts: { level } }) },
  }) as JsonObject;

describe('checkRequestHeaders', () => {
  // requirement: http-base64-decoded-before-comparing, http-param-integers-compared-as-numbers
  // requirement: http-param-header-not-expected-for-null, http-param-header-not-expected-when-absent
  it.each<[string, Case]>([
    ['what our client sends', {}],
    ['a method without a name', { method: 'tools/list', params: {} }],
    ['a resource', { method: 'resources/read', params: { uri: 'file:///größe' } }],
    [
      'whitespace around values',
      { headers: { 'MCP-Protocol-Version': ' 2026-07-28\t', 'Mcp-Method': '\ttools/call ' } },
    ],
    ['whitespace around the name', { headers: { 'Mcp-Name': '  add ' } }],
    ['a name that need not be encoded', { headers: { 'Mcp-Name': '=?base64?YWRk?=' } }],
    [
      'a name where the method has none',
      { method: 'tools/list', params: {}, headers: { 'Mcp-Name': 'whatever' } },
    ],
    ['no name in the body either', { params: {} }],
    ['mirrored arguments', { params: args('us', 3), mirrored: MIRRORED }],
    ['mirrored arguments that are absent', { params: { name: 'add' }, mirrored: MIRRORED }],
    ['a null argument', { params: args(null), mirrored: MIRRORED }],
    ['an argument that no header can carry', { params: args({ a: 1 }), mirrored: MIRRORED }],
    [
      'an encoded argument',
      { params: args('us'), mirrored: MIRRORED, headers: { 'Mcp-Param-Region': '=?base64?dXM=?=' } },
    ],
    ['an empty argument', { params: args(''), mirrored: MIRRORED }],
    [
      'numbers compared as numbers',
      { params: args('us', 42), mirrored: MIRRORED, headers: { 'Mcp-Param-Level': '42.0' } },
    ],
    [
      'with exponents',
      { params: args('us', 100), mirrored: MIRRORED, headers: { 'Mcp-Param-Level': '1e2' } },
    ],
    ['negative zero', { params: args('us', 0), mirrored: MIRRORED, headers: { 'Mcp-Param-Level': '-0' } }],
    ['a boolean', { params: args(false), mirrored: MIRRORED }],
    ['headers of other tools', { headers: { 'Mcp-Param-Other': 'x' } }],
    [
      'behind an unknown version nothing but the version',
      {
        revision: '2099-01-01',
        headers: { 'MCP-Protocol-Version': '2099-01-01', 'Mcp-Method': undefined, 'Mcp-Name': 'other' },
      },
    ],
    [
      'behind a legacy version nothing but the version',
      { revision: '2025-11-25', headers: { 'MCP-Protocol-Version': '2025-11-25', 'Mcp-Method': undefined } },
    ],
  ])('agrees: %s', (_name, given) => {
    expect(check(given)).toBeUndefined();
  });

  // requirement: http-headers-equal-body, http-param-header-equals-argument, http-param-header-mismatch-400
  // requirement: http-param-header-missing-rejected, http-param-header-invalid-rejected
  // requirement: http-version-mismatch-rejected, http-standard-headers-required, http-header-rejection-400
  // requirement: http-header-rejection-code
  it.each<[string, Case, string]>([
    [
      'version missing',
      { headers: { 'MCP-Protocol-Version': undefined } },
      "MCP-Protocol-Version header is missing, body value is '2026-07-28'",
    ],
    [
      'version empty',
      { headers: { 'MCP-Protocol-Version': '' } },
      "MCP-Protocol-Version header value '' does not match body value '2026-07-28'",
    ],
    [
      'version differs',
      { headers: { 'MCP-Protocol-Version': '2025-11-25' } },
      "MCP-Protocol-Version header value '2025-11-25' does not match body value '2026-07-28'",
    ],
    [
      'version differs, unknown in the body',
      { revision: '2099-01-01' },
      "MCP-Protocol-Version header value '2026-07-28' does not match body value '2099-01-01'",
    ],
    [
      'version twice',
      { headers: { 'MCP-Protocol-Version': '2026-07-28, 2026-07-28' } },
      "MCP-Protocol-Version header value '2026-07-28, 2026-07-28' does not match body value '2026-07-28'",
    ],
    [
      'version encoded, which it must not be',
      { headers: { 'MCP-Protocol-Version': '=?base64?MjAyNi0wNy0yOA==?=' } },
      "MCP-Protocol-Version header value '=?base64?MjAyNi0wNy0yOA==?=' does not match body value '2026-07-28'",
    ],
    [
      'method missing',
      { headers: { 'Mcp-Method': undefined } },
      "Mcp-Method header is missing, body value is 'tools/call'",
    ],
    [
      'method differs',
      { headers: { 'Mcp-Method': 'tools/list' } },
      "Mcp-Method header value 'tools/list' does not match body value 'tools/call'",
    ],
    [
      'method in another case',
      { headers: { 'Mcp-Method': 'Tools/Call' } },
      "Mcp-Method header value 'Tools/Call' does not match body value 'tools/call'",
    ],
    [
      'method with foreign characters',
      { headers: { 'Mcp-Method': 'tools/cäll' } },
      "Mcp-Method header value 'tools/cäll' holds characters that a header must not have",
    ],
    [
      'name missing',
      { headers: { 'Mcp-Name': undefined } },
      "Mcp-Name header is missing, body value is 'add'",
    ],
    [
      'name differs',
      { headers: { 'Mcp-Name': 'foo' } },
      "Mcp-Name header value 'foo' does not match body value 'add'",
    ],
    [
      'name in another case',
      { headers: { 'Mcp-Name': 'Add' } },
      "Mcp-Name header value 'Add' does not match body value 'add'",
    ],
    [
      'name differs, encoded',
      { headers: { 'Mcp-Name': '=?base64?Zm9v?=' } },
      "Mcp-Name header value 'foo' does not match body value 'add'",
    ],
    [
      'name in bad Base64',
      { headers: { 'Mcp-Name': '=?base64?YWR?=' } },
      "Mcp-Name header value '=?base64?YWR?=' is not valid Base64",
    ],
    [
      'name that the body lacks',
      { params: {}, headers: { 'Mcp-Name': 'add' } },
      "Mcp-Name header value 'add' does not match a body that has no such value",
    ],
    [
      'name that is no text in the body',
      { params: { name: 5 }, headers: { 'Mcp-Name': '5' } },
      "Mcp-Name header value '5' does not match a body that has no such value",
    ],
    [
      'URI differs',
      { method: 'resources/read', params: { uri: 'a:b' }, headers: { 'Mcp-Name': 'a:c' } },
      "Mcp-Name header value 'a:c' does not match body value 'a:b'",
    ],
    [
      'argument without header',
      { params: args('us'), mirrored: MIRRORED, headers: { 'Mcp-Param-Region': undefined } },
      "Mcp-Param-Region header is missing, body value is 'us'",
    ],
    [
      'empty argument without header',
      { params: args(''), mirrored: MIRRORED, headers: { 'Mcp-Param-Region': undefined } },
      "Mcp-Param-Region header is missing, body value is ''",
    ],
    [
      'argument differs',
      { params: args('us'), mirrored: MIRRORED, headers: { 'Mcp-Param-Region': 'eu' } },
      "Mcp-Param-Region header value 'eu' does not match body value 'us'",
    ],
    [
      'header for an absent argument',
      { mirrored: MIRRORED, headers: { 'Mcp-Param-Region': 'us' } },
      "Mcp-Param-Region header value 'us' does not match a body that has no such value",
    ],
    [
      'header for a null argument',
      { params: args(null), mirrored: MIRRORED, headers: { 'Mcp-Param-Region': 'null' } },
      "Mcp-Param-Region header value 'null' does not match body value 'null'",
    ],
    [
      'header for an object',
      { params: args({ a: 1 }), mirrored: MIRRORED, headers: { 'Mcp-Param-Region': '{"a":1}' } },
      `Mcp-Param-Region header value '{"a":1}' does not match body value '{"a":1}'`,
    ],
    [
      'argument in bad Base64',
      { params: args('us'), mirrored: MIRRORED, headers: { 'Mcp-Param-Region': '=?base64?*?=' } },
      "Mcp-Param-Region header value '=?base64?*?=' is not valid Base64",
    ],
    [
      'number differs',
      { params: args('us', 42), mirrored: MIRRORED, headers: { 'Mcp-Param-Level': '43' } },
      "Mcp-Param-Level header value '43' does not match body value '42'",
    ],
    [
      'number in hexadecimal',
      { params: args('us', 42), mirrored: MIRRORED, headers: { 'Mcp-Param-Level': '0x2a' } },
      "Mcp-Param-Level header value '0x2a' does not match body value '42'",
    ],
    [
      'number that is empty',
      { params: args('us', 0), mirrored: MIRRORED, headers: { 'Mcp-Param-Level': '' } },
      "Mcp-Param-Level header value '' does not match body value '0'",
    ],
    [
      'text that looks like the number',
      { params: args('42'), mirrored: MIRRORED, headers: { 'Mcp-Param-Region': '42.0' } },
      "Mcp-Param-Region header value '42.0' does not match body value '42'",
    ],
    [
      'boolean in capitals',
      { params: args(true), mirrored: MIRRORED, headers: { 'Mcp-Param-Region': 'True' } },
      "Mcp-Param-Region header value 'True' does not match body value 'true'",
    ],
    [
      'boolean as number',
      { params: args(true), mirrored: MIRRORED, headers: { 'Mcp-Param-Region': '1' } },
      "Mcp-Param-Region header value '1' does not match body value 'true'",
    ],
  ])('%s', (_name, given, message) => {
    expect(check(given)).toMatchObject({
      code: -32020,
      httpStatus: 400,
      message: `Header mismatch: ${message}`,
    });
  });

  // requirement: x-mcp-header-safe-integers
  it('refuses an integer that a double cannot hold, even in the same digits', () => {
    const message = request(1, 'tools/call', args('us', 2 ** 53));
    const sent: Record<string, string> = {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'add',
      'Mcp-Param-Region': 'us',
      'Mcp-Param-Level': '9007199254740993',
    };
    const given = {
      message,
      envelopeRevision: '2026-07-28',
      headers: (name: string) => sent[name],
      mirrored: MIRRORED,
    };
    expect(checkRequestHeaders(given)?.message).toContain('Mcp-Param-Level');
  });

  it('answers the first failure in the order of the docstring', () => {
    const wrong = {
      'MCP-Protocol-Version': 'x',
      'Mcp-Method': 'x',
      'Mcp-Name': 'x',
      'Mcp-Param-Region': 'x',
    };
    const order = Object.keys(wrong);
    const left: Record<string, string> = { ...wrong };
    for (const name of order) {
      expect(check({ params: args('us'), mirrored: MIRRORED, headers: left })?.message).toContain(
        `: ${name} header`,
      );
      delete left[name];
    }
    expect(check({ params: args('us'), mirrored: MIRRORED, headers: left })).toBeUndefined();
  });

  it('shortens what it quotes', () => {
    const error = check({ headers: { 'Mcp-Name': 'x'.repeat(10_000) } });
    expect(error?.message.length).toBeLessThan(300);
  });

  it('takes whatever our client makes of a call, and nothing else', () => {
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
    );
    fc.assert(
      fc.property(
        fc.string(),
        value,
        value,
        fc.string({ unit: 'grapheme-ascii' }),
        (name, region, level, other) => {
          fc.pre(
            [name, region, level].every((text) => typeof text !== 'string' || !HALF_CHARACTER.test(text)),
          );
          const params = { name, arguments: { region, opts: { level } } };
          expect(check({ params, mirrored: MIRRORED })).toBeUndefined();
          fc.pre(
            other.trim() !== String(region) && !other.startsWith('=?base64?') && typeof region === 'string',
          );
          expect(check({ params, mirrored: MIRRORED, headers: { 'Mcp-Param-Region': other } })?.code).toBe(
            -32020,
          );
        },
      ),
    );
  });
});
