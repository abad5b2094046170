// Holds the shapes against the official JSON Schemas: the emitted definitions say the same, and both they and the lint
// accept and reject the same generated messages, except where test/protocol/differences.ts says otherwise.
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MethodRow, Revision, Side } from '../../src/protocol/index.js';
import {
  decodeMessage,
  emitSchema,
  lintMessage,
  METHODS,
  methodIn,
  REVISIONS,
} from '../../src/protocol/index.js';
import type { Definitions } from '../support/official-schemas.js';
import { readExamples, readOfficial, SPEC_DIR } from '../support/official-schemas.js';
import { valuesFor, withChanges } from '../support/schema-arbitrary.js';
import { normalForm } from '../support/schema-normal-form.js';
import { asDecoded, DIFFERENCES, NOT_EMITTED, REFUSED_EXAMPLES } from './differences.js';

const MESSAGE_RUNS = { numRuns: 60 };
/** Fewer: the normal forms are compared as well, and leave little to find. */
const DEFINITION_RUNS = { numRuns: 20 };
const SIDES: readonly Side[] = ['client', 'server'];
const rows: readonly MethodRow[] = Object.values(METHODS);

/** A validator for each definition of a document, compiled on first use. */
function validators(defs: Definitions): (name: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  ajvFormats.default(ajv);
  ajv.addSchema({ $id: 'document', $defs: defs });
  return (name) => {
    const validate = ajv.getSchema(`document#/$defs/${name}`);
    if (validate === undefined) throw new Error(`There is no definition ${name}`);
    return validate;
  };
}

function emittedDefs(revision: Revision): Definitions {
  return emitSchema(revision)['$defs'] as Definitions;
}

function patchedDefs(specDir: string, revision: Revision): Definitions {
  const { defs } = readOfficial(specDir, revision);
  for (const { revisions, patch } of DIFFERENCES) if (revisions.includes(revision)) patch(defs);
  return defs;
}

/** The whole path of a live frame: text, decoder, lint. */
function lintAccepts(wire: unknown, revision: Revision, sender: Side, requestMethod?: string): boolean {
  const message = decodeMessage(JSON.stringify(wire), { revision });
  if (message.kind === 'fault' || message.kind === 'batch') return false;
  return lintMessage(message, revision, sender, requestMethod).length === 0;
}

const shown = (value: unknown): string => JSON.stringify(value);

function compareMessages(specDir: string, revision: Revision): void {
  const defs = patchedDefs(specDir, revision);
  const official = validators(defs);
  const emitted = validators(emittedDefs(revision));
  const values = valuesFor(defs);

  const agree = (name: string, sender: Side, requestMethod?: string): void => {
    fc.assert(
      fc.property(withChanges(values(defs[name])), (wire) => {
        const expected = official(name)(wire);
        expect(emitted(name)(wire), `emitted ${name}: ${shown(wire)}`).toBe(expected);
        const decoded = official(name)(asDecoded(wire));
        expect(lintAccepts(wire, revision, sender, requestMethod), `lint ${name}: ${shown(wire)}`).toBe(
          decoded,
        );
      }),
      MESSAGE_RUNS,
    );
  };

  const sent = rows.flatMap((row) =>
    SIDES.filter((side) => methodIn(row.method, revision, side) !== undefined).map((side) => ({ row, side })),
  );
  it.each(sent.map(({ row, side }) => ({ name: row.typeName, side })))(
    '$name from the $side',
    ({ name, side }) => agree(name, side),
  );
  const answered = sent.filter(({ row }) => row.kind === 'request');
  it.each(answered.map(({ row, side }) => ({ method: row.method, typeName: row.typeName, side })))(
    'the response to $method of the $side',
    ({ method, typeName, side }) => {
      const name = typeName.replace(/Request$/, 'ResultResponse');
      agree(name, side === 'client' ? 'server' : 'client', method);
    },
  );
  it('an error response', () => agree('JSONRPCErrorResponse', 'server'));
}

