import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { shortHash } from '../../src/adapters/index.js';

describe('a short hash', () => {
  it.each(['look', 'höß', '\ud800', ['server', 'tool'], ['server tool'], null])(
    'of %j is of its JSON',
    (value) => {
      const whole = createHash('sha256').update(JSON.stringify(value)).digest('hex');
      expect(shortHash(value)).toBe(whole.slice(0, 8));
    },
  );

  it('stays what it was in an earlier release', () => {
    expect(shortHash(['fs', 'read'])).toBe('4abea741');
  });
});
