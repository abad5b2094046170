import type { JsonObject } from '../../protocol/index.js';
import { Fault, isJsonObject } from '../../protocol/index.js';

/** One thing that is wrong with a value. @see https://standardschema.dev/schema */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/**
 * What is needed of a schema library: the Standard Schema interface, to check with. The JSON Schema comes from
 * `~standard.jsonSchema` (Standard JSON Schema) or, in libraries without it, from a method `toJsonSchema` or
 * `toJSONSchema` of the schema. Nothing is imported for it.
 *
 * @see https://standardschema.dev/json-schema
 */
export interface StandardParameters<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: 'draft-2020-12' | 'draft-07' }) => Record<string, unknown>;
    };
  };
}

/** What a body gets after the library has checked and transformed the arguments. */
export type StandardOutput<Schema extends StandardParameters> = NonNullable<
  Schema['~standard']['types']
>['output'];

/** Libraries make their schemas objects or functions. */
export function isStandardSchema(value: unknown): value is StandardParameters {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const standard = (value as Partial<StandardParameters>)['~standard'];
  return typeof standard === 'object' && standard !== null && typeof standard.validate === 'function';
}

/**
 * The JSON Schema of what the library takes as input.
 *
 * @throws Fault `invalid_argument` when there is none.
 */
export function emittedSchema(schema: StandardParameters, toolName: string): JsonObject {
  const { vendor } = schema['~standard'];
  const subject = `tool '${toolName}': the schema library ${vendor}`;
  let emitted: unknown;
  try {
    emitted = emit(schema);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Fault('invalid_argument', `${subject} cannot write this schema as JSON Schema: ${reason}.`, {
      cause,
    });
  }
  if (emitted instanceof Promise) {
    emitted.catch(() => {});
    throw new Fault('invalid_argument', `${subject} writes JSON Schema only later, and it is needed now.`);
  }
  if (isJsonObject(emitted)) return emitted;
  throw new Fault(
    'invalid_argument',
    `${subject} does not say how to write its schemas as JSON Schema. Use a version that implements Standard JSON ` +
      'Schema (`~standard.jsonSchema`), its converter that adds it, or give `parameters` as a JSON Schema.',
  );
}

function emit(schema: StandardParameters): unknown {
  const converter = schema['~standard'].jsonSchema;
  if (converter !== undefined) return firstOf(converter.input);
  const { toJsonSchema, toJSONSchema } = schema as unknown as Record<string, unknown>;
  const method = toJsonSchema ?? toJSONSchema;
  return typeof method === 'function' ? method.call(schema) : undefined;
}

/** A library need not support every target, and throws for one that it does not. */
function firstOf(input: NonNullable<StandardParameters['~standard']['jsonSchema']>['input']): unknown {
  try {
    return input({ target: 'draft-2020-12' });
  } catch (error) {
    try {
      return input({ target: 'draft-07' });
    } catch {
      throw error;
    }
  }
}
