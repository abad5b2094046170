// Compares how often each keyword stands under each heading of the specification with what the manifest accounts for.

const LEVELS = ['MUST', 'MUST NOT', 'SHOULD', 'SHOULD NOT'];

const placeOf = ({ page, anchor }) => `${page}${anchor === '' ? '' : `#${anchor}`}`;

function add(counts, { page, anchor, level }, keywords) {
  const place = placeOf({ page, anchor });
  const atPlace = counts.get(place) ?? {};
  atPlace[level] = (atPlace[level] ?? 0) + keywords;
  counts.set(place, atPlace);
}

function countManifest(requirements) {
  const counts = new Map();
  for (const entry of requirements) {
    add(counts, entry, entry.keywords ?? 1);
    for (const place of entry.also ?? []) add(counts, place, place.keywords ?? 1);
  }
  return counts;
}

function countPages(pages) {
  const counts = new Map();
  for (const { page, keywords } of pages) {
    for (const { anchor, level } of keywords) add(counts, { page, anchor, level }, 1);
  }
  return counts;
}

/**
 * @param {{ page: string, anchor: string, level: string, keywords?: number, also?: object[] }[]} requirements
 * @param {{ page: string, keywords: { anchor: string, level: string }[] }[]} pages of the specification
 * @returns {string[]} one line for each heading and level that differ; empty when all agree
 */
export function differences(requirements, pages) {
  const manifest = countManifest(requirements);
  const specification = countPages(pages);
  const places = [...new Set([...specification.keys(), ...manifest.keys()])];
  return places.flatMap((place) =>
    LEVELS.flatMap((level) => {
      const [want, have] = [specification, manifest].map((counts) => counts.get(place)?.[level] ?? 0);
      if (want === have) return [];
      return [`${place}: ${level} stands ${want} times in the specification, ${have} in the manifest`];
    }),
  );
}

/** Places that the manifest names and the specification has no keyword at: also where an entry counts none. */
export function unknownPlaces(requirements, pages) {
  const known = countPages(pages);
  return requirements
    .flatMap((entry) => [entry, ...(entry.also ?? [])])
    .map(placeOf)
    .filter((place) => !known.has(place));
}
