// The restricted JSON Schema of a form. 2026-07-28 client/elicitation#requested-schema

import {
  array,
  boolean,
  from,
  inline,
  integer,
  literal,
  map,
  number,
  type ObjectOf,
  object,
  openEnumeration,
  optional,
  string,
  tolerant,
  union,
} from '../shape/build.js';
import type { Infer, Shape } from '../shape/shape.js';

const described = { title: optional(string()), description: optional(string()) };
const later = { since: '2025-11-25' } as const;
const defaultString = { default: optional(string(), later) };
const defaultStrings = { default: optional(array(string())) };
const sizes = { minItems: optional(integer()), maxItems: optional(integer()) };
const titledOption = inline({ const: string(), title: string() });

const stringSchemaMembers = {
  type: literal('string'),
  ...described,
  minLength: optional(integer()),
  maxLength: optional(integer()),
  format: optional(openEnumeration(['email', 'uri', 'date', 'date-time'])),
  ...defaultString,
};
/** A text field. */
export interface StringSchema extends ObjectOf<typeof stringSchemaMembers> {}
export const StringSchemaShape: Shape<StringSchema> = object('StringSchema', stringSchemaMembers);

const numberSchemaMembers = {
  type: openEnumeration(['number', 'integer']),
  ...described,
  minimum: optional(number()),
  maximum: optional(number()),
  default: optional(number(), later),
};
/** A number field. */
export interface NumberSchema extends ObjectOf<typeof numberSchemaMembers> {}
export const NumberSchemaShape: Shape<NumberSchema> = object('NumberSchema', numberSchemaMembers);

const booleanSchemaMembers = {
  type: literal('boolean'),
  ...described,
  default: optional(boolean()),
};
/** A yes-or-no field. */
export interface BooleanSchema extends ObjectOf<typeof booleanSchemaMembers> {}
export const BooleanSchemaShape: Shape<BooleanSchema> = object('BooleanSchema', booleanSchemaMembers);

export const UntitledSingleSelectEnumSchemaShape = object('UntitledSingleSelectEnumSchema', {
  type: literal('string'),
  ...described,
  enum: array(string()),
  ...defaultString,
});
export const TitledSingleSelectEnumSchemaShape = object('TitledSingleSelectEnumSchema', {
  type: literal('string'),
  ...described,
  oneOf: array(titledOption),
  ...defaultString,
});
export const UntitledMultiSelectEnumSchemaShape = object('UntitledMultiSelectEnumSchema', {
  type: literal('array'),
  ...described,
  ...sizes,
  items: inline({ type: literal('string'), enum: array(string()) }),
  ...defaultStrings,
});
export const TitledMultiSelectEnumSchemaShape = object('TitledMultiSelectEnumSchema', {
  type: literal('array'),
  ...described,
  ...sizes,
  items: inline({ anyOf: array(titledOption) }),
  ...defaultStrings,
});
/** The only enumeration of 2025-06-18; kept by later revisions for those who still send `enumNames`. */
export const LegacyTitledEnumSchemaShape = object('LegacyTitledEnumSchema', {
  type: literal('string'),
  ...described,
  enum: array(string()),
  enumNames: optional(array(string())),
  ...defaultString,
});

export const EnumSchemaShape = union('EnumSchema', [
  from('2025-11-25', UntitledSingleSelectEnumSchemaShape),
  from('2025-11-25', TitledSingleSelectEnumSchemaShape),
  from('2025-11-25', UntitledMultiSelectEnumSchemaShape),
  from('2025-11-25', TitledMultiSelectEnumSchemaShape),
  LegacyTitledEnumSchemaShape,
]);
/** A field with a fixed set of choices. */
export type EnumSchema = Infer<typeof EnumSchemaShape>;

// A live client hands fields of an unknown kind on to whoever draws the form.
export const PrimitiveSchemaShape = tolerant(
  union('PrimitiveSchemaDefinition', [
    StringSchemaShape,
    NumberSchemaShape,
    BooleanSchemaShape,
    EnumSchemaShape,
  ]),
  inline({ type: string() }),
);
/** One field of a form. */
export type PrimitiveSchema = Infer<typeof PrimitiveSchemaShape>;

export const FormSchemaShape = inline({
  $schema: optional(string(), later),
  type: literal('object'),
  properties: map(PrimitiveSchemaShape),
  required: optional(array(string())),
});
/** The schema of a form: a flat object of primitive fields. */
export type FormSchema = Infer<typeof FormSchemaShape>;
