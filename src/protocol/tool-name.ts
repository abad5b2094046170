export type ToolNameCheck = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const MAX_LENGTH = 128;
const OTHER_CHARACTER = /[^A-Za-z0-9_.-]/u;

/**
 * Holds a tool name against the advice of the specification. All of it is SHOULD: a client lives with names that
 * break it, a server does not make them.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-names (since 2025-11-25)
 */
export function checkToolName(name: string): ToolNameCheck {
  if (name === '') return { ok: false, reason: 'a tool name must not be empty' };
  if (name.length > MAX_LENGTH) {
    return {
      ok: false,
      reason: `a tool name should have ${MAX_LENGTH} characters at most, not ${name.length}`,
    };
  }
  const other = OTHER_CHARACTER.exec(name);
  if (other === null) return { ok: true };
  const reason = `tool name '${name}' holds ${JSON.stringify(other[0])}; allowed are A-Z, a-z, 0-9, '_', '-' and '.'`;
  return { ok: false, reason };
}
