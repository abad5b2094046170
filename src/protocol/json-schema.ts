import type { JsonObject, JsonValue } from './json.js';
import { needsParams } from './lint.js';
import type { MethodRow, RequestRow, Side } from './method-row.js';
import { METHODS } from './methods.js';
import { compareRevisions, eraOf, type Revision } from './revision.js';
import { type Definitions, emitShape, objectSchema, refTo } from './shape/emit.js';
import { includes } from './shape/range.js';
import { ProgressTokenShape, RequestIdShape } from './shapes/base.js';
import { ERRORS, ErrorObjectShape } from './shapes/errors.js';
import { InputRequiredResultShape } from './shapes/input-required.js';
import { CreateTaskResultShape } from './shapes/tasks-2025-11-25.js';

const JSONRPC: JsonObject = { type: 'string', const: '2.0' };
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * One JSON Schema 2020-12 document with a definition for every request, notification and result of the revision,
 * and for everything in them. Generated from the shapes; the official names where the official schemas have one.
 *
 * @example new Ajv2020().compile({ ...emitSchema('2026-07-28'), $ref: '#/$defs/CallToolRequest' })
 */
export function emitSchema(revision: Revision): JsonObject {
  const into: Definitions = { revision, defs: {} };
  emitShape(RequestIdShape, into);
  emitShape(ProgressTokenShape, into);
  for (const row of Object.values<MethodRow>(METHODS)) emitRow(row, into);
  emitErrors(into);
  emitUnions(into);
  return { $schema: DIALECT, title: `Model Context Protocol ${revision}`, $defs: into.defs };
}

function isSentBy(row: MethodRow, side: Side, revision: Revision): boolean {
  const range = row.senders[side];
  return range !== undefined && includes(range, revision);
}

function isSent(row: MethodRow, revision: Revision): boolean {
  return isSentBy(row, 'client', revision) || isSentBy(row, 'server', revision);
}

function emitRow(row: MethodRow, into: Definitions): void {
  // Embedded requests and their answers come in through InputRequiredResult and inputResponses.
  if (!isSent(row, into.revision)) return;
  into.defs[row.typeName] = messageSchema(row, into);
  if (row.kind === 'request') into.defs[responseName(row)] = responseSchema(row, into);
}

function messageSchema(row: MethodRow, into: Definitions): JsonObject {
  const required: JsonValue[] = ['jsonrpc', 'method'];
  const properties: JsonObject = { jsonrpc: JSONRPC, method: { type: 'string', const: row.method } };
  if (row.kind === 'request') {
    properties['id'] = emitShape(RequestIdShape, into);
    required.push('id');
  }
  properties['params'] = emitShape(row.params, into);
  if (needsParams(row, into.revision)) required.push('params');
  return objectSchema(properties, required);
}

function responseName(row: RequestRow<unknown, unknown>): string {
  return row.typeName.replace(/Request$/, 'ResultResponse');
}

function responseSchema(row: RequestRow<unknown, unknown>, into: Definitions): JsonObject {
  const id = emitShape(RequestIdShape, into);
  const properties: JsonObject = { jsonrpc: JSONRPC, id, result: resultSchema(row, into) };
  return objectSchema(properties, ['jsonrpc', 'id', 'result']);
}

/** A result can be what was asked for, a question, a task, or what an extension defines. */
function resultSchema(row: RequestRow<unknown, unknown>, into: Definitions): JsonObject {
  const result = emitShape(row.result, into);
  if (into.revision === '2025-11-25' && row.taskCapability !== undefined) {
    const task = emitShape(CreateTaskResultShape, into);
    const isTask: JsonObject = { required: ['task'] };
    return { anyOf: [{ allOf: [result, { not: isTask }] }, task] };
  }
  if (eraOf(into.revision) === 'legacy' || !row.mayAskInput) return result;
  const complete = objectSchema({ resultType: { const: 'complete' } }, []);
  const others: JsonObject = { type: 'string', not: { enum: ['complete', 'input_required'] } };
  const extension = objectSchema({ resultType: others }, ['resultType']);
  return {
    anyOf: [
      { allOf: [result, complete] },
      emitShape(InputRequiredResultShape, into),
      { allOf: [emptyResult(into), extension] },
    ],
  };
}

function emptyResult(into: Definitions): JsonObject {
  return emitShape(METHODS.ping.result, into);
}

function errorResponse(error: JsonObject, into: Definitions): JsonObject {
  const id = emitShape(RequestIdShape, into);
  const required: JsonValue[] = ['jsonrpc', 'error'];
  if (compareRevisions(into.revision, '2025-11-25') < 0) required.push('id');
  return objectSchema({ jsonrpc: JSONRPC, id, error }, required);
}

function emitErrors(into: Definitions): void {
  const rows = ERRORS.filter(({ range }) => includes(range, into.revision));
  const general = emitShape(ErrorObjectShape, into);
  const forms: JsonValue[] = [];
  for (const { typeName, shape } of rows) {
    const error = emitShape(shape, into);
    forms.push(error);
    into.defs[typeName] = errorResponse(error, into);
  }
  const codes = rows.map(({ code }) => code);
  const other = objectSchema({ code: { not: { enum: codes } } }, []);
  const error: JsonObject = forms.length === 0 ? general : { anyOf: [{ allOf: [general, other] }, ...forms] };
  into.defs['JSONRPCErrorResponse'] = errorResponse(error, into);
}

/** What each side sends, as the official schemas have it. */
function emitUnions(into: Definitions): void {
  const rows = Object.values<MethodRow>(METHODS);
  for (const side of ['client', 'server'] as const) {
    const sent = rows.filter((row) => isSentBy(row, side, into.revision));
    const prefix = side === 'client' ? 'Client' : 'Server';
    emitUnion(
      `${prefix}Request`,
      sent.filter(({ kind }) => kind === 'request'),
      into,
    );
    emitUnion(
      `${prefix}Notification`,
      sent.filter(({ kind }) => kind === 'notification'),
      into,
    );
  }
}

function emitUnion(name: string, rows: readonly MethodRow[], into: Definitions): void {
  if (rows.length > 0) into.defs[name] = { anyOf: rows.map(({ typeName }) => refTo(typeName)) };
}
