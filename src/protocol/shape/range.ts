import { compareRevisions, type Revision } from '../revision.js';
import type { RevisionRange } from './shape.js';

/** True when the span contains the revision. */
export function includes(range: RevisionRange, revision: Revision): boolean {
  const { since, until } = range;
  if (since !== undefined && compareRevisions(revision, since) < 0) return false;
  return until === undefined || compareRevisions(revision, until) <= 0;
}
