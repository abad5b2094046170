/** The one of the known words that was most likely meant; undefined when none is close. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3));
  const ranked = known
    .map((candidate) => ({ candidate, edits: edits(word, candidate) }))
    .filter((one) => one.edits <= most)
    .sort((one, other) => one.edits - other.edits);
  const begun = word.length > 2 ? known.find((candidate) => candidate.startsWith(word)) : undefined;
  return ranked[0]?.candidate ?? begun;
}

/** Letters to insert, remove or replace: the Levenshtein distance. */
function edits(word: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 0; at < word.length; at++) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++) {
      const replaced = (row[to] ?? 0) + (word[at] === other[to] ? 0 : 1);
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** The end of a sentence that says that a word is not known. */
export function didYouMean(word: string, known: readonly string[], prefix = ''): string {
  const nearest = nearestWord(word, known);
  return nearest === undefined ? '.' : `: did you mean ${prefix}${nearest}?`;
}
