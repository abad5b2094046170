// Checks a value against exactly what one revision says, and reports everything that is wrong.
import type { Revision } from '../revision.js';
import { FORMAT_NAMES, hasFormat } from './formats.js';
import { joinPath } from './path.js';
import { includes } from './range.js';
import type { ObjectNode, Shape, ShapeNode, UnionNode, Variant } from './shape.js';
import { tagOf } from './tolerant.js';

/** What kind of rule a finding is about. `value`: a literal or enumeration; `method`: not to be sent here. */
export type LintRule = 'required' | 'type' | 'value' | 'format' | 'range' | 'size' | 'union' | 'method';

/** One thing that is wrong with a message. */
export interface Finding {
  /** Where, from the top of the message: `result.tools[3].inputSchema`. */
  readonly path: string;
  readonly rule: LintRule;
  /** What is wrong, for people. */
  readonly message: string;
}

type Findings = readonly Finding[];
type NodeOf<K extends ShapeNode['kind']> = ShapeNode & { readonly kind: K };

const NONE: Findings = [];

/** What is wrong with `value`; `path` is where it stands in the message. */
export function lintShape(shape: Shape<unknown>, value: unknown, revision: Revision, path: string): Findings {
  const { node } = shape;
  switch (node.kind) {
    case 'any':
      return NONE;
    case 'string':
      return lintString(node, value, path);
    case 'number':
      return lintNumber(node, value, path);
    case 'boolean':
      return typeof value === 'boolean' ? NONE : wrongType('a boolean', value, path);
    case 'null':
      return value === null ? NONE : wrongType('null', value, path);
    case 'token':
      return isToken(value) ? NONE : wrongType('a string or an integer', value, path);
    case 'literal':
      return value === node.value ? NONE : one(path, 'value', `must be ${JSON.stringify(node.value)}`);
    case 'enumeration':
      return (node.values as readonly unknown[]).includes(value)
        ? NONE
        : one(path, 'value', `must be one of ${node.values.join(', ')}`);
    case 'array':
      return lintArray(node, value, revision, path);
    case 'map':
      return lintMap(node, value, revision, path);
    case 'object':
      return lintObject(node, value, revision, path);
    case 'union':
      return node.tag === undefined
        ? lintAnyOf(shapesIn(node.variants, revision), value, revision, path)
        : lintTagged(node, node.tag, value, revision, path);
    case 'versions':
      return lintAnyOf(shapesIn(node.cases, revision), value, revision, path);
    case 'tolerant':
      return lintShape(node.strict, value, revision, path);
  }
}

function one(path: string, rule: LintRule, message: string): Findings {
  return [{ path, rule, message }];
}

/** `some` with `more` added. A list with findings in it was made for its caller, who may grow it. */
function join(some: Findings, more: Findings): Findings {
  if (some.length === 0) return more;
  for (const finding of more) (some as Finding[]).push(finding);
  return some;
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isToken(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'bigint' || Number.isInteger(value);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function wrongType(what: string, value: unknown, path: string): Findings {
  const found = typeof value === 'number' && what.endsWith('integer') ? String(value) : typeName(value);
  return one(path, 'type', `must be ${what}, is ${found}`);
}

function lintString({ format }: NodeOf<'string'>, value: unknown, path: string): Findings {
  if (typeof value !== 'string') return wrongType('a string', value, path);
  if (format === undefined || hasFormat(format, value)) return NONE;
  return one(path, 'format', `must be ${FORMAT_NAMES[format]}`);
}

function lintNumber(node: NodeOf<'number'>, value: unknown, path: string): Findings {
  const isRight = node.isInteger ? Number.isInteger(value) : Number.isFinite(value);
  if (!isRight || typeof value !== 'number') {
    return wrongType(node.isInteger ? 'an integer' : 'a number', value, path);
  }
  if (node.min !== undefined && value < node.min) return one(path, 'range', `must be at least ${node.min}`);
  if (node.max !== undefined && value > node.max) return one(path, 'range', `must be at most ${node.max}`);
  return NONE;
}

function lintArray(node: NodeOf<'array'>, value: unknown, revision: Revision, path: string): Findings {
  if (!Array.isArray(value)) return wrongType('an array', value, path);
  const most = node.maxItems.find(({ range }) => includes(range, revision))?.value;
  let findings = NONE;
  if (most !== undefined && value.length > most) {
    findings = one(path, 'size', `must have at most ${most} items, has ${value.length}`);
  }
  if (node.item.node.kind === 'any') return findings;
  for (const [index, item] of value.entries()) {
    findings = join(findings, lintShape(node.item, item, revision, joinPath(path, index)));
  }
  return findings;
}

function lintMap(node: NodeOf<'map'>, value: unknown, revision: Revision, path: string): Findings {
  if (!isObject(value)) return wrongType('an object', value, path);
  if (node.value.node.kind === 'any') return NONE;
  let findings = NONE;
  for (const key of Object.keys(value)) {
    findings = join(findings, lintShape(node.value, value[key], revision, joinPath(path, key)));
  }
  return findings;
}

function lintObject(node: ObjectNode, value: unknown, revision: Revision, path: string): Findings {
  if (!isObject(value)) return wrongType('an object', value, path);
  let findings = NONE;
  for (const key of Object.keys(node.members)) {
    const member = node.members[key];
    if (member === undefined || !includes(member.range, revision)) continue;
    const item = value[key];
    const place = joinPath(path, key);
    if (item !== undefined) findings = join(findings, lintShape(member.shape, item, revision, place));
    else if (member.required.some((range) => includes(range, revision))) {
      findings = join(findings, one(place, 'required', 'is missing'));
    }
  }
  return findings;
}

/** The shapes that a union or a versioned shape has in a revision. */
export function shapesIn(variants: readonly Variant[], revision: Revision): Shape<unknown>[] {
  return variants.filter(({ range }) => includes(range, revision)).map(({ shape }) => shape);
}

/** Tries the variants in turn. If none fits, tells about the one that comes nearest. */
function lintAnyOf(
  shapes: readonly Shape<unknown>[],
  value: unknown,
  revision: Revision,
  path: string,
): Findings {
  let nearest: Findings | undefined;
  for (const shape of shapes) {
    const findings = lintShape(shape, value, revision, path);
    if (findings.length === 0) return NONE;
    if (nearest === undefined || findings.length < nearest.length) nearest = findings;
  }
  const [first] = nearest ?? NONE;
  if (nearest === undefined || first === undefined) return NONE;
  if (shapes.length === 1) return nearest;
  return one(
    path,
    'union',
    `fits none of ${shapes.length} forms; the nearest: ${first.path} ${first.message}`,
  );
}

function lintTagged(
  node: UnionNode,
  tag: string,
  value: unknown,
  revision: Revision,
  path: string,
): Findings {
  if (!isObject(value)) return wrongType('an object', value, path);
  const known = shapesIn(node.variants, revision);
  const found = known.find((shape) => tagOf(shape, tag) === (value[tag] ?? node.defaultTag));
  if (found !== undefined) return lintShape(found, value, revision, path);
  const place = joinPath(path, tag);
  if (value[tag] === undefined) return one(place, 'required', 'is missing');
  return one(place, 'value', `must be one of ${known.map((shape) => tagOf(shape, tag)).join(', ')}`);
}
