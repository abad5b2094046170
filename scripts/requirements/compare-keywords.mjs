// Compares how often each keyword stands under each heading of the specification with what the manifest accounts for.

/** @typedef {{ page: string, anchor: string, level: string, keywords?: number }} Place */
/** @typedef {Place & { also?: Place[] }} Requirement */
/** @typedef {{ page: string, keywords: { anchor: string, level: string }[] }} Page */
/** @typedef {Map<string, Map<string, number>>} Counts by place, then by level */

const LEVELS = ['MUST', 'MUST NOT', 'SHOULD', 'SHOULD NOT'];

/** @param {{ page: string, anchor: string }} place */
const nameOf = ({ page, anchor }) => `${page}${anchor === '' ? '' : `#${anchor}`}`;

/** @param {Requirement[]} requirements @returns {Place[]} */
const placesOf = (requirements) => requirements.flatMap((entry) => [entry, ...(entry.also ?? [])]);

/** @param {Page[]} pages @returns {Place[]} */
const placesIn = (pages) =>
  pages.flatMap(({ page, keywords }) => keywords.map(({ anchor, level }) => ({ page, anchor, level })));

/** @param {Place[]} places @returns {Counts} */
function count(places) {
  /** @type {Counts} */
  const counts = new Map();
  for (const { keywords = 1, level, ...place } of places) {
    const name = nameOf(place);
    const atPlace = counts.get(name) ?? new Map();
    counts.set(name, atPlace.set(level, (atPlace.get(level) ?? 0) + keywords));
  }
  return counts;
}

/**
 * @param {Requirement[]} requirements
 * @param {Page[]} pages of the specification
 * @returns {string[]} one line for each heading and level that differ; empty when all agree
 */
export function differences(requirements, pages) {
  const manifest = count(placesOf(requirements));
  const specification = count(placesIn(pages));
  const names = new Set([...specification.keys(), ...manifest.keys()]);
  return [...names].flatMap((name) =>
    LEVELS.flatMap((level) => {
      const want = specification.get(name)?.get(level) ?? 0;
      const have = manifest.get(name)?.get(level) ?? 0;
      if (want === have) return [];
      return [`${name}: ${level} stands ${want} times in the specification, ${have} in the manifest`];
    }),
  );
}

/**
 * Places that the manifest names and the specification has no keyword at: also where an entry counts none.
 *
 * @param {Requirement[]} requirements
 * @param {Page[]} pages
 */
export function unknownPlaces(requirements, pages) {
  const known = count(placesIn(pages));
  return placesOf(requirements)
    .map(nameOf)
    .filter((name) => !known.has(name));
}
