// Reads the official JSON Schemas in the folder that PLAINWIRE_SPEC_DIR names: `<revision>/schema.json`, and
// `2026-07-28/examples/<Type>/*.json`. They are read in place, and are no part of this repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MethodRow, Revision } from '../../src/protocol/index.js';
import { METHODS } from '../../src/protocol/index.js';

/** A JSON Schema, or any JSON in one. */
// biome-ignore lint/suspicious/noExplicitAny: a schema is walked by keyword, and every keyword has its own type
export type Schema = any;
export type Definitions = { [name: string]: Schema };

export const SPEC_DIR: string | undefined = process.env['PLAINWIRE_SPEC_DIR'];

export interface Official {
  readonly revision: Revision;
  /** The definitions, by name. References between them are `#/$defs/<name>`. */
  readonly defs: Definitions;
}

/** The older schemas describe what MCP adds, and what JSON-RPC needs, apart: a message has to satisfy both. */
const SPLIT: readonly Revision[] = ['2024-11-05', '2025-03-26', '2025-06-18'];

/** Names that an official definition had before it got the name that we use. */
const OLD_NAMES: { readonly [old: string]: string } = {
  JSONRPCError: 'JSONRPCErrorResponse',
  ResourceReference: 'ResourceTemplateReference',
};

export function readOfficial(specDir: string, revision: Revision): Official {
  const text = readFileSync(join(specDir, revision, 'schema.json'), 'utf8');
  const document: Schema = JSON.parse(text.replaceAll('#/definitions/', '#/$defs/'));
  const defs: Definitions = document.$defs ?? document.definitions;
  for (const [old, name] of Object.entries(OLD_NAMES)) {
    if (defs[old] !== undefined && defs[name] === undefined) defs[name] = { $ref: `#/$defs/${old}` };
  }
  if (SPLIT.includes(revision)) joinMessages(defs);
  addResponses(defs, revision);
  return { revision, defs };
}

function joinMessages(defs: Definitions): void {
  for (const [name, schema] of Object.entries(defs)) {
    if (schema.properties?.method?.const === undefined) continue;
    const base = name.endsWith('Request') ? 'JSONRPCRequest' : 'JSONRPCNotification';
    defs[name] = { allOf: [{ $ref: `#/$defs/${base}` }, schema] };
  }
}

/** Before 2026-07-28 no definition says which result answers which request; the names do. */
function addResponses(defs: Definitions, revision: Revision): void {
  if (revision === '2026-07-28') return;
  const base = defs['JSONRPCResultResponse'] === undefined ? 'JSONRPCResponse' : 'JSONRPCResultResponse';
  for (const row of Object.values<MethodRow>(METHODS)) {
    if (row.kind !== 'request' || row.result.name === undefined || defs[row.typeName] === undefined) continue;
    defs[row.typeName.replace(/Request$/, 'ResultResponse')] = {
      allOf: [
        { $ref: `#/$defs/${base}` },
        { type: 'object', properties: { result: { $ref: `#/$defs/${row.result.name}` } } },
      ],
    };
  }
}

export interface OfficialExample {
  readonly type: string;
  readonly file: string;
  readonly value: unknown;
}

/** The examples that come with the schema of a revision. */
export function readExamples(specDir: string, revision: Revision): OfficialExample[] {
  const folder = join(specDir, revision, 'examples');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((type) =>
    readdirSync(join(folder, type)).map((file) => ({
      type,
      file,
      value: JSON.parse(readFileSync(join(folder, type, file), 'utf8')) as unknown,
    })),
  );
}
