import { nodeBuiltin } from '../../transport/index.js';

/** Model APIs refuse a tool with a longer name, and the whole turn with it. */
export const MAX_TOOL_NAME_CHARS = 64;

const HASH_CHARS = 8;
const KEPT_CHARS = MAX_TOOL_NAME_CHARS - HASH_CHARS - 1;
const FORBIDDEN = /[^A-Za-z0-9_]/gu;
const NON_ASCII = /[^\0-\x7f]/;

/**
 * The name under which the host offers a tool of a server: `mcp_<server>_<tool>`, with `_` for everything outside
 * `[A-Za-z0-9_]`. A name that is too long, or from names that are not ASCII, ends in `_` and 8 hexadecimal digits that
 * depend on both names in full. It is the same on every connect. It cannot be split again: `ToolNames` keeps the way back.
 *
 * @throws Fault `platform_missing` for a name that needs the digits, where there is no Node.js.
 */
export function toolName(server: string, tool: string): string {
  const name = `mcp_${server}_${tool}`;
  const allowed = name.replace(FORBIDDEN, '_');
  if (allowed.length <= MAX_TOOL_NAME_CHARS && !NON_ASCII.test(name)) return allowed;
  return `${allowed.slice(0, KEPT_CHARS)}_${hashOf(server, tool)}`;
}

function hashOf(server: string, tool: string): string {
  const digest = nodeBuiltin('node:crypto')
    .createHash('sha256')
    .update(JSON.stringify([server, tool]));
  return digest.digest('hex').slice(0, HASH_CHARS);
}
