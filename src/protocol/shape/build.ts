import type { Revision } from '../revision.js';
import type {
  Infer,
  Limit,
  Member,
  MemberCheck,
  ObjectNode,
  RevisionRange,
  Shape,
  ShapeNode,
  StringFormat,
  Variant,
} from './shape.js';

const EVERYWHERE: RevisionRange = {};

function make<T>(node: ShapeNode, name?: string): Shape<T> {
  return { node, name };
}

/** A request id or progress token, with its digits: `bigint` beyond ±(2^53 - 1). */
export type Token = string | number | bigint;

const ANY = make<unknown>({ kind: 'any' });
const BOOLEAN = make<boolean>({ kind: 'boolean' });
const STRING = make<string>({ kind: 'string', format: undefined });
const OBJECT = make<{ [key: string]: unknown }>({ kind: 'map', value: ANY });

/** Any JSON value. */
export const any = (): Shape<unknown> => ANY;
export const boolean = (): Shape<boolean> => BOOLEAN;
/** An object with any members. */
export const anyObject = (): Shape<{ [key: string]: unknown }> => OBJECT;
export const nothing = (): Shape<null> => make({ kind: 'null' });
/** A request id or progress token. */
export const token = (name: string): Shape<Token> => make({ kind: 'token' }, name);

/** A string. The format is checked by the strict lint only. */
export function string(format?: StringFormat): Shape<string> {
  return format === undefined ? STRING : make({ kind: 'string', format });
}

/** A number, bounds included. */
export function number(bounds: { min?: number; max?: number } = {}): Shape<number> {
  return make({ kind: 'number', isInteger: false, ...bounds });
}

/** A whole number, bounds included. */
export function integer(bounds: { min?: number; max?: number } = {}): Shape<number> {
  return make({ kind: 'number', isInteger: true, ...bounds });
}

/** Exactly this value. */
export function literal<const V extends string | number>(value: V): Shape<V> {
  return make({ kind: 'literal', value });
}

/** One of the strings, and nothing else. */
export function enumeration<const V extends string>(values: readonly V[], name?: string): Shape<V> {
  return make({ kind: 'enumeration', values }, name);
}

/** One of the strings; a live reader lives with others that a later revision may add. */
export function openEnumeration<const V extends string>(values: readonly V[], name?: string): Shape<V> {
  return tolerant(enumeration(values, name), STRING);
}

/** An array. `maxItems` bounds its length in the revisions that say so. */
export function array<T>(item: Shape<T>, maxItems: readonly Limit[] = []): Shape<T[]> {
  return make({ kind: 'array', item, maxItems });
}

/** An array whose items a reader checks one by one with `checkItems`, so that a bad one does not fail the rest. */
export function list<T>(item: Shape<T>): Shape<T[]> {
  return tolerant(array(item), make({ kind: 'array', item: ANY, maxItems: [] }));
}

/** An object with any keys, and values of one shape. */
export function map<T>(value: Shape<T>, name?: string): Shape<{ [key: string]: T }> {
  return make({ kind: 'map', value }, name);
}

/** What the specification says, and what a reader of live traffic needs of it. */
export function tolerant<T>(strict: Shape<T>, loose: Shape<unknown>): Shape<T> {
  return make({ kind: 'tolerant', strict, loose });
}

/** When a member exists, is required, and is looked at. */
export interface MemberOptions extends RevisionRange {
  /** Revisions in which it is required on the wire. Default: none. */
  required?: RevisionRange | readonly RevisionRange[];
  check?: MemberCheck;
}

/** A member that the neutral type has as `?`. */
export interface OptionalMember<T> extends Member {
  readonly shape: Shape<T>;
  readonly presence: 'optional';
}
/** A member that the neutral type does not have. */
export interface HiddenMember extends Member {
  readonly presence: 'hidden';
}
/** A member that the neutral type requires. */
export interface RequiredMember<T> extends Member {
  readonly shape: Shape<T>;
  readonly presence: 'required';
}

function rangeOf({ since, until }: RevisionRange): RevisionRange {
  if (since === undefined) return until === undefined ? EVERYWHERE : { until };
  return until === undefined ? { since } : { since, until };
}

function listOf(ranges: RevisionRange | readonly RevisionRange[]): readonly RevisionRange[] {
  return Array.isArray(ranges) ? ranges : [ranges as RevisionRange];
}

/** A member that the neutral type has as `?`. By default a live reader does not rely on it. */
export function optional<T>(shape: Shape<T>, options: MemberOptions = {}): OptionalMember<T> {
  const { required = [], check = 'never' } = options;
  return { shape, presence: 'optional', range: rangeOf(options), required: listOf(required), check };
}

