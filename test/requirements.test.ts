// Every requirement of the specification is covered by a test that cites it, or deferred with a reason. A test cites
// with a comment directly above its `it`, `describe` or the call of a contract of tests,
//
//   // requirement: some-id, another-id
//
// or with a field of a table row, `requirement: 'some-id'`. Each rule below is also tried on a small input that breaks it.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REVISIONS } from '../src/protocol/index.js';

const MANIFESTS = join(import.meta.dirname, '..', 'spec-fixtures', 'requirements');

interface Place {
  readonly page: string;
  readonly anchor: string;
  readonly level: string;
  readonly keywords?: number;
}

interface Requirement extends Place {
  readonly id: string;
  readonly role: string;
  readonly text: string;
  readonly also?: readonly Place[];
  readonly deferred?: string;
}

interface Manifest {
  readonly revision: string;
  readonly requirements: readonly Requirement[];
}

interface Source {
  readonly path: string;
  readonly text: string;
}

interface Citation {
  readonly id: string;
  readonly where: string;
}

interface Input {
  readonly manifests: readonly Manifest[];
  readonly sources: readonly Source[];
}

const COMMENT = /^\s*\/\/ requirement: (.+)$/;
const FIELD = /\brequirement: '([^']*)'/g;
const CITABLE = /^\s*(it|describe|\w+Contract)\b/;

/** The line that a block of citing comments stands above. */
function citedLine(lines: readonly string[], at: number): string {
  return lines.slice(at).find((line) => !COMMENT.test(line)) ?? '';
}

function citationsOf({ path, text }: Source): Citation[] {
  return text.split('\n').flatMap((line, index) => {
    const ids = COMMENT.exec(line)?.[1]?.split(', ') ?? [...line.matchAll(FIELD)].map(([, id = '']) => id);
    return ids.map((id) => ({ id, where: `${path}:${index + 1}` }));
  });
}

const isPlace = ({ page, anchor, level, keywords = 1 }: Place): boolean =>
  typeof page === 'string' &&
  page !== '' &&
  typeof anchor === 'string' &&
  ['MUST', 'MUST NOT', 'SHOULD', 'SHOULD NOT'].includes(level) &&
  Number.isInteger(keywords) &&
  keywords >= 0;

const MEMBERS = ['id', 'level', 'role', 'page', 'anchor', 'text', 'keywords', 'also', 'deferred'];

const isWellFormed = (entry: Requirement): boolean =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(entry.id) &&
  ['client', 'server', 'both', 'application'].includes(entry.role) &&
  typeof entry.text === 'string' &&
  /^\S.*\.$/.test(entry.text) &&
  isPlace(entry) &&
  (entry.also ?? []).every(isPlace) &&
  Object.keys(entry).every((member) => MEMBERS.includes(member));

const entriesOf = ({ manifests }: Input): (Requirement & { readonly revision: string })[] =>
  manifests.flatMap(({ revision, requirements }) => requirements.map((entry) => ({ ...entry, revision })));

const citedIds = ({ sources }: Input): Set<string> =>
  new Set(sources.flatMap(citationsOf).map(({ id }) => id));

const good: Requirement = {
  id: 'a-rule',
  level: 'MUST',
  role: 'both',
  page: 'basic/index',
  anchor: '',
  text: 'A rule.',
};
const reason = 'Concerns something that is not here.';
const manifest = (...requirements: Requirement[]): Manifest => ({ revision: '2026-07-28', requirements });
const source = (text: string): Source => ({ path: 'x.test.ts', text });
const citing = source(`// requirement: a-rule\nit('x', () => {});`);

