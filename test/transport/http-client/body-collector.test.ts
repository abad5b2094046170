import { describe, expect, it } from 'vitest';
import { BodyCollector } from '../../../src/transport/http-client/body-collector.js';

describe('BodyCollector', () => {
  it.each([
    [[], 10, true, ''],
    [['abc'], 3, true, 'abc'],
    [['abc'], 2, false, 'ab'],
    [['ab', 'c'], 3, true, 'abc'],
    [['ab', 'cd'], 3, false, 'abc'],
    [['abc', 'd'], 3, false, 'abc'],
    [['abc', ''], 3, true, 'abc'],
    [['a'], 0, false, ''],
  ])('takes %j within %i: %s', (chunks, limit, fits, text) => {
    const collector = new BodyCollector(limit);
    const results = chunks.map((chunk) => collector.push(new TextEncoder().encode(chunk)));
    expect(results.every(Boolean)).toBe(fits);
    expect(new TextDecoder().decode(collector.bytes())).toBe(text);
  });

  it('does not copy a body of one chunk', () => {
    const chunk = Uint8Array.of(1, 2, 3);
    const collector = new BodyCollector(3);
    collector.push(chunk);
    expect(collector.bytes()).toBe(chunk);
  });
});
