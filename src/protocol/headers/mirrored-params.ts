import type { JsonObject } from '../json.js';
import { isJsonObject } from '../json.js';
import type { Limits } from '../limits.js';
import { DEFAULT_LIMITS } from '../limits.js';

export const HEADER_ANNOTATION = 'x-mcp-header';

export type MirroredType = 'string' | 'integer' | 'boolean';

/** A tool argument that is mirrored into the header `Mcp-Param-{header}`. */
export interface MirroredParamRow {
  readonly header: string;
  /** Property names from the root of `arguments`. */
  readonly path: readonly string[];
  readonly type: MirroredType;
}

export type MirroredParamsReading =
  | { readonly ok: true; readonly params: readonly MirroredParamRow[] }
  /** The tool must be left out of the list; `reason` says why. */
  | { readonly ok: false; readonly reason: string };

/** RFC 9110 section 5.6.2: 1*tchar */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'] satisfies MirroredType[];

/** Keywords whose value is data, not a schema: what stands there is no annotation. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set([
  'const',
  'default',
  'enum',
  'examples',
  'required',
  'type',
]);
/** Keywords whose value maps names of somebody else's choice to schemas. */
const MAP_KEYWORDS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
  '$defs',
  'definitions',
]);

/** A place in the schema that still has to be looked at. */
interface Place {
  readonly value: JsonObject | readonly unknown[];
  /** Where it is, as a JSON Pointer fragment. */
  readonly pointer: string;
  /** Property names from the root, while the way there is `properties` only; else undefined. */
  readonly path: readonly string[] | undefined;
}

/**
 * Reads the `x-mcp-header` annotations of a tool's `inputSchema` and holds them against their rules. The walk is
 * iterative and bounded by `schemaNodes`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#schema-extension
 */
export function mirroredParams(
  inputSchema: unknown,
  limits: Pick<Limits, 'schemaNodes'> = DEFAULT_LIMITS,
): MirroredParamsReading {
  if (!isJsonObject(inputSchema)) return { ok: true, params: [] };
  const params: MirroredParamRow[] = [];
  const pending: Place[] = [{ value: inputSchema, pointer: '#', path: [] }];
  for (let visited = 1; ; visited += 1) {
    const place = pending.pop();
    if (place === undefined) return { ok: true, params };
    if (visited > limits.schemaNodes) return tooManyParts(limits);
    if (isJsonObject(place.value) && Object.hasOwn(place.value, HEADER_ANNOTATION)) {
      const read = readAnnotation(place.value, place);
      if (typeof read === 'string') return { ok: false, reason: `${read} at ${place.pointer}` };
      const clash = params.find(({ header }) => header.toLowerCase() === read.header.toLowerCase());
      if (clash !== undefined) {
        return {
          ok: false,
          reason: `x-mcp-header '${read.header}' is used twice (also as '${clash.header}')`,
        };
      }
      params.push(read);
    }
    // Reversed, so that the places come off the stack in the order of the schema.
    const parts = partsOf(place);
    // Not spread: there may be more of them than a call takes arguments.
    for (const part of parts.reverse()) pending.push(part);
    if (pending.length > limits.schemaNodes) return tooManyParts(limits);
  }
}

function tooManyParts({ schemaNodes }: Pick<Limits, 'schemaNodes'>): MirroredParamsReading {
  return { ok: false, reason: `the schema has more than ${schemaNodes} parts (limit schemaNodes)` };
}

/** The row, or what is wrong with the annotation. */
function readAnnotation(schema: JsonObject, { path }: Place): MirroredParamRow | string {
  const header = schema[HEADER_ANNOTATION];
  if (typeof header !== 'string') return 'x-mcp-header is not a string';
  if (header === '') return 'x-mcp-header is empty';
  if (!TOKEN.test(header)) return `x-mcp-header ${JSON.stringify(header)} is not a header name token`;
  if (path === undefined)
    return `x-mcp-header '${header}' is not reachable through properties alone, it stands`;
  if (path.length === 0) return `x-mcp-header '${header}' does not belong to a property, it stands`;
  const type = primitiveType(schema['type']);
  if (type === undefined) return `x-mcp-header '${header}' needs the type string, integer or boolean`;
  return { header, path, type };
}

/** One of the three types; `null` beside it is fine, because a null argument has no header. */
function primitiveType(type: unknown): MirroredType | undefined {
  const types = Array.isArray(type) ? type.filter((name) => name !== 'null') : [type];
  return types.length === 1 && TYPES.includes(types[0]) ? (types[0] as MirroredType) : undefined;
}

function partsOf({ value, pointer, path }: Place): Place[] {
  const parts: Place[] = [];
  if (!isJsonObject(value)) {
    for (const [index, item] of value.entries()) addPart(parts, item, `${pointer}/${index}`, undefined);
    return parts;
  }
  for (const [keyword, part] of Object.entries(value)) {
    if (DATA_KEYWORDS.has(keyword)) continue;
    const inner = `${pointer}/${escapePointer(keyword)}`;
    if (!MAP_KEYWORDS.has(keyword) || !isJsonObject(part)) {
      addPart(parts, part, inner, undefined);
      continue;
    }
    const isProperties = keyword === 'properties' && path !== undefined;
    for (const [name, schema] of Object.entries(part)) {
      addPart(parts, schema, `${inner}/${escapePointer(name)}`, isProperties ? [...path, name] : undefined);
    }
  }
  return parts;
}

function addPart(parts: Place[], value: unknown, pointer: string, path: Place['path']): void {
  if (Array.isArray(value) || isJsonObject(value)) parts.push({ value, pointer, path });
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
