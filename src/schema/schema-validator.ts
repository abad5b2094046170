import type { JsonObject, LimitName } from '../protocol/index.js';

/** A JSON Schema document. `true` accepts everything, `false` nothing. */
export type JsonSchema = JsonObject | boolean;

/** One way in which a value does not match its schema. */
export interface SchemaProblem {
  /** JSON Pointer into the value; the empty string is the value itself. */
  readonly path: string;
  /** What is expected there, as a predicate in plain words: `must be a string, not a number`. */
  readonly message: string;
  /** The schema keyword that was not satisfied. */
  readonly keyword: string;
  /** Set when the check was given up because it went beyond this limit. */
  readonly limit?: LimitName;
}

export type CheckOutcome = { readonly ok: true } | { readonly ok: false; readonly problems: SchemaProblem[] };

export interface CompiledSchema {
  /** Never throws and never changes `value`. At least one problem when the value does not match. */
  check(value: unknown): CheckOutcome;
}

export interface CompileOptions {
  /**
   * Whether a `format` has to hold. Default false: it is an annotation then, as the dialects want it by default
   * (https://json-schema.org/draft/2020-12/json-schema-validation#section-7.2.1).
   */
  readonly assertsFormats?: boolean;
}

/**
 * Checks values against JSON Schemas. Inject your own where code generation is forbidden (some edge runtimes):
 * `ajvValidator()` is the one for Node.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#json-schema-usage
 */
export interface SchemaValidator {
  /**
   * Throws (or rejects with) a `Fault`: `schema_dialect_unsupported` names the dialect, `schema_invalid` says what
   * is wrong with the schema. What is compiled is freed with the returned object; nothing else holds on to it.
   */
  compile(schema: JsonSchema, options?: CompileOptions): CompiledSchema | Promise<CompiledSchema>;
}

/** The outcome of every successful check, so that success allocates nothing. */
export const MATCHES: CheckOutcome = Object.freeze({ ok: true as const });
