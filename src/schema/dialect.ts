import { Fault, isJsonObject } from '../protocol/index.js';
import type { JsonSchema } from './schema-validator.js';

/** The JSON Schema dialects that can be checked. */
export const DIALECTS = ['2020-12', '2019-09', 'draft-07', 'draft-06'] as const;

export type Dialect = (typeof DIALECTS)[number];

const DIALECT_OF_URI: ReadonlyMap<string, Dialect> = new Map([
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
  ['json-schema.org/draft/2019-09/schema', '2019-09'],
  ['json-schema.org/draft-07/schema', 'draft-07'],
  ['json-schema.org/draft-06/schema', 'draft-06'],
]);

/**
 * The dialect a schema is written in: what `$schema` says, else 2020-12. Throws a `Fault`
 * `schema_dialect_unsupported` that names any other.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#schema-dialect
 */
export function dialectOf(schema: JsonSchema): Dialect {
  const declared = isJsonObject(schema) ? schema['$schema'] : undefined;
  if (declared === undefined) return '2020-12';
  const dialect = typeof declared === 'string' ? DIALECT_OF_URI.get(canonical(declared)) : undefined;
  if (dialect !== undefined) return dialect;
  const supported = DIALECTS.join(', ');
  throw new Fault(
    'schema_dialect_unsupported',
    `The schema declares the dialect ${JSON.stringify(declared)}, which is not supported. Supported: ${supported}.`,
    { details: { dialect: declared, supported: DIALECTS } },
  );
}

/** Dialect URIs are written with http or https, and with or without an empty fragment. */
function canonical(uri: string): string {
  return uri.replace(/^https?:\/\//, '').replace(/#$/, '');
}
