import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/protocol/index.js';
import { DIALECTS, dialectOf } from '../../src/schema/dialect.js';

describe('dialectOf', () => {
  // requirement: schema-2020-12-default
  it.each([
    [true, '2020-12'],
    [{}, '2020-12'],
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema' }, '2020-12'],
    [{ $schema: 'http://json-schema.org/draft/2020-12/schema#' }, '2020-12'],
    [{ $schema: 'https://json-schema.org/draft/2019-09/schema' }, '2019-09'],
    [{ $schema: 'http://json-schema.org/draft-07/schema#' }, 'draft-07'],
    [{ $schema: 'http://json-schema.org/draft-07/schema' }, 'draft-07'],
    [{ $schema: 'http://json-schema.org/draft-06/schema#' }, 'draft-06'],
  ])('%j is %s', (schema, dialect) => {
    expect(dialectOf(schema)).toBe(dialect);
  });

  // requirement: schema-unknown-dialect-is-error
  it.each(['http://json-schema.org/draft-03/schema#', '', 'toString', '__proto__'])(
    'refuses %j by name',
    (uri) => {
      const attempt = () => dialectOf({ $schema: uri });
      expect(attempt).toThrow(Fault);
      expect(attempt).toThrow(JSON.stringify(uri));
      expect(attempt).toThrow(DIALECTS.join(', '));
    },
  );
});