/** A member that only the wire has: the strict lint and the emitted schema know it, the neutral type does not. */
export function hidden(shape: Shape<unknown>, options: MemberOptions = {}): HiddenMember {
  const { required = [], check = 'never' } = options;
  return { shape, presence: 'hidden', range: rangeOf(options), required: listOf(required), check };
}

/** A required member that a live reader nevertheless does not insist on. */
export function unchecked<T>(shape: Shape<T>): RequiredMember<T> {
  return { shape, presence: 'required', range: EVERYWHERE, required: [EVERYWHERE], check: 'never' };
}

/** Members of an object: a bare shape is required everywhere. */
export interface Members {
  readonly [key: string]: Shape<unknown> | Member;
}

type MemberType<M> = M extends { readonly shape: infer S } ? Infer<S> : Infer<M>;
type OptionalKeys<M> = {
  [K in keyof M]: M[K] extends { readonly presence: 'optional' } ? K : never;
}[keyof M];
type HiddenKeys<M> = { [K in keyof M]: M[K] extends { readonly presence: 'hidden' } ? K : never }[keyof M];
type Flat<T> = { [K in keyof T]: T[K] };

/** The neutral type of an object with these members. */
export type ObjectOf<M> = Flat<
  { -readonly [K in Exclude<keyof M, OptionalKeys<M> | HiddenKeys<M>>]: MemberType<M[K]> } & {
    -readonly [K in OptionalKeys<M>]?: MemberType<M[K]>;
  }
>;

function isMember(entry: Shape<unknown> | Member): entry is Member {
  return 'presence' in entry;
}

const REQUIRED = {
  presence: 'required',
  range: EVERYWHERE,
  required: [EVERYWHERE],
  check: 'always',
} as const;

/** An object whose members are written out when somebody reads them: most programs read a few of the shapes there are. */
class LazyObjectNode implements ObjectNode {
  readonly kind = 'object';
  readonly #entries: Members;
  #members: ObjectNode['members'] | undefined;

  constructor(entries: Members) {
    this.#entries = entries;
  }

  get members(): ObjectNode['members'] {
    this.#members ??= fullMembers(this.#entries);
    return this.#members;
  }
}

function fullMembers(entries: Members): ObjectNode['members'] {
  const full: { [key: string]: Member } = {};
  for (const [key, entry] of Object.entries(entries)) {
    full[key] = isMember(entry) ? entry : { ...REQUIRED, shape: entry };
  }
  return full;
}

/** A named object. Members beyond the listed ones are always allowed, and survive. */
export function object<const M extends Members>(name: string, members: M): Shape<ObjectOf<M>> {
  return make(new LazyObjectNode(members), name);
}

/** An object without a name. */
export function inline<const M extends Members>(members: M): Shape<ObjectOf<M>> {
  return make(new LazyObjectNode(members));
}

/** As `object`, for one whose neutral type shows that it has further members. */
export function openObject<const M extends Members>(
  name: string | undefined,
  members: M,
): Shape<ObjectOf<M> & { [key: string]: unknown }> {
  return make(new LazyObjectNode(members), name);
}

/** A shape that only some revisions have, as part of a union. */
export interface RangedVariant<T> extends Variant {
  readonly shape: Shape<T>;
}

/** A form that exists since a revision. */
export function from<T>(since: Revision, shape: Shape<T>): RangedVariant<T> {
  return { shape, range: { since } };
}

/** A form that exists up to and including a revision. */
export function until<T>(last: Revision, shape: Shape<T>): RangedVariant<T> {
  return { shape, range: { until: last } };
}

type VariantType<V> = V extends { readonly shape: infer S } ? Infer<S> : Infer<V>;

/** How the forms of a union are told apart. */
export interface UnionOptions {
  /** The member whose literal value tells the variants apart. */
  tag?: string;
  /** The tag of a value that has none. */
  defaultTag?: string;
  /** A live reader lives with tags that a later revision may add. */
  isOpen?: boolean;
}

function variantsOf(variants: readonly (Shape<unknown> | Variant)[]): Variant[] {
  return variants.map((entry) => ('range' in entry ? entry : { shape: entry, range: EVERYWHERE }));
}

/** One of the variants. */
export function union<const V extends readonly (Shape<unknown> | Variant)[]>(
  name: string | undefined,
  variants: V,
  options: UnionOptions = {},
): Shape<VariantType<V[number]>> {
  const { tag, defaultTag, isOpen = false } = options;
  return make({ kind: 'union', variants: variantsOf(variants), tag, defaultTag, isOpen }, name);
}

/** Another shape in each span of revisions. The spans must not overlap. */
export function versions<const V extends readonly Variant[]>(cases: V): Shape<VariantType<V[number]>> {
  return make({ kind: 'versions', cases });
}
