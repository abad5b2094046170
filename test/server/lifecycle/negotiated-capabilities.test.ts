import { describe, expect, it } from 'vitest';
import type { ClientCapabilities, Revision } from '../../../src/protocol/index.js';
import { negotiatedCapabilities } from '../../../src/server/lifecycle/negotiated-capabilities.js';

const OLD = { roots: { listChanged: true }, experimental: { x: {} } };
const ALL: ClientCapabilities = { ...OLD, elicitation: { form: {}, url: {} }, sampling: { tools: {} } };

describe('negotiatedCapabilities', () => {
  // requirement: negotiated-version-respected
  it.each<[Revision, string, ClientCapabilities, ClientCapabilities]>([
    ['2025-11-25', 'all', ALL, ALL],
    ['2026-07-28', 'all', ALL, ALL],
    ['2025-06-18', 'all', ALL, { elicitation: { form: {} }, sampling: {}, ...OLD }],
    ['2025-06-18', 'forms', { elicitation: {} }, { elicitation: {} }],
    ['2025-06-18', 'URLs only', { elicitation: { url: {} } }, {}],
    ['2025-06-18', 'nonsense', { elicitation: 1, sampling: null } as never, {}],
    ['2025-03-26', 'all', ALL, { sampling: {}, ...OLD }],
    ['2024-11-05', 'all', ALL, { sampling: {}, ...OLD }],
    ['2024-11-05', 'nothing', {}, {}],
  ])('%s, %s', (revision, _name, declared, negotiated) => {
    expect(negotiatedCapabilities(declared, revision)).toEqual(negotiated);
  });
});
