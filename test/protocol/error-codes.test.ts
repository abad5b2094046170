import { describe, expect, it } from 'vitest';
import type { ErrorCodeName, Revision } from '../../src/protocol/index.js';
import { ERROR_CODES, REVISIONS } from '../../src/protocol/index.js';

const LEGACY: Revision[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

describe('ERROR_CODES', () => {
  // requirement: error-reserved-range-only-defined, error-reserved-codes-used-as-defined
  // requirement: error-legacy-range-not-extended, error-legacy-range-not-used
  // requirement: error-own-codes-outside-reserved-range, error-retired-codes-not-sent
  it.each<[ErrorCodeName, number, readonly Revision[], number | undefined, string]>([
    ['PARSE_ERROR', -32700, REVISIONS, 400, 'a body that cannot be accepted gets an HTTP error'],
    ['INVALID_REQUEST', -32600, REVISIONS, 400, 'likewise'],
    ['METHOD_NOT_FOUND', -32601, REVISIONS, 404, 'streamable-http#protocol-version-header'],
    ['INVALID_PARAMS', -32602, REVISIONS, undefined, 'only a missing envelope has a status'],
    ['INTERNAL_ERROR', -32603, REVISIONS, undefined, 'no page names one'],
    ['RESOURCE_NOT_FOUND', -32002, LEGACY, undefined, 'MUST NOT be sent since 2026-07-28'],
    ['URL_ELICITATION_REQUIRED', -32042, ['2025-11-25'], undefined, 'that revision only'],
    ['HEADER_MISMATCH', -32020, ['2026-07-28'], 400, 'streamable-http#server-validation'],
    ['MISSING_REQUIRED_CLIENT_CAPABILITY', -32021, ['2026-07-28'], 400, 'basic#meta'],
    ['UNSUPPORTED_PROTOCOL_VERSION', -32022, ['2026-07-28'], 400, 'versioning'],
  ])('%s is %i', (name, code, revisions, status) => {
    const row: { code: number; revisions: readonly Revision[]; http?: { status: number } } =
      ERROR_CODES[name];
    expect([row.code, [...row.revisions], row.http?.status]).toEqual([code, [...revisions], status]);
  });

  it('has each code once', () => {
    const codes = Object.values(ERROR_CODES).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });
});
