// Every passage that a check cites is there: its page, and the heading on it. The pages are read from a checkout of the
// specification, whose folder PLAINWIRE_SPEC_SOURCE names; without it only the comparison is tried, on a small page.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsIn } from '../../scripts/requirements/spec-keywords.mjs';
import { CHECKS, type CheckFacts, levels, passage, passageIn } from '../../src/conformance/index.js';
import { REVISIONS } from '../../src/protocol/index.js';

/** The text of a page of a revision, or undefined. */
type ReadPage = (revision: string, page: string) => string | undefined;

function missingPassages(
  checks: readonly Pick<CheckFacts, 'id' | 'levels' | 'spec'>[],
  read: ReadPage,
): string[] {
  return checks.flatMap(({ id, levels, spec }) =>
    REVISIONS.filter((revision) => levels[revision] !== undefined).flatMap((revision) => {
      const { page, anchor } = passageIn(spec, revision);
      if (page.startsWith('https://')) return [];
      const text = read(revision, page);
      if (text === undefined) return [`${id} ${revision}: no page ${page}`];
      return anchorsIn(text).includes(anchor) ? [] : [`${id} ${revision}: no heading ${page}#${anchor}`];
    }),
  );
}

describe('missingPassages', () => {
  const read: ReadPage = (_, page) => (page === 'basic/x' ? '# One\n\n## `_meta`\n' : undefined);
  const oneRevision = levels('MUST', '2026-07-28');

  it.each([
    ['basic/x', []],
    ['basic/x#meta', []],
    ['https://example.com/rfc#section-9', []],
    ['basic/x#two', ['a 2026-07-28: no heading basic/x#two']],
    ['basic/y#one', ['a 2026-07-28: no page basic/y']],
  ])('%s', (text, missing) => {
    expect(missingPassages([{ id: 'a', levels: oneRevision, spec: passage(text) }], read)).toEqual(missing);
  });
});

const source = process.env['PLAINWIRE_SPEC_SOURCE'];

it(`every passage of a check is there${source === undefined ? ' (left out: PLAINWIRE_SPEC_SOURCE is not set)' : ''}`, () => {
  if (source === undefined) return expect(CHECKS.length).toBeGreaterThan(0);
  const read: ReadPage = (revision, page) => {
    const path = join(source, 'docs', 'specification', revision, `${page}.mdx`);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  expect(missingPassages(CHECKS, read)).toEqual([]);
});
