// The rules are in spec-fixtures (corpus.test.ts). Here: what is passed on, and by reference.
import { describe, expect, it } from 'vitest';
import { readEnvelope } from '../../../src/protocol/jsonrpc/envelope.js';

describe('readEnvelope', () => {
  it('passes params, result and error on by reference', () => {
    const body = { code: 1, message: 'm', extra: [] };
    const jsonrpc = '2.0';
    expect(readEnvelope({ jsonrpc, id: 1, method: 'm', params: body })).toHaveProperty('params', body);
    expect((readEnvelope({ jsonrpc, method: 'm', params: body }) as { params?: unknown }).params).toBe(body);
    expect((readEnvelope({ jsonrpc, id: 1, result: body }) as { result?: unknown }).result).toBe(body);
    expect((readEnvelope({ jsonrpc, id: 1, error: body }) as { error?: unknown }).error).toBe(body);
  });

  it.each([
    [{ jsonrpc: '2.0', id: 1 }, 'unknown'],
    [{ jsonrpc: '1.0', id: 1, method: 'm' }, 'request'],
    [{ jsonrpc: '1.0', id: null, method: 'm' }, 'request'],
    [{ jsonrpc: '1.0', method: 'm' }, 'notification'],
    [{ jsonrpc: '1.0', id: 1, result: {} }, 'response'],
    [{ jsonrpc: '1.0', error: {} }, 'response'],
    [{ jsonrpc: '1.0', method: 'm', error: {} }, 'unknown'],
  ])('says what %j seems to be: %s', (value, shape) => {
    expect(readEnvelope(value)).toMatchObject({ kind: 'refusal', shape });
  });

  it.each([0, '', 2n ** 60n])('recovers the id %s', (id) => {
    expect(readEnvelope({ id, method: 'm' })).toMatchObject({ kind: 'refusal', id });
  });

  it.each([null, 1.5, true, {}])('recovers nothing from the id %j', (id) => {
    expect(readEnvelope({ id, method: 'm' })).not.toHaveProperty('id');
  });

  it.each([
    ['request', { jsonrpc: '2.0', id: -0, method: 'm' }],
    ['success', { jsonrpc: '2.0', id: -0, result: {} }],
    ['error', { jsonrpc: '2.0', id: -0, error: { code: 1, message: 'm' } }],
    ['refusal', { id: -0, method: 'm' }],
  ])('makes minus zero zero in a %s, so that an id has one spelling', (kind, value) => {
    const read = readEnvelope(value);
    expect(read.kind).toBe(kind);
    expect(Object.is('id' in read ? read.id : undefined, 0)).toBe(true);
  });
});
