import { describe, expect, it } from 'vitest';
import { ProgramEraCache } from '../../../src/client/connect/era-cache.js';

const LEGACY = { era: 'legacy', isHttpSse: false } as const;

describe('ProgramEraCache', () => {
  it('keeps, replaces and forgets a verdict', () => {
    const cache = new ProgramEraCache();
    expect(cache.get('a')).toBeUndefined();
    cache.set('a', LEGACY);
    cache.set('a', { era: 'modern', isHttpSse: false });
    expect(cache.get('a')?.era).toBe('modern');
    cache.delete('a');
    expect(cache.get('a')).toBeUndefined();
  });

  it('holds at most 1024 verdicts and forgets the one that was set longest ago', () => {
    const cache = new ProgramEraCache();
    for (let n = 0; n < 1024; n += 1) cache.set(`server ${n}`, LEGACY);
    cache.set('server 0', LEGACY);
    cache.set('one more', LEGACY);
    expect(cache.get('server 0')).toEqual(LEGACY);
    expect(cache.get('server 1')).toBeUndefined();
    expect(cache.get('server 2')).toEqual(LEGACY);
  });
});
