import type { JsonObject } from '../../protocol/index.js';
import type { Verdict } from './decision-table.js';

/**
 * The verdict in the words of Claude Code: one text block of JSON, and nothing beside it. An allow always carries the
 * arguments, because without `updatedInput` the tool runs with none; a deny always says why.
 */
export function promptAnswer(verdict: Verdict, asked: Readonly<JsonObject>): string {
  return JSON.stringify(
    verdict.allowed
      ? { behavior: 'allow', updatedInput: verdict.modified ?? asked }
      : { behavior: 'deny', message: verdict.reason },
  );
}
