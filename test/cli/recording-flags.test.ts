import { describe, expect, it } from 'vitest';
import { readRecordingFlags } from '../../src/cli/recording-flags.js';

describe('readRecordingFlags', () => {
  it.each([
    [undefined, undefined],
    ['0', { port: 0 }],
    ['8080', { port: 8080 }],
    ['65535', { port: 65_535 }],
    ['localhost:1', { host: 'localhost', port: 1 }],
    ['[::1]:8080', { host: '::1', port: 8080 }],
  ])('--listen %s', (listen, expected) => {
    expect(readRecordingFlags({ listen }).listen).toEqual(expected);
  });

  it.each(['', 'x', '-1', '65536', '8080x', 'host:', ':8080', '1.5'])('refuses --listen %j', (listen) => {
    expect(() => readRecordingFlags({ listen })).toThrow('not a port');
  });

  it.each(['client', 'server', undefined] as const)('--as %s', (as) => {
    expect(readRecordingFlags({ as }).as).toBe(as);
  });

  it.each(['', 'Client', 'both'])('refuses --as %j', (as) => {
    expect(() => readRecordingFlags({ as })).toThrow('neither client nor server');
  });

  it('keeps every --ignore', () => {
    expect(readRecordingFlags({ ignore: ['a', '/b'] }).ignore).toEqual(['a', '/b']);
    expect(readRecordingFlags({}).ignore).toEqual([]);
  });
});
