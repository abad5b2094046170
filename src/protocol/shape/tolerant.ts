// Reads live traffic: verifies what a reader relies on, and neither copies nor rebuilds. A check is a closure that is
// compiled on first use; on success it allocates nothing.
import { prependPath } from './path.js';
import type { Member, ObjectNode, Shape, UnionNode } from './shape.js';

/** The first thing that does not fit. */
export interface Mismatch {
  /** Where: `content[0].text`. Empty for the whole value. */
  path: string;
  /** What should be there. */
  readonly expected: string;
}

/** What `checkTolerant` found. */
export type TolerantCheck = { readonly ok: true } | ({ readonly ok: false } & Readonly<Mismatch>);

/** A compiled check: `undefined` when the value fits. */
export type Check = (value: unknown) => Mismatch | undefined;

const OK: TolerantCheck = { ok: true };
const compiled = new WeakMap<Shape<unknown>, Check>();

/** Verifies what a reader of live traffic relies on. Unknown members and newer kinds of things are fine. */
export function checkTolerant(shape: Shape<unknown>, value: unknown): TolerantCheck {
  const mismatch = checkOf(shape)(value);
  return mismatch === undefined ? OK : { ok: false, path: mismatch.path, expected: mismatch.expected };
}

/** The compiled check of a shape. */
export function checkOf(shape: Shape<unknown>): Check {
  let check = compiled.get(shape);
  if (check === undefined) {
    check = compile(shape);
    compiled.set(shape, check);
  }
  return check;
}

const expected = (what: string): Mismatch => ({ path: '', expected: what });

function below(segment: string | number, mismatch: Mismatch): Mismatch {
  mismatch.path = prependPath(segment, mismatch.path);
  return mismatch;
}

const checkAny: Check = () => undefined;
const checkString: Check = (value) => (typeof value === 'string' ? undefined : expected('a string'));
const checkBoolean: Check = (value) => (typeof value === 'boolean' ? undefined : expected('a boolean'));
const checkNumber: Check = (value) => (typeof value === 'number' ? undefined : expected('a number'));
const checkInteger: Check = (value) => (Number.isInteger(value) ? undefined : expected('an integer'));
const checkNull: Check = (value) => (value === null ? undefined : expected('null'));
const checkToken: Check = (value) =>
  typeof value === 'string' || typeof value === 'bigint' || Number.isInteger(value)
    ? undefined
    : expected('a string or an integer');

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function compile(shape: Shape<unknown>): Check {
  const { node } = shape;
  switch (node.kind) {
    case 'any':
      return checkAny;
    case 'string':
      return checkString;
    case 'boolean':
      return checkBoolean;
    case 'number':
      return node.isInteger ? checkInteger : checkNumber;
    case 'null':
      return checkNull;
    case 'token':
      return checkToken;
    case 'literal':
      return compileLiteral(node.value);
    case 'enumeration':
      return compileEnumeration(node.values);
    case 'array':
      return compileArray(node.item);
    case 'map':
      return compileMap(node.value);
    case 'object':
      return compileObject(node);
    case 'union':
      return node.tag === undefined
        ? compileAnyOf(node.variants.map((v) => v.shape))
        : compileTagged(node, node.tag);
    case 'versions':
      return compileAnyOf(node.cases.map((v) => v.shape));
    case 'tolerant':
      return checkOf(node.loose);
  }
}

function compileLiteral(literal: string | number): Check {
  const what = JSON.stringify(literal);
  return (value) => (value === literal ? undefined : expected(what));
}

function compileEnumeration(values: readonly string[]): Check {
  const what = `one of ${values.join(', ')}`;
  return (value) => ((values as readonly unknown[]).includes(value) ? undefined : expected(what));
}

function compileArray(item: Shape<unknown>): Check {
  const check = checkOf(item);
  if (check === checkAny) return (value) => (Array.isArray(value) ? undefined : expected('an array'));
  return (value) => {
    if (!Array.isArray(value)) return expected('an array');
    for (let index = 0; index < value.length; index++) {
      const mismatch = check(value[index]);
      if (mismatch !== undefined) return below(index, mismatch);
    }
    return undefined;
  };
}

function compileMap(item: Shape<unknown>): Check {
  const check = checkOf(item);
  if (check === checkAny) return (value) => (isObject(value) ? undefined : expected('an object'));
  return (value) => {
    if (!isObject(value)) return expected('an object');
    for (const key in value) {
      const mismatch = check(value[key]);
      if (mismatch !== undefined) return below(key, mismatch);
    }
    return undefined;
  };
}

interface MemberTest {
  readonly key: string;
  readonly check: Check;
  readonly when: Member['check'];
}

function isAbsent(value: unknown, when: Member['check']): boolean {
  if (when === 'always') return false;
  return value === undefined || (when === 'nonNull' && value === null);
}

function compileObject(node: ObjectNode): Check {
  const tests: MemberTest[] = Object.entries(node.members)
    .filter(([, member]) => member.check !== 'never')
    .map(([key, member]) => ({ key, check: checkMember(member), when: member.check }));
  return (value) => {
    if (!isObject(value)) return expected('an object');
    for (let index = 0; index < tests.length; index++) {
      const { key, check, when } = tests[index] as MemberTest;
      const member = value[key];
      if (isAbsent(member, when)) continue;
      const mismatch = check(member);
      if (mismatch !== undefined) return below(key, mismatch);
    }
    return undefined;
  };
}

/** A required member may hold anything, but has to be there. */
function checkMember(member: Member): Check {
  const check = checkOf(member.shape);
  if (check !== checkAny || member.check !== 'always') return check;
  return (value) => (value === undefined ? expected('a value') : undefined);
}

function compileAnyOf(shapes: readonly Shape<unknown>[]): Check {
  const checks = shapes.map(checkOf);
  return (value) => {
    let last: Mismatch | undefined;
    for (const check of checks) {
      last = check(value);
      if (last === undefined) return undefined;
    }
    return last;
  };
}

function compileTagged(node: UnionNode, tag: string): Check {
  const checks = new Map<unknown, Check>();
  for (const { shape } of node.variants) checks.set(tagOf(shape, tag), checkOf(shape));
  const known = [...checks.keys()].join(', ');
  return (value) => {
    if (!isObject(value)) return expected('an object');
    const check = checks.get(value[tag] ?? node.defaultTag);
    if (check !== undefined) return check(value);
    if (typeof value[tag] !== 'string') return below(tag, expected('a string'));
    return node.isOpen ? undefined : below(tag, expected(`one of ${known}`));
  };
}

/** The literal that a variant of a tagged union has for its tag. */
export function tagOf(shape: Shape<unknown>, tag: string): string | number {
  const member = shape.node.kind === 'object' ? shape.node.members[tag]?.shape.node : undefined;
  if (member?.kind !== 'literal') throw new TypeError(`A variant of a union has no literal ${tag}`);
  return member.value;
}
