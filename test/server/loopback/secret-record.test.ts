import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { secretRecord } from '../../../src/server/loopback/secret-record.js';

describe('a record of secrets', () => {
  const record = secretRecord({ Authorization: 'Bearer s3cret', KEY: 's3cret' });

  it.each([
    ['by itself', inspect(record)],
    ['inside something', inspect({ deep: [record] }, { depth: 9 })],
    ['as console.log does', format('%o %O', record, record)],
  ])('does not show its values when it is printed %s', (_how, text) => {
    expect(text).toContain('Authorization');
    expect(text).not.toContain('s3cret');
  });

  it('has its values all the same, for headers and for config files', () => {
    expect({ ...record }).toEqual({ Authorization: 'Bearer s3cret', KEY: 's3cret' });
    expect(JSON.parse(JSON.stringify(record))).toEqual({ ...record });
    expect(Object.isFrozen(record)).toBe(true);
  });
});
