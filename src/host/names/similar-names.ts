const OUTSIDE_NAMES = /[^a-z0-9_]/gu;
/** Longer ones are refused, and so need no comparison to their end. */
const COMPARED_CHARS = 129;

/**
 * Names of servers whose tools are called so much alike that a rule or a person may take one for the other: the names
 * differ in case or in what becomes `_`, or one goes on where the other ends (`git` with a tool `hub_x`, and `git_hub`
 * with `x`, are both `mcp_git_hub_x`).
 */
export class SimilarNames {
  readonly #byStem = new Map<string, string>();
  /** By what stands before each `_` of the stem. */
  readonly #byBeginning = new Map<string, string>();

  add(server: string): void {
    const stem = stemOf(server);
    if (!this.#byStem.has(stem)) this.#byStem.set(stem, server);
    for (const beginning of beginningsOf(stem)) this.#byBeginning.set(beginning, server);
  }

  /** One of the names that is similar to this one, or the same; undefined for none. */
  find(server: string): string | undefined {
    const stem = stemOf(server);
    const known = this.#byStem.get(stem) ?? this.#byBeginning.get(stem);
    if (known !== undefined) return known;
    const beginning = beginningsOf(stem).find((text) => this.#byStem.has(text));
    return beginning === undefined ? undefined : this.#byStem.get(beginning);
  }
}

function stemOf(server: string): string {
  return server.slice(0, COMPARED_CHARS).normalize('NFKC').toLowerCase().replace(OUTSIDE_NAMES, '_');
}

function beginningsOf(stem: string): string[] {
  return [...stem.matchAll(/_/g)].map(({ index }) => stem.slice(0, index));
}
