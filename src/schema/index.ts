// The public surface of plainwire/schema: JSON Schema behind one interface.
export { type AjvValidatorOptions, ajvValidator } from './ajv-validator.js';
export { DIALECTS, type Dialect, dialectOf } from './dialect.js';
export type { PatternEngine, PatternMatcher } from './pattern-engine.js';
export { describeProblems } from './problem-text.js';
export { checkBounds } from './schema-bounds.js';
export type {
  CheckOutcome,
  CompiledSchema,
  CompileOptions,
  JsonSchema,
  SchemaProblem,
  SchemaValidator,
} from './schema-validator.js';
