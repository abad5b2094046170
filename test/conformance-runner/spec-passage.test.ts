import { describe, expect, it } from 'vitest';
import { CHECKS, passage, passageIn, passageUrl } from '../../src/conformance/index.js';
import { REVISIONS } from '../../src/protocol/index.js';

const SITE = 'https://modelcontextprotocol.io/specification';

describe('passageUrl', () => {
  it.each([
    ['basic/lifecycle#version-negotiation', `${SITE}/2025-06-18/basic/lifecycle#version-negotiation`],
    ['basic/index#requests', `${SITE}/2025-06-18/basic#requests`],
    ['server/tools', `${SITE}/2025-06-18/server/tools`],
    ['index', `${SITE}/2025-06-18`],
    [
      'https://www.rfc-editor.org/rfc/rfc9728#section-3.3',
      'https://www.rfc-editor.org/rfc/rfc9728#section-3.3',
    ],
  ])('%s', (text, url) => {
    expect(passageUrl(passage(text), '2025-06-18')).toBe(url);
  });
});

describe('passageIn', () => {
  const reference = {
    legacy: passage('basic/transports#stdio'),
    '2024-11-05': passage('basic/transports#old'),
    modern: passage('basic/transports/stdio#new'),
  };

  it.each([
    ['2024-11-05', 'old'],
    ['2025-11-25', 'stdio'],
    ['2026-07-28', 'new'],
  ] as const)('%s', (revision, anchor) => {
    expect(passageIn(reference, revision).anchor).toBe(anchor);
  });

  it('is the same everywhere for a single passage', () => {
    expect(passageIn(passage('a#b'), '2026-07-28')).toEqual({ page: 'a', anchor: 'b' });
  });
});

it('every check has a passage in every revision in which it has a level', () => {
  const without = CHECKS.flatMap(({ id, levels, spec }) =>
    REVISIONS.filter((revision) => levels[revision] !== undefined)
      .filter((revision) => passageIn(spec, revision).page === '')
      .map((revision) => `${id} ${revision}`),
  );
  expect(without).toEqual([]);
});
