import type { CompiledSchema, JsonSchema, SchemaValidator } from '../../schema/index.js';

/** A schema that is compiled when it is needed first, and freed with its owner. */
export class LazySchema {
  readonly #schema: JsonSchema;
  #compiling: Promise<CompiledSchema> | undefined;
  #compiled: CompiledSchema | undefined;

  constructor(schema: JsonSchema) {
    this.#schema = schema;
  }

  /** The compiled schema; a promise only the first time, so that a call need not wait a tick for it. */
  get(validator: SchemaValidator): CompiledSchema | Promise<CompiledSchema> {
    return this.#compiled ?? this.#compile(validator);
  }

  #compile(validator: SchemaValidator): Promise<CompiledSchema> {
    this.#compiling ??= Promise.resolve(validator.compile(this.#schema)).then(
      (compiled) => {
        this.#compiled = compiled;
        return compiled;
      },
      (error) => {
        this.#compiling = undefined;
        throw error;
      },
    );
    return this.#compiling;
  }
}
