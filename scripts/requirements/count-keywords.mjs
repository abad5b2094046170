// Compares spec-fixtures/requirements with a checkout of the specification: every keyword of the pages in scope must be
// accounted for, under its heading and with its level. Prints the differences; exits with 1 when there are any.
//
//   node scripts/requirements/count-keywords.mjs [folder of the checkout]     or PLAINWIRE_SPEC_SOURCE
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { differences, unknownPlaces } from './compare-keywords.mjs';
import { findKeywords } from './spec-keywords.mjs';

const MANIFESTS = join(import.meta.dirname, '..', '..', 'spec-fixtures', 'requirements');

/** Authorization and extensions are later work; the others repeat or list what the pages in scope say. */
const OUT_OF_SCOPE = /(^|\/)(authorization|extensions)|^(changelog|schema)/;

function readPages(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.mdx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      path,
      page: relative(folder, path)
        .replaceAll('\\', '/')
        .replace(/\.mdx?$/, ''),
    }))
    .filter(({ page }) => !OUT_OF_SCOPE.test(page))
    .map(({ path, page }) => ({ page, keywords: findKeywords(readFileSync(path, 'utf8')) }));
}

function compareRevision(source, file) {
  const { revision, requirements } = JSON.parse(readFileSync(join(MANIFESTS, file), 'utf8'));
  const pages = readPages(join(source, 'docs', 'specification', revision));
  const problems = [
    ...differences(requirements, pages),
    ...unknownPlaces(requirements, pages).map((place) => `${place}: no keyword stands there`),
  ];
  const total = pages.reduce((sum, { keywords }) => sum + keywords.length, 0);
  console.log(
    `${revision}: ${total} keywords, ${requirements.length} requirements, ${problems.length} differences`,
  );
  for (const problem of problems) console.log(`  ${problem}`);
  return problems.length;
}

const source = process.argv[2] ?? process.env.PLAINWIRE_SPEC_SOURCE;
if (source === undefined) {
  console.error('Name the folder of a checkout of the specification, or set PLAINWIRE_SPEC_SOURCE to it.');
  process.exitCode = 2;
} else {
  const files = readdirSync(MANIFESTS).filter((name) => name.endsWith('.json'));
  const problems = files.reduce((sum, file) => sum + compareRevision(source, file), 0);
  process.exitCode = problems === 0 ? 0 : 1;
}
