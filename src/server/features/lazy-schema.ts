import type { CompiledSchema, JsonSchema, SchemaValidator } from '../../schema/index.js';

/**
 * A schema of our own server, compiled when it is needed first and freed with its owner. Its formats have to hold: they
 * are its author's words, and a model can act on what is said about them.
 */
export class LazySchema {
  readonly #schema: JsonSchema;
  #compiling: Promise<CompiledSchema> | undefined;
  /** The compiled schema, once there is one. */
  ready: CompiledSchema | undefined;

  constructor(schema: JsonSchema) {
    this.#schema = schema;
  }

  /** Compiles it, once; after a failure again. */
  compile(validator: SchemaValidator): Promise<CompiledSchema> {
    this.#compiling ??= this.#compile(validator);
    return this.#compiling;
  }

  async #compile(validator: SchemaValidator): Promise<CompiledSchema> {
    try {
      this.ready = await validator.compile(this.#schema, { assertsFormats: true });
      return this.ready;
    } catch (error) {
      this.#compiling = undefined;
      throw error;
    }
  }
}
