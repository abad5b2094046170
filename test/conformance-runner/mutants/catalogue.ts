import type { MutantRow } from './row.js';
import { AUTHORIZATION_ROWS } from './rows/authorization.js';
import { FEATURE_ROWS } from './rows/features.js';
import { HEADER_AND_MODERN_ROWS } from './rows/headers.js';
import { HTTP_ROWS } from './rows/http.js';
import { JSON_RPC_ROWS } from './rows/json-rpc.js';
import { LIFECYCLE_ROWS } from './rows/lifecycle.js';
import { LIST_ROWS } from './rows/lists.js';
import { STDIO_ROWS } from './rows/stdio.js';
import { SUBSCRIPTION_ROWS } from './rows/subscriptions.js';
import { TOOL_ROWS } from './rows/tools.js';
import { UTILITY_ROWS } from './rows/utilities.js';
import { WIRE_ROWS } from './rows/wire.js';

/** A row with its place among those of its check, which is what the program on stdio is told. */
export interface Mutant extends MutantRow {
  readonly id: string;
}

/** Every mutant there is. */
export const MUTANTS: readonly Mutant[] = numbered([
  ...WIRE_ROWS,
  ...LIFECYCLE_ROWS,
  ...JSON_RPC_ROWS,
  ...STDIO_ROWS,
  ...HTTP_ROWS,
  ...HEADER_AND_MODERN_ROWS,
  ...LIST_ROWS,
  ...TOOL_ROWS,
  ...FEATURE_ROWS,
  ...UTILITY_ROWS,
  ...SUBSCRIPTION_ROWS,
  ...AUTHORIZATION_ROWS,
]);

function numbered(rows: readonly MutantRow[]): Mutant[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const count = (counts.get(row.check) ?? 0) + 1;
    counts.set(row.check, count);
    return { ...row, id: `${row.check}/${count}` };
  });
}
