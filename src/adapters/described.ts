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
 * @throws Fault `invalid_argument` for none at all, two of one name, or two that answer permission prompts.
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
  const [approvals, second] = descriptions.filter(answersPrompts);
  if (approvals !== undefined && second !== undefined) {
    throw refused(
      `'${approvals.name}' and '${second.name}' both answer permission prompts; an agent asks one.`,
    );
  }
  return { descriptions, approvals };
}

function answersPrompts(
  server: ServerDescription,
): server is ServerDescription & { readonly permissionPromptTool: string } {
  return server.permissionPromptTool !== undefined;
}

function refused(problem: string): Fault {
  return new Fault('invalid_argument', `Servers for an agent CLI: ${problem}`);
}
