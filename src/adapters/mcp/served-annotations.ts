import type { ToolAnnotations } from '../../protocol/index.js';

/** What MCP takes for granted of a tool that says nothing. 2026-07-28 schema#toolannotations */
const WORST_CASE = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
} as const satisfies ToolAnnotations;

/**
 * The annotations to serve an adapted tool with. Whoever is served trusts us, not the server that the tool comes from:
 * hints that nobody vouches for must not make its calls look harmless there.
 *
 * 2026-07-28 server/tools#tool (clients MUST consider annotations untrusted unless they come from trusted servers)
 */
export function servedAnnotations(
  annotations: ToolAnnotations | undefined,
  areTrusted: boolean,
): ToolAnnotations | undefined {
  return areTrusted ? annotations : { ...annotations, ...WORST_CASE };
}
