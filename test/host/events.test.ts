import { describe, expect, it } from 'vitest';
import { HostEvents } from '../../src/host/events.js';

describe('what an event shows', () => {
  const redacting = new HostEvents(true);

  it.each([
    ['nothing', undefined, undefined],
    ['plain values', { a: [1, 'x', null] }, { a: [1, 'x', null] }],
    [
      'secrets by name',
      { apiKey: 'k', nested: { password: 'p' } },
      { apiKey: '[redacted]', nested: { password: '[redacted]' } },
    ],
    ['secrets in text', { text: 'Authorization: Bearer abc' }, { text: 'Authorization: [redacted]' }],
    ['big integers', { id: 9007199254740993n }, { id: '9007199254740993' }],
  ])('%s', (_what, value, shown) => {
    expect(redacting.shown(value)).toEqual(shown);
  });

  it('long texts are cut', () => {
    const { text } = redacting.shown({ text: 'x'.repeat(40_000) });
    expect(text.length).toBeLessThan(17_000);
    expect(text).toMatch(/… 23616 more characters$/);
  });

  it('what cannot be written does no harm', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(redacting.shown(cycle)).toBe('[cannot be shown]');
  });

  it('without redaction is the very object', () => {
    const value = { token: 'x' };
    expect(new HostEvents(false).shown(value)).toBe(value);
  });
});
