import type { JsonObject, ToolAnnotations } from '../../protocol/index.js';
import type { Tool } from './tool.js';

/** The key of `_meta` that carries the declarations of a tool unabridged. `_meta` is a bag that others use, too. */
export const DECLARATIONS_KEY = 'plainwire';

/** Capabilities of a tool that reach beyond the machine. */
const OPEN_WORLD: readonly string[] = ['egress', 'untrusted_content'];

/**
 * The declarations as hints. A client reads `readOnlyHint` to decide what it may run without asking, and Codex runs
 * what is neither destructive nor open-world, too: a tool that wants approval must not look free in either way.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations
 */
export function annotationsOf(tool: Tool): ToolAnnotations {
  const { requiresApproval } = tool;
  const own = tool.listing?.annotations;
  const isFree = !(tool.sideEffecting || requiresApproval);
  return {
    ...own,
    readOnlyHint: isFree,
    destructiveHint: !isFree && (requiresApproval || (own?.destructiveHint ?? true)),
    openWorldHint: own?.openWorldHint ?? tool.caps.some((cap) => OPEN_WORLD.includes(cap)),
  };
}

/** The declarations word for word: hints have lost some of them, and are not to be trusted from a stranger. */
export function declarationsOf({ sideEffecting, requiresApproval, caps }: Tool): JsonObject {
  return { sideEffecting, requiresApproval, caps: [...caps] };
}
