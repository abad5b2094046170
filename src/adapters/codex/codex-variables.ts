import { Fault } from '../../protocol/index.js';
import type { ServerDescription, StdioServerDescription } from '../../server/index.js';

const PREFIX = 'PLAINWIRE_TOKEN_';
/** Every token variable, as a pattern of Codex. */
export const TOKEN_VARIABLES = `${PREFIX}*`;

/** What a shell cannot do without, and is no secret. */
const EVERYDAY: readonly string[] = ['HOME', 'LANG', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'USER'];

/**
 * The variable that carries the token of each server with one. Names of servers may differ in case and dashes only, names
 * of variables may not: those that come out the same are numbered.
 */
export function tokenVariables(servers: readonly ServerDescription[]): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  const taken = new Set<string>();
  for (const { name, authHeaders } of servers) {
    if (authHeaders['Authorization'] === undefined) continue;
    const base = PREFIX + name.toUpperCase().replaceAll('-', '_');
    let variable = base;
    for (let count = 2; taken.has(variable); count += 1) variable = `${base}_${count}`;
    taken.add(variable);
    variables.set(name, variable);
  }
  return variables;
}

/**
 * The variables of all stdio servers together.
 *
 * @throws Fault `invalid_argument` when two servers want different values for one: Codex has one environment.
 */
export function stdioVariables(servers: readonly ServerDescription[]): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const { name, env } of servers.filter(isStdio)) {
    for (const [variable, value] of Object.entries(env)) {
      if (Object.hasOwn(variables, variable) && variables[variable] !== value) {
        throw new Fault(
          'invalid_argument',
          `Codex hands variables on from its own environment, and the server '${name}' wants another value for ` +
            `${variable} than a server before it. Give them variables of different names.`,
        );
      }
      variables[variable] = value;
    }
  }
  return variables;
}

/** What the shell of the model is not to see. */
export function hiddenVariables(servers: readonly ServerDescription[]): string[] {
  const own = Object.keys(stdioVariables(servers)).filter((name) => !EVERYDAY.includes(name.toUpperCase()));
  return tokenVariables(servers).size === 0 ? own : [TOKEN_VARIABLES, ...own];
}

function isStdio(server: ServerDescription): server is StdioServerDescription {
  return server.transport === 'stdio';
}
