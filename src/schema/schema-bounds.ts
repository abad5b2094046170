import type { LimitName, Limits } from '../protocol/index.js';
import { Fault } from '../protocol/index.js';
import type { JsonSchema } from './schema-validator.js';

/**
 * Throws a `Fault` `schema_invalid` with the `limit` that the schema is beyond. Objects anywhere in the schema count
 * as subschemas, which is never less than the true number. Iterative: a deep or cyclic schema does no harm.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#composition-keyword-resource-use
 */
export function checkBounds(schema: JsonSchema, limits: Limits): void {
  if (typeof schema !== 'object') return;
  let level: object[] = [schema];
  let nodes = 0;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limits.schemaDepth) throw beyond('schemaDepth', limits.schemaDepth, 'levels of nesting');
    const next: object[] = [];
    for (const container of level) {
      if (!Array.isArray(container)) nodes++;
      if (nodes > limits.schemaNodes) throw beyond('schemaNodes', limits.schemaNodes, 'subschemas');
      for (const value of Object.values(container)) {
        if (typeof value === 'object' && value !== null) next.push(value);
      }
    }
    level = next;
  }
  const bytes = new TextEncoder().encode(JSON.stringify(schema)).length;
  if (bytes > limits.schemaBytes) throw beyond('schemaBytes', limits.schemaBytes, 'bytes');
}

function beyond(limit: LimitName, bound: number, unit: string): Fault {
  return new Fault(
    'schema_invalid',
    `The schema has more than ${bound} ${unit}. Raise limits.${limit} if that size is expected.`,
    { limit },
  );
}
