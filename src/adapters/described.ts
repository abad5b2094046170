import { Fault } from '../protocol/index.js';
import type { ServerDescription } from '../server/index.js';

/** A server of ours, or what it says of itself: `serveRegistry` and `ApprovalServer` give things that can be handed out. */
export type HandedOut = ServerDescription | { readonly description: ServerDescription };

/** What goes to one agent CLI together. */
export interface HandedOutTogether {
  readonly descriptions: readonly ServerDescription[];
  /** The server that answers permission prompts; undefined when none does. */
  readonly approvals: (ServerDescription & { readonly permissionPromptTool: string }) | undefined;
}

/**
 * Reads what is handed out.
 *
 * @throws Fault `invalid_argument` for none at all, two of one name, two tools of one qualified name, or two that answer
 * permission prompts.
 */
export function handedOutTogether(servers: readonly HandedOut[]): HandedOutTogether {
  const descriptions = servers.map((server) => ('description' in server ? server.description : server));
  if (descriptions.length === 0) throw refused('there is no server to hand out.');
  const names = new Set<string>();
  for (const { name } of descriptions) {
    if (names.has(name)) {
      throw refused(
        `two servers are named '${name}', and one would hide the other. Give one of them another name.`,
      );
    }
    names.add(name);
  }
  refuseSharedToolNames(descriptions);
  const [approvals, second] = descriptions.filter(answersPrompts);
  if (approvals !== undefined && second !== undefined) {
    throw refused(
      `'${approvals.name}' and '${second.name}' both answer permission prompts; an agent asks one.`,
    );
  }
  return { descriptions, approvals };
}

/** `a_` with `b` and `a` with `_b` are both `mcp__a___b`: the agent would call one and mean the other. */
function refuseSharedToolNames(descriptions: readonly ServerDescription[]): void {
  const owners = new Map<string, string>();
  for (const { name, tools, permissionPromptTool } of descriptions) {
    const qualified = new Set(tools.map(({ qualifiedName }) => qualifiedName));
    if (permissionPromptTool !== undefined) qualified.add(permissionPromptTool);
    for (const tool of qualified) {
      const owner = owners.get(tool);
      if (owner !== undefined) {
        throw refused(
          `'${owner}' and '${name}' both have a tool that agents call ${tool}. Give one of the servers another name.`,
        );
      }
      owners.set(tool, name);
    }
  }
}

function answersPrompts(
  server: ServerDescription,
): server is ServerDescription & { readonly permissionPromptTool: string } {
  return server.permissionPromptTool !== undefined;
}

function refused(problem: string): Fault {
  return new Fault('invalid_argument', `Servers for an agent CLI: ${problem}`);
}
