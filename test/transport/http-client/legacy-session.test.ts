import { describe, expect, it } from 'vitest';
import { LegacySession } from '../../../src/transport/http-client/legacy-session.js';

describe('LegacySession', () => {
  it('adds what is known so far', () => {
    const session = new LegacySession();
    expect(session.headers).toEqual({});
    expect(session.begin('abc')).toBeUndefined();
    expect(session.headers).toEqual({ 'mcp-session-id': 'abc' });
    session.negotiated('2025-06-18');
    expect(session.headers).toEqual({ 'mcp-session-id': 'abc', 'mcp-protocol-version': '2025-06-18' });
    expect(session.begin(undefined)).toBeUndefined();
    expect(session.headers).toEqual({ 'mcp-protocol-version': '2025-06-18' });
  });

  it.each(['!', '~', 'a.b-c_d=', 'x'.repeat(1000)])('takes the visible ASCII %#', (id) => {
    expect(new LegacySession().begin(id)).toBeUndefined();
  });

  it.each(['', ' ', 'a b', 'a, b', 'é', 'a\u007f', 'a\u0000'])('refuses %j and stays as it was', (id) => {
    const session = new LegacySession();
    session.begin('good');
    expect(session.begin(id)?.code).toBe('invalid_message');
    expect(session.id).toBe('good');
  });
});