function compareDefinitions(specDir: string, revision: Revision): void {
  const defs = patchedDefs(specDir, revision);
  const ours = emittedDefs(revision);
  const official = validators(defs);
  const emitted = validators(ours);
  const values = valuesFor(defs);
  const ourValues = valuesFor(ours);
  const both = Object.keys(defs).filter((name) => ours[name] !== undefined);

  it('every definition is emitted, or listed with the reason why not', () => {
    const missing = Object.keys(defs).filter((name) => ours[name] === undefined);
    expect(missing.filter((name) => NOT_EMITTED[name] === undefined)).toEqual([]);
    expect(both.length).toBeGreaterThan(40);
  });

  it.each(both)('%s says the same', (name) => {
    expect(normalForm(ours[name], ours)).toEqual(normalForm(defs[name], defs));
  });

  it.each(both)('%s accepts and rejects the same', (name) => {
    const wire = fc.oneof(withChanges(values(defs[name])), withChanges(ourValues(ours[name])));
    fc.assert(
      fc.property(wire, (value) => {
        expect(emitted(name)(value), shown(value)).toBe(official(name)(value));
      }),
      DEFINITION_RUNS,
    );
  });

  const examples = readExamples(specDir, revision);
  it.each(examples)('the example $type/$file is accepted', ({ type, file, value }) => {
    const isRefused = REFUSED_EXAMPLES[`${type}/${file}`] !== undefined;
    // What is not emitted is an error object; those are checked as part of the response.
    const accepts = ours[type] === undefined ? official(type) : emitted(type);
    expect(accepts(value), shown(value)).toBe(!isRefused);
  });

  it('has the examples that are listed as refused', () => {
    const files = examples.map(({ type, file }) => `${type}/${file}`);
    const isStale = (name: string): boolean => examples.length > 0 && !files.includes(name);
    expect(Object.keys(REFUSED_EXAMPLES).filter(isStale)).toEqual([]);
  });
}

function checkDifferences(specDir: string): void {
  const cases = DIFFERENCES.flatMap((difference) =>
    difference.revisions.map((revision) => ({ ...difference, revision })),
  );
  it.each(cases)('$revision: $name', ({ revision, witness }) => {
    const official = validators(readOfficial(specDir, revision).defs)(witness.definition);
    const emitted = validators(emittedDefs(revision))(witness.definition);
    expect(official(witness.value)).toBe(witness.official === 'accepts');
    expect(emitted(witness.value)).toBe(witness.official === 'rejects');
  });

  it('a null id of an error response is read as no id', () => {
    const wire = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } };
    const official = validators(readOfficial(specDir, '2026-07-28').defs)('JSONRPCErrorResponse');
    expect([official(wire), official(asDecoded(wire))]).toEqual([false, true]);
    expect(lintAccepts(wire, '2026-07-28', 'server')).toBe(true);
  });

  it('what is listed as not emitted exists, and is not emitted', () => {
    const official = new Set(
      REVISIONS.flatMap((revision) => Object.keys(readOfficial(specDir, revision).defs)),
    );
    const emitted = new Set(REVISIONS.flatMap((revision) => Object.keys(emittedDefs(revision))));
    const stale = Object.keys(NOT_EMITTED).filter((name) => !official.has(name) || emitted.has(name));
    expect(stale).toEqual([]);
  });

  it('the generated messages are neither all right nor all wrong', () => {
    const defs = patchedDefs(specDir, '2026-07-28');
    const official = validators(defs)('CallToolRequest');
    const wires = fc.sample(withChanges(valuesFor(defs)(defs['CallToolRequest'])), 300);
    const right = wires.filter((wire) => official(wire)).length;
    expect(right).toBeGreaterThan(30);
    expect(right).toBeLessThan(270);
  });

  it('a spoilt official schema is noticed', () => {
    const defs = patchedDefs(specDir, '2026-07-28');
    defs['Tool'].required = ['name'];
    const ours = emittedDefs('2026-07-28');
    expect(normalForm(ours['Tool'], ours)).not.toEqual(normalForm(defs['Tool'], defs));
  });
}

if (SPEC_DIR === undefined) {
  it('is left out: PLAINWIRE_SPEC_DIR does not name the folder with the official schemas', () => {
    console.log(
      `differential test: skipped for ${REVISIONS.length} revisions, PLAINWIRE_SPEC_DIR is not set`,
    );
    expect(process.env['PLAINWIRE_SPEC_DIR']).toBeUndefined();
  });
} else {
  const specDir = SPEC_DIR;
  describe.each(REVISIONS)('%s definitions', (revision) => compareDefinitions(specDir, revision));
  describe.each(REVISIONS)('%s messages', (revision) => compareMessages(specDir, revision));
  describe('deliberate differences', () => checkDifferences(specDir));
}