const RULES: { name: string; check: (input: Input) => string[]; broken: Input }[] = [
  {
    name: 'an entry is well-formed',
    check: (input) =>
      entriesOf(input)
        .filter(({ revision: _revision, ...entry }) => !isWellFormed(entry))
        .map(({ revision, id }) => `${revision}: the entry ${id} is malformed`),
    broken: { manifests: [manifest({ ...good, level: 'MAY' })], sources: [citing] },
  },
  {
    name: 'an id stands once in a revision',
    check: ({ manifests }) =>
      manifests.flatMap(({ revision, requirements }) =>
        requirements
          .filter(({ id }, index) => requirements.findIndex((other) => other.id === id) !== index)
          .map(({ id }) => `${revision}: ${id} stands twice`),
      ),
    broken: { manifests: [manifest(good, good)], sources: [citing] },
  },
  {
    name: 'an id says the same in every revision',
    check: (input) => {
      const entries = entriesOf(input);
      const first = new Map(entries.toReversed().map((entry) => [entry.id, entry]));
      return entries
        .filter(({ id, text, role }) => first.get(id)?.text !== text || first.get(id)?.role !== role)
        .map(({ revision, id }) => `${revision}: ${id} says something else than in other revisions`);
    },
    broken: {
      manifests: [manifest(good), { revision: '2025-11-25', requirements: [{ ...good, text: 'Another.' }] }],
      sources: [citing],
    },
  },
  {
    name: 'a requirement is cited or deferred',
    check: (input) => {
      const cited = citedIds(input);
      return entriesOf(input)
        .filter(({ id, deferred }) => deferred === undefined && !cited.has(id))
        .map(({ revision, id }) => `${revision}: no test cites ${id}, and nothing says why`);
    },
    broken: { manifests: [manifest(good)], sources: [] },
  },
  {
    name: 'a deferral has a reason',
    check: (input) =>
      entriesOf(input)
        .filter(({ deferred }) => deferred !== undefined && deferred.trim().split(/\s+/).length < 3)
        .map(({ revision, id }) => `${revision}: ${id} is deferred without a reason`),
    broken: { manifests: [manifest({ ...good, deferred: 'later' })], sources: [] },
  },
  {
    name: 'a deferral is not stale',
    check: (input) => {
      const cited = citedIds(input);
      return entriesOf(input)
        .filter(({ id, deferred }) => deferred !== undefined && cited.has(id))
        .map(({ revision, id }) => `${revision}: ${id} is deferred, but a test cites it`);
    },
    broken: { manifests: [manifest({ ...good, deferred: reason })], sources: [citing] },
  },
  {
    name: 'a citation names a requirement',
    check: (input) => {
      const known = new Set(entriesOf(input).map(({ id }) => id));
      return input.sources
        .flatMap(citationsOf)
        .filter(({ id }) => !known.has(id))
        .map(({ id, where }) => `${where}: there is no requirement "${id}"`);
    },
    broken: { manifests: [], sources: [source(`const row = { requirement: 'no-rule' };`)] },
  },
  {
    name: 'a citing comment stands directly above a test',
    check: ({ sources }) =>
      sources.flatMap(({ path, text }) => {
        const lines = text.split('\n');
        return lines.flatMap((line, index) =>
          COMMENT.test(line) && !CITABLE.test(citedLine(lines, index))
            ? [`${path}:${index + 1} stands above no test`]
            : [],
        );
      }),
    broken: { manifests: [], sources: [source(`// requirement: a-rule\n\nit('x', () => {});`)] },
  },
];

function readManifests(): Manifest[] {
  return readdirSync(MANIFESTS).map((name) => JSON.parse(readFileSync(join(MANIFESTS, name), 'utf8')));
}

/** The sources of all tests but this one. */
function readSources(): Source[] {
  const root = import.meta.dirname;
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/node_modules|peers.programs|^requirements\.test\.ts$/.test(relative(root, path)))
    .map((path) => ({ path: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }));
}

describe('requirements', () => {
  const input: Input = { manifests: readManifests(), sources: readSources() };
  const right: Input = { manifests: [manifest(good)], sources: [citing] };

  it('has a list for every revision, under its name', () => {
    expect(input.manifests.map(({ revision }) => revision).sort()).toEqual([...REVISIONS].sort());
    const names = readdirSync(MANIFESTS).map((name) => name.replace('.json', ''));
    expect(names.sort()).toEqual([...REVISIONS].sort());
  });

  it('reads the tests', () => {
    expect(input.sources.length).toBeGreaterThan(100);
  });

  it.each(RULES)('$name', ({ check }) => {
    expect(check(input)).toEqual([]);
  });

  it.each(RULES)('the rule can fail, and is not too strict: $name', ({ check, broken }) => {
    expect(check(broken)).not.toEqual([]);
    expect(check(right)).toEqual([]);
  });
});
