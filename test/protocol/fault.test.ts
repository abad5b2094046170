import { describe, expect, it } from 'vitest';
import { Fault, isFault } from '../../src/protocol/index.js';

describe('Fault', () => {
  it('has the origin of its code, unless told otherwise', () => {
    expect(new Fault('invalid_json', 'm').origin).toBe('peer');
    expect(new Fault('invalid_json', 'm', { origin: 'local' }).origin).toBe('local');
  });

  it.each([
    ['The server said: Authorization: Bearer s3cret', 'The server said: Authorization: [redacted]'],
    ['redirected to https://host/Bearer%20s3cret', 'redirected to https://host/Bearer%20[redacted]'],
    ['Give credentials in headers.', 'Give credentials in headers.'],
  ])('hides what a peer may have got into its message: %s', (message, shown) => {
    expect(new Fault('http_status', message).message).toBe(shown);
  });

  it('has a message with an end', () => {
    const { message } = new Fault('invalid_message', `The server sent ${'x'.repeat(1_000_000)}`);
    expect(message.length).toBeLessThan(20_000);
    expect(message.endsWith('…')).toBe(true);
  });

  it('is known by its name and code', () => {
    const fault = new Fault('closed', 'm', { cause: 1, details: { a: 1 }, limit: 'lineBytes' });
    expect(isFault(fault, 'closed')).toBe(true);
    expect(isFault(fault, 'cancelled')).toBe(false);
    expect(isFault(new Error('m'))).toBe(false);
    expect(fault).toMatchObject({ cause: 1, details: { a: 1 }, limit: 'lineBytes' });
  });
});
