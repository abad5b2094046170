type Simplify<T> = { [Key in keyof T]: T[Key] } & {};

interface TypeNames {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
}

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never;

type IsOpen<Schema> = Schema extends { readonly additionalProperties: infer Extra }
  ? Extra extends false
    ? false
    : true
  : Schema extends { readonly patternProperties: object }
    ? true
    : false;

type Members<Properties, Required> = Simplify<
  {
    -readonly [Name in keyof Properties as Name extends Required ? Name : never]: FromSchema<
      Properties[Name]
    >;
  } & {
    -readonly [Name in keyof Properties as Name extends Required ? never : Name]?: FromSchema<
      Properties[Name]
    >;
  }
>;

type FromObject<Schema> = Schema extends { readonly properties: infer Properties }
  ? IsOpen<Schema> extends true
    ? Members<Properties, RequiredOf<Schema>> & { [name: string]: unknown }
    : Members<Properties, RequiredOf<Schema>>
  : { [name: string]: unknown };

type FromArray<Schema> = Schema extends { readonly items: infer Items } ? FromSchema<Items>[] : unknown[];

type FromType<Schema, Name> = Name extends 'object'
  ? FromObject<Schema>
  : Name extends 'array'
    ? FromArray<Schema>
    : Name extends keyof TypeNames
      ? TypeNames[Name]
      : unknown;

type UnionOf<Schemas> = Schemas extends unknown ? FromSchema<Schemas> : never;

/**
 * The values that a JSON Schema literal describes, as far as a type can say it: `type`, `properties`, `required`,
 * `items`, `enum`, `const`, `anyOf`, `oneOf`. What it cannot say is `unknown`; references are not followed.
 */
export type FromSchema<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly type: readonly (infer Name)[] }
      ? Name extends unknown
        ? FromType<Schema, Name>
        : never
      : Schema extends { readonly type: infer Name }
        ? FromType<Schema, Name>
        : Schema extends { readonly anyOf: readonly (infer Some)[] }
          ? UnionOf<Some>
          : Schema extends { readonly oneOf: readonly (infer Some)[] }
            ? UnionOf<Some>
            : unknown;

/**
 * The arguments that a JSON Schema literal describes. By name alone where there is no schema, or one whose keywords the
 * compiler does not know.
 */
export type SchemaArguments<Schema> = string extends keyof Schema
  ? Record<string, unknown>
  : unknown extends FromSchema<Schema>
    ? Record<string, unknown>
    : FromSchema<Schema>;
