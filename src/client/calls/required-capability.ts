import type { Revision } from '../../protocol/index.js';
import { compareRevisions, Fault, methodRow } from '../../protocol/index.js';
import type { Session } from '../session.js';

/**
 * Throws when the server did not declare what a method needs.
 *
 * @throws Fault `capability_missing`
 */
export function requireCapability(method: string, session: Session): void {
  const fault = missingCapability(method, session);
  if (fault !== undefined) throw fault;
}

/**
 * The fault `capability_missing` when the server did not declare what a method needs, in a revision in which it is
 * needed.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#operation
 */
export function missingCapability(method: string, session: Session): Fault | undefined {
  const needs = methodRow(method)?.needs;
  if (needs === undefined || !isNeededIn(needs.range, session.revision)) return undefined;
  let declared: unknown = session.capabilities;
  for (const name of needs.path) declared = (declared as Record<string, unknown> | undefined)?.[name];
  if (declared !== undefined && declared !== false) return undefined;
  const capability = needs.path.join('.');
  const message = `${method} needs the server capability \`${capability}\`, which the server did not declare. Send it with \`request\` if you know better.`;
  return new Fault('capability_missing', message, { details: { method, capability } });
}

function isNeededIn({ since, until }: { since?: Revision; until?: Revision }, revision: Revision): boolean {
  if (since !== undefined && compareRevisions(revision, since) < 0) return false;
  return until === undefined || compareRevisions(revision, until) <= 0;
}
