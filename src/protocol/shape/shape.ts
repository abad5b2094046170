import type { Revision } from '../revision.js';

/** A span of revisions, both ends included. A missing end is open. */
export interface RevisionRange {
  readonly since?: Revision;
  readonly until?: Revision;
}

/** Formats that the official schemas mark on strings. `byte` is standard Base64. */
export type StringFormat = 'uri' | 'uri-template' | 'byte';

/**
 * When the tolerant check looks at an object member: `always` (it must be there), `present` (anything but
 * `undefined` must fit), `nonNull` (as `present`, but `null` counts as absent), `never`.
 */
export type MemberCheck = 'always' | 'present' | 'nonNull' | 'never';

/** One member of an object shape. `presence` is about the neutral type; `required` about the wire. */
export interface Member {
  readonly shape: Shape<unknown>;
  readonly presence: 'required' | 'optional' | 'hidden';
  /** Revisions that define the member. Outside them it is an unknown member: allowed, not looked at. */
  readonly range: RevisionRange;
  /** Revisions that require it. */
  readonly required: readonly RevisionRange[];
  readonly check: MemberCheck;
}

/** One form of a union or versioned shape. */
export interface Variant {
  readonly shape: Shape<unknown>;
  readonly range: RevisionRange;
}

/** An object with known members. */
export interface ObjectNode {
  readonly kind: 'object';
  readonly members: { readonly [key: string]: Member };
}

/** One of several forms. */
export interface UnionNode {
  readonly kind: 'union';
  readonly variants: readonly Variant[];
  /** The member whose literal value tells the variants apart; without it variants are tried in turn. */
  readonly tag: string | undefined;
  /** The variant that a value without the tag has. */
  readonly defaultTag: string | undefined;
  /** Tolerant reading accepts an object with a tag that no variant has. */
  readonly isOpen: boolean;
}

/** The closed set of node kinds. A shape is data: what it means is said by the three readers of it. */
export type ShapeNode =
  | { readonly kind: 'any' }
  | { readonly kind: 'string'; readonly format: StringFormat | undefined }
  | { readonly kind: 'number'; readonly isInteger: boolean; readonly min?: number; readonly max?: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'null' }
  /** A request id or progress token: a string or an integer of any size. */
  | { readonly kind: 'token' }
  | { readonly kind: 'literal'; readonly value: string | number }
  | { readonly kind: 'enumeration'; readonly values: readonly string[] }
  | { readonly kind: 'array'; readonly item: Shape<unknown>; readonly maxItems: readonly Limit[] }
  | { readonly kind: 'map'; readonly value: Shape<unknown> }
  | ObjectNode
  | UnionNode
  /** Different shapes in different revisions. Tolerant reading accepts what fits any of them. */
  | { readonly kind: 'versions'; readonly cases: readonly Variant[] }
  /** `strict` is what the specification says, `loose` is what a reader needs. */
  | { readonly kind: 'tolerant'; readonly strict: Shape<unknown>; readonly loose: Shape<unknown> };

/** A bound that only some revisions have. */
export interface Limit {
  readonly value: number;
  readonly range: RevisionRange;
}

declare const TYPE: unique symbol;

/**
 * Describes a JSON value in all revisions at once. `T` is the neutral type: the union over the revisions.
 * Read by `checkTolerant` (live traffic), `compileStrict` (lint) and `emitNode` (JSON Schema).
 */
export interface Shape<T> {
  readonly node: ShapeNode;
  /** The name it has under `$defs`; without one it is written in place. */
  readonly name: string | undefined;
  /** Never there: carries the type only. */
  readonly [TYPE]?: T;
}

/** The neutral TypeScript type of a shape. */
export type Infer<S> = S extends Shape<infer T> ? T : never;
