/**
 * True when no two items are equal as JSON values. Linear in the size of the array, where comparing each item with
 * each other lets a few megabytes of distinct objects keep the process busy for minutes.
 */
export function areUnique(items: readonly unknown[]): boolean {
  const seen = new Set<unknown>();
  for (const item of items) {
    // A string stands for itself as text in quotes, so that it never equals the text of an object.
    const key = typeof item === 'number' || typeof item === 'boolean' ? item : canonicalJson(item);
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}

/** JSON text that is the same for equal values, whatever the order of their properties. */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
