// The tool that compares the requirements with the specification, on small pages.
import { describe, expect, it } from 'vitest';
import { differences, unknownPlaces } from '../../scripts/requirements/compare-keywords.mjs';
import { anchorOf, findKeywords } from '../../scripts/requirements/spec-keywords.mjs';

describe('findKeywords', () => {
  it.each<[string, string, [anchor: string, level: string][]]>([
    ['each spelling', 'It **MUST** and SHALL, it is REQUIRED.', Array(3).fill(['', 'MUST'])],
    ['what is recommended', 'It SHOULD, it is **RECOMMENDED**.', Array(2).fill(['', 'SHOULD'])],
    [
      'a negation as one keyword',
      'MUST NOT, **SHALL NOT**, **MUST** **NOT**, MUST\n  NOT',
      Array(4).fill(['', 'MUST NOT']),
    ],
    ['a negation of what is recommended', 'SHOULD\nNOT, NOT RECOMMENDED', Array(2).fill(['', 'SHOULD NOT'])],
    ['no other case, and no other word', 'must, Should, MAY, OPTIONAL, MUSTARD', []],
    ['nothing in code', '```\nMUST\n```\nMUST\n', [['', 'MUST']]],
    ['nothing that is quoted', 'The key words "MUST", "SHOULD\nNOT" MUST be read so.', [['', 'MUST']]],
    [
      'each under its heading',
      'MUST\n# A\nMUST\n## B c\nSHOULD\n# A\nMUST',
      [
        ['', 'MUST'],
        ['a', 'MUST'],
        ['b-c', 'SHOULD'],
        ['a-2', 'MUST'],
      ],
    ],
  ])('finds %s', (_name, page, expected) => {
    expect(findKeywords(page).map(({ anchor, level }) => [anchor, level])).toEqual(expected);
  });

  it('tells the line', () => {
    expect(findKeywords('# A\n\nx\nMUST\n```\nx\n```\nit SHOULD')).toMatchObject([{ line: 4 }, { line: 8 }]);
  });

  it.each([
    ['`_meta`', 'meta'],
    ['Server Requirements (Basic Workflow)', 'server-requirements-basic-workflow'],
    ['`$ref` Resolution', 'ref-resolution'],
    ['https://', 'https%3A%2F%2F'],
    ['Example: a form', 'example-a-form'],
  ])('the address of %s is %s', (heading, anchor) => {
    expect(anchorOf(heading)).toBe(anchor);
  });
});

describe('differences', () => {
  const pages = [{ page: 'a', keywords: findKeywords('MUST MUST\n# B\nSHOULD NOT') }];
  const entry = { page: 'a', anchor: '', level: 'MUST' };
  const other = { page: 'a', anchor: 'b', level: 'SHOULD NOT' };

  it.each<[string, object[], string[]]>([
    ['one entry for two keywords', [{ ...entry, keywords: 2 }, other], []],
    ['an entry that counts none', [entry, entry, { ...other, keywords: 0 }, other], []],
    ['a rule that is stated twice', [{ ...entry, also: [entry, other] }], []],
    [
      'a keyword without an entry',
      [entry, other],
      ['a: MUST stands 2 times in the specification, 1 in the manifest'],
    ],
    [
      'an entry without a keyword',
      [entry, entry, entry, other],
      ['a: MUST stands 2 times in the specification, 3 in the manifest'],
    ],
    [
      'an entry with the wrong level',
      [entry, entry, { ...other, level: 'SHOULD' }],
      [
        'a#b: SHOULD stands 0 times in the specification, 1 in the manifest',
        'a#b: SHOULD NOT stands 1 times in the specification, 0 in the manifest',
      ],
    ],
  ])('%s', (_name, requirements, expected) => {
    expect(differences(requirements as (typeof entry)[], pages)).toEqual(expected);
  });

  it('an entry at a place where no keyword stands is told even if it counts none', () => {
    expect(unknownPlaces([entry, { ...entry, anchor: 'c', keywords: 0 }], pages)).toEqual(['a#c']);
  });
});
