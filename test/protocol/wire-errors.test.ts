import { describe, expect, it } from 'vitest';
import type { Era } from '../../src/protocol/index.js';
import {
  headerMismatch,
  initializeUnsupported,
  internalError,
  invalidParams,
  invalidRequest,
  isResourceNotFound,
  malformedEnvelope,
  methodNotFound,
  missingCapability,
  missingEnvelope,
  parseError,
  RpcError,
  resourceNotFound,
  toErrorMessage,
  unsupportedVersion,
} from '../../src/protocol/index.js';

describe('constructors', () => {
  it.each<[string, RpcError, { code: number; message: string | RegExp; data?: unknown; status?: number }]>([
    ['parseError', parseError(), { code: -32700, message: /not valid JSON/, status: 400 }],
    ['invalidRequest', invalidRequest('no batch'), { code: -32600, message: 'no batch', status: 400 }],
    [
      'methodNotFound',
      methodNotFound('a/b'),
      { code: -32601, message: 'Method not found: a/b', status: 404 },
    ],
    [
      'initializeUnsupported',
      initializeUnsupported(['2026-07-28']),
      { code: -32601, message: /2026-07-28/, data: { supported: ['2026-07-28'] }, status: 404 },
    ],
    ['invalidParams', invalidParams('bad', { at: 'x' }), { code: -32602, message: 'bad', data: { at: 'x' } }],
    [
      'missingEnvelope',
      missingEnvelope('io.modelcontextprotocol/protocolVersion'),
      { code: -32602, message: /_meta.*'io\.modelcontextprotocol\/protocolVersion'/, status: 400 },
    ],
    ['malformedEnvelope', malformedEnvelope('x is y'), { code: -32602, message: /x is y/, status: 400 }],
    ['internalError', internalError(), { code: -32603, message: 'Internal error' }],
    [
      'headerMismatch',
      headerMismatch('A is B'),
      { code: -32020, message: 'Header mismatch: A is B', status: 400 },
    ],
    [
      'missingCapability',
      missingCapability({ elicitation: {}, sampling: {} }),
      {
        code: -32021,
        message: /elicitation, sampling/,
        data: { requiredCapabilities: { elicitation: {}, sampling: {} } },
        status: 400,
      },
    ],
    [
      'unsupportedVersion',
      unsupportedVersion('1900-01-01', ['2026-07-28', '2025-11-25']),
      {
        code: -32022,
        message: 'Unsupported protocol version',
        data: { supported: ['2026-07-28', '2025-11-25'], requested: '1900-01-01' },
        status: 400,
      },
    ],
    [
      'resourceNotFound, modern',
      resourceNotFound('a://b', '2026-07-28'),
      { code: -32602, message: 'Resource not found', data: { uri: 'a://b' } },
    ],
    [
      'resourceNotFound, legacy',
      resourceNotFound('a://b', '2025-11-25'),
      { code: -32002, message: 'Resource not found', data: { uri: 'a://b' } },
    ],
  ])('%s', (_name, error, expected) => {
    expect(error).toBeInstanceOf(RpcError);
    expect(error.code).toBe(expected.code);
    if (typeof expected.message === 'string') expect(error.message).toBe(expected.message);
    else expect(error.message).toMatch(expected.message);
    expect(error.data).toEqual(expected.data);
    expect(error.httpStatus).toBe(expected.status);
  });

  it('does not keep the caller’s list of versions', () => {
    const supported = ['2026-07-28'];
    const error = unsupportedVersion('x', supported);
    supported.push('later');
    expect(error.data).toEqual({ supported: ['2026-07-28'], requested: 'x' });
  });
});

describe('isResourceNotFound', () => {
  it.each<[string, { code: number; data?: unknown }, boolean]>([
    ['the legacy code', { code: -32002 }, true],
    ['the modern code with the URI', { code: -32602, data: { uri: 'a://b' } }, true],
    ['the modern code about something else', { code: -32602, data: { cursor: 'x' } }, false],
    ['the modern code without data', { code: -32602 }, false],
    ['the modern code with null', { code: -32602, data: null }, false],
    ['another code', { code: -32603, data: { uri: 'a://b' } }, false],
  ])('%s', (_name, error, expected) => {
    expect(isResourceNotFound(error)).toBe(expected);
  });
});

describe('toErrorMessage', () => {
  it.each<[string, RpcError, Era, number | undefined, string]>([
    ['-32601', methodNotFound('x'), 'modern', 404, 'prescribed'],
    ['-32601', methodNotFound('x'), 'legacy', undefined, '404 would end the session of a legacy client'],
    ['-32602 of the envelope', missingEnvelope('k'), 'modern', 400, 'prescribed'],
    ['-32602 of the envelope', missingEnvelope('k'), 'legacy', undefined, 'there is no envelope'],
    ['-32700', parseError(), 'legacy', 400, 'unreadable in every revision'],
    ['-32600', invalidRequest('x'), 'legacy', 400, 'likewise'],
    ['-32603', internalError(), 'modern', undefined, 'none is prescribed'],
    ['one of the application', new RpcError(7, 'x', undefined, 409), 'modern', 409, 'its own choice'],
    ['one of the application', new RpcError(7, 'x', undefined, 409), 'legacy', undefined, 'not in a session'],
  ])('%s, %s', (_name, error, era, status) => {
    expect(toErrorMessage(0, error, era).httpStatus).toBe(status);
  });

  it('keeps the id, even 0, and leaves out what is absent', () => {
    expect(toErrorMessage(0, internalError(), 'modern')).toStrictEqual({
      kind: 'error',
      id: 0,
      error: { code: -32603, message: 'Internal error' },
    });
    expect(toErrorMessage(undefined, internalError(), 'modern')).not.toHaveProperty('id');
  });
});
