const OUTSIDE_NAMES = /[^a-z0-9_]/gu;

/**
 * Whether the tools of two servers are called so much alike that a rule or a person may take one for the other: the names
 * differ in case or in what becomes `_`, or one goes on where the other ends (`git` with a tool `hub_x`, and `git_hub`
 * with `x`, are both `mcp_git_hub_x`).
 */
export function areSimilar(oneServer: string, otherServer: string): boolean {
  const [one, other] = [stemOf(oneServer), stemOf(otherServer)];
  return one === other || one.startsWith(`${other}_`) || other.startsWith(`${one}_`);
}

function stemOf(server: string): string {
  return server.normalize('NFKC').toLowerCase().replace(OUTSIDE_NAMES, '_');
}
