import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { JsonObject, MethodRow, Revision } from '../../src/protocol/index.js';
import { emitSchema, METHODS, methodIn, REVISIONS } from '../../src/protocol/index.js';

const defsOf = (revision: Revision): JsonObject => emitSchema(revision)['$defs'] as JsonObject;
const isSent = (row: MethodRow, revision: Revision): boolean =>
  methodIn(row.method, revision, 'client') !== undefined ||
  methodIn(row.method, revision, 'server') !== undefined;

describe.each(REVISIONS)('emitSchema(%s)', (revision) => {
  const schema = emitSchema(revision);
  const defs = defsOf(revision);
  const sent = Object.values<MethodRow>(METHODS).filter((row) => isSent(row, revision));

  it('is a valid 2020-12 document of plain JSON', () => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false });
    ajvFormats.default(ajv);
    expect(ajv.validateSchema(schema)).toBe(true);
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });

  it('defines everything that it refers to', () => {
    const refs = [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(refs.length).toBeGreaterThan(100);
    expect(refs.filter((name) => defs[name ?? ''] === undefined)).toEqual([]);
  });

  it('defines every request with its response, and every notification', () => {
    for (const row of sent) {
      expect(defs[row.typeName]).toMatchObject({ properties: { method: { const: row.method } } });
      if (row.kind === 'request') {
        expect(defs).toHaveProperty(row.typeName.replace(/Request$/, 'ResultResponse'));
        expect(defs).toHaveProperty(row.result.name ?? '');
      }
    }
  });

  it('defines no message of other revisions', () => {
    const methods = Object.values(defs)
      .map((schema) => (schema as { properties?: { method?: { const?: string } } }).properties?.method?.const)
      .filter((method) => method !== undefined);
    const embedded =
      revision === '2026-07-28' ? ['elicitation/create', 'roots/list', 'sampling/createMessage'] : [];
    expect(methods.sort()).toEqual([...sent.map(({ method }) => method), ...embedded].sort());
  });
});

describe('emitSchema', () => {
  it('can be used as its documentation says', () => {
    const ajv = new Ajv2020({ strict: false });
    ajvFormats.default(ajv);
    const validate = ajv.compile({ ...emitSchema('2025-11-25'), $ref: '#/$defs/CallToolRequest' });
    expect(validate({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a' } })).toBe(true);
    expect(validate({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} })).toBe(false);
  });

  it('gives a new document each time', () => {
    const first = emitSchema('2025-11-25');
    first['$defs'] = {};
    expect(Object.keys(defsOf('2025-11-25')).length).toBeGreaterThan(40);
  });
});
