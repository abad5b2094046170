import type { ServerDescription } from '../../server/index.js';

/** The tools that run without asking: those whose author did not ask for a person. Sorted. */
export function allowedTools(servers: readonly ServerDescription[]): string[] {
  return servers
    .flatMap(({ tools }) => tools)
    .filter(({ requiresApproval }) => !requiresApproval)
    .map(({ qualifiedName }) => qualifiedName)
    .sort();
}
