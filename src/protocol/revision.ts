/**
 * The published protocol revisions, oldest first. The list is closed: a revision that is not here
 * is unknown to this version of plainwire.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
 */
export const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

export type Revision = (typeof REVISIONS)[number];

/**
 * *Legacy* revisions open with an `initialize` handshake; *modern* ones carry version, identity and
 * capabilities on every request.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#terminology
 */
export type Era = 'legacy' | 'modern';

export const LATEST_REVISION: Revision = '2026-07-28';
export const LATEST_LEGACY_REVISION: Revision = '2025-11-25';

export function isRevision(value: unknown): value is Revision {
  return (REVISIONS as readonly unknown[]).includes(value);
}

export function eraOf(revision: Revision): Era {
  return revision >= '2026-07-28' ? 'modern' : 'legacy';
}

/** Negative, zero or positive, as for `Array.prototype.sort`: revisions are ordered by date. */
export function compareRevisions(a: Revision, b: Revision): number {
  return REVISIONS.indexOf(a) - REVISIONS.indexOf(b);
}
