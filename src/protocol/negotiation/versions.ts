import { Fault } from '../fault.js';
import type { Revision } from '../revision.js';
import { compareRevisions, eraOf } from '../revision.js';

/**
 * The newest revision that both sides speak, or undefined. `theirs` comes from a peer: entries that are no strings,
 * or name what we do not know, are passed over.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#protocol-version-negotiation
 */
export function chooseRevision(ours: readonly Revision[], theirs: readonly unknown[]): Revision | undefined {
  return newest(ours.filter((revision) => theirs.includes(revision)));
}

/**
 * The version that a server answers `initialize` with: the requested one if it serves it, else its latest legacy
 * one. The handshake never selects a modern revision.
 *
 * @param requested `params.protocolVersion` as it came.
 * @throws Fault `invalid_argument` when no legacy revision is served; `initializeUnsupported` is the answer then.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation
 */
export function answerInitialize(requested: unknown, ours: readonly Revision[]): Revision {
  const legacy = ours.filter((revision) => eraOf(revision) === 'legacy');
  const answer = legacy.find((revision) => revision === requested) ?? newest(legacy);
  if (answer === undefined) {
    throw new Fault('invalid_argument', 'initialize cannot be answered: no legacy revision is served.');
  }
  return answer;
}

/** The latest of them, or undefined for none. */
export function newest(revisions: readonly Revision[]): Revision | undefined {
  return [...revisions].sort(compareRevisions).at(-1);
}
