import { Fault } from '../../protocol/index.js';

const SERVER_NAME = /^[A-Za-z0-9_-]+$/;
const SEPARATOR = '__';
const FORBIDDEN_IN_TOOLS = /[^A-Za-z0-9_-]/gu;
/** A model API that is offered a tool with a longer name refuses the whole turn. */
const MAX_QUALIFIED_CHARS = 64;

/**
 * Refuses a server name that cannot be part of a qualified tool name. It is not rewritten: whoever typed it holds it
 * in a string somewhere else.
 *
 * @throws Fault `invalid_argument`
 */
export function checkServerName(name: unknown): asserts name is string {
  if (typeof name === 'string' && SERVER_NAME.test(name) && !name.includes(SEPARATOR)) return;
  throw new Fault(
    'invalid_argument',
    `${JSON.stringify(name) ?? String(name)} cannot be the name of a server: use A-Z, a-z, 0-9, '-' and single '_', ` +
      'because agent CLIs address its tools as mcp__<server>__<tool>.',
  );
}

/** The name of a tool as it is served: one token without quoting or globbing, in a shell, an argument list, a log. */
export function servedToolName(toolName: string): string {
  return toolName.replace(FORBIDDEN_IN_TOOLS, '_');
}

/**
 * How agent CLIs address a tool of one of their MCP servers. Keep the map; the name is not meant to be split again.
 *
 * @throws Fault `invalid_argument` when it is too long.
 */
export function qualifiedToolName(serverName: string, servedName: string): string {
  const name = `mcp${SEPARATOR}${serverName}${SEPARATOR}${servedName}`;
  if (name.length <= MAX_QUALIFIED_CHARS) return name;
  throw new Fault(
    'invalid_argument',
    `${name} has ${name.length} characters. Model APIs refuse a tool name with more than ${MAX_QUALIFIED_CHARS}, ` +
      'and the whole turn with it: shorten the name of the tool or of the server.',
  );
}
