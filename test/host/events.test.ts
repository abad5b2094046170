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

  it('a result of very many parts is cut as well', () => {
    const shown = new HostEvents(true).shown({
      list: Array.from({ length: 300_000 }, (_, at) => ({ text: `token ${at}` })),
      texts: Array.from({ length: 900 }, () => 'x'.repeat(10_000)),
      object: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at])),
    });
    expect(shown.list).toHaveLength(1_001);
    expect(shown.list.at(-1)).toBe('… 299000 more items');
    expect(shown.texts.at(-1)).toBe('… 10000 more characters');
    expect(JSON.stringify(shown).length).toBeLessThan(500_000);
  });

  it('says what is missing of an object', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at]));
    const shown = new HostEvents(true).shown(many) as Record<string, unknown>;
    expect([Object.keys(shown).length, shown['k999'], shown['…']]).toEqual([1_001, 999, '4000 more members']);
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

describe('listeners', () => {
  it('one that is there twice is told twice, and taken away once', () => {
    const events = new HostEvents(true);
    let told = 0;
    const listener = () => {
      told += 1;
    };
    const off = events.add(listener);
    events.add(listener);
    events.emit({ kind: 'warning', server: undefined, message: 'x' });
    off();
    off();
    events.emit({ kind: 'warning', server: undefined, message: 'x' });
    expect(told).toBe(3);
  });
});
