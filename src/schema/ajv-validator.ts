import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Limits } from '../protocol/index.js';
import { Fault, limitsWith } from '../protocol/index.js';
import type { AjvFactory, StepBudget } from './ajv-load.js';
import { ajvFactory, StepsExhausted } from './ajv-load.js';
import { compileCopy } from './compile-copy.js';
import { dialectOf } from './dialect.js';
import type { PatternEngine } from './pattern-engine.js';
import { boundedPattern, PatternInputTooLong, platformPatterns } from './pattern-engine.js';
import { describeProblems, type KeywordError, problemOf } from './problem-text.js';
import { checkBounds } from './schema-bounds.js';
import type {
  CheckOutcome,
  CompiledSchema,
  JsonSchema,
  SchemaProblem,
  SchemaValidator,
} from './schema-validator.js';
import { MATCHES } from './schema-validator.js';

export interface AjvValidatorOptions {
  /** Bounds on schemas and on what a check may cost. */
  readonly limits?: Partial<Limits>;
  /** Default: the regular expressions of the platform. */
  readonly patterns?: PatternEngine;
}

/** The keyword of our own that is put on every subschema. No published schema has it. */
const MARK = '$plainwire:step';

const MAX_PROBLEMS = 10;
/** Up to this many parts of a value, all problems are searched for; beyond, the first one has to do. */
const EXPLAINED_PARTS = 10_000;

/**
 * The `SchemaValidator` for Node, on ajv, which is loaded when the first schema is compiled. Dialects: 2020-12 (the
 * default), 2019-09, draft-07, draft-06. Unknown keywords and formats are annotations, known formats unless they are to
 * be asserted; a `$ref` never leaves the document. Generates code, so it needs a platform that allows `new Function`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#json-schema-usage
 */
export function ajvValidator(options: AjvValidatorOptions = {}): SchemaValidator {
  const limits = limitsWith(options.limits);
  const patterns = options.patterns ?? platformPatterns;
  return {
    compile: (schema, { assertsFormats = false } = {}) => compile(schema, limits, patterns, assertsFormats),
  };
}

async function compile(
  schema: JsonSchema,
  limits: Limits,
  patterns: PatternEngine,
  validateFormats: boolean,
): Promise<CompiledSchema> {
  const dialect = dialectOf(schema);
  checkBounds(schema, limits);
  const factory = await ajvFactory(dialect);
  checkAgainstMetaSchema(schema, factory);
  const source = typeof schema === 'boolean' ? schema : compileCopy(schema, MARK);
  const budget: StepBudget = { left: 0 };
  const build = (allErrors: boolean): ValidateFunction => {
    const regExp = Object.assign(
      (pattern: string) => boundedPattern(patterns(pattern), pattern, limits.patternInputChars),
      { code: 'boundedPattern' },
    );
    const options = { allErrors, ownProperties: true, validateFormats, code: { regExp } };
    const instance = factory.create(options, MARK, budget);
    return instance.compile(source);
  };
  try {
    return new AjvSchema(build(false), () => build(true), budget, limits);
  } catch (cause) {
    throw invalid(reasonOf(cause), cause);
  }
}

// 2026-07-28 basic#schema-validation: schemas MUST be valid according to their declared or default dialect
function checkAgainstMetaSchema(schema: JsonSchema, factory: AjvFactory): void {
  const errors = factory.schemaErrors(schema);
  if (errors.length === 0) return;
  const problems = errors.slice(0, 3).map((error) => problemOf(error as KeywordError));
  throw invalid(describeProblems(problems, 'the schema'), undefined);
}

function invalid(reason: string, cause: unknown): Fault {
  return new Fault('schema_invalid', `The schema cannot be used: ${reason}.`, { cause });
}

function reasonOf(cause: unknown): string {
  const missing = (cause as { missingRef?: unknown }).missingRef;
  if (typeof missing === 'string')
    return `it refers to ${missing}, which is not in it, and nothing is fetched`;
  if (cause instanceof RangeError) return 'it refers to itself without end';
  return cause instanceof Error ? cause.message : String(cause);
}

type StepLimit = 'schemaSteps' | 'schemaStepsInAll';

class AjvSchema implements CompiledSchema {
  readonly #validate: ValidateFunction;
  readonly #buildExplainer: () => ValidateFunction;
  #explain: ValidateFunction | undefined;
  readonly #budget: StepBudget;
  readonly #limits: Limits;

  constructor(
    validate: ValidateFunction,
    buildExplainer: () => ValidateFunction,
    budget: StepBudget,
    limits: Limits,
  ) {
    this.#validate = validate;
    this.#buildExplainer = buildExplainer;
    this.#budget = budget;
    this.#limits = limits;
  }

  check(value: unknown): CheckOutcome {
    try {
      return this.#outcome(value, this.#limits.schemaSteps);
    } catch (error) {
      return error instanceof StepsExhausted ? this.#again(value) : this.#givenUp(error);
    }
  }

  /** Once more, with the steps that the size of the value makes due. Most values are checked without counting parts. */
  #again(value: unknown): CheckOutcome {
    const { schemaSteps, schemaStepsInAll, schemaStepsPerPart } = this.#limits;
    const steps = schemaSteps + countParts(value, schemaStepsInAll) * schemaStepsPerPart;
    try {
      return this.#outcome(value, Math.min(steps, schemaStepsInAll));
    } catch (error) {
      return this.#givenUp(error, steps > schemaStepsInAll ? 'schemaStepsInAll' : 'schemaSteps');
    }
  }

  #outcome(value: unknown, steps: number): CheckOutcome {
    if (this.#passes(this.#validate, value, steps)) return MATCHES;
    return { ok: false, problems: this.#problems(value) };
  }

  #givenUp(error: unknown, limit?: StepLimit): CheckOutcome {
    return { ok: false, problems: [givenUp(error, this.#limits, limit)] };
  }

  /** Finds all problems of a small value. The first check stops at one, because an array may hold a million. */
  #problems(value: unknown): SchemaProblem[] {
    const first = this.#validate.errors ?? [];
    const isSmall = countParts(value, EXPLAINED_PARTS) <= EXPLAINED_PARTS;
    const all = isSmall ? this.#explained(value, first) : first;
    // `if` repeats, without detail, what its `then` or `else` reported.
    const telling = all.filter(({ keyword }) => keyword !== 'if');
    return (telling.length === 0 ? all : telling)
      .slice(0, MAX_PROBLEMS)
      .map((error) => problemOf(error as KeywordError));
  }

  /** All that is wrong; `first`, when that takes too long to find out. */
  #explained(value: unknown, first: readonly ErrorObject[]): readonly ErrorObject[] {
    this.#explain ??= this.#buildExplainer();
    try {
      this.#passes(this.#explain, value, this.#limits.schemaSteps);
    } catch (error) {
      if (!(error instanceof StepsExhausted)) throw error;
      return first;
    }
    return this.#explain.errors ?? first;
  }

  #passes(validate: ValidateFunction, value: unknown, steps: number): boolean {
    this.#budget.left = steps;
    return validate(value) === true;
  }
}

function givenUp(error: unknown, limits: Limits, limit: StepLimit = 'schemaSteps'): SchemaProblem {
  if (error instanceof PatternInputTooLong) {
    const message = `contains a text of ${error.length} characters; patterns are tried against at most ${limits.patternInputChars} (limits.patternInputChars)`;
    return { path: '', message, keyword: 'pattern', limit: 'patternInputChars' };
  }
  if (error instanceof StepsExhausted || error instanceof RangeError) {
    const message = `takes more steps to check than its size accounts for (limits.${limit}: ${limits[limit]}), or the schema refers to itself without end`;
    return { path: '', message, keyword: '$ref', limit };
  }
  const message = `could not be checked: ${error instanceof Error ? error.message : String(error)}`;
  return { path: '', message, keyword: '' };
}

/** Counts the parts of a value, without recursion; little further than to the bound. */
function countParts(value: unknown, bound: number): number {
  const pending = [value];
  let parts = 1;
  while (parts <= bound) {
    const part = pending.pop();
    if (part === undefined) break;
    if (typeof part !== 'object' || part === null) continue;
    const children = Array.isArray(part) ? part : Object.values(part);
    parts += children.length;
    for (const child of children) {
      if (typeof child === 'object' && child !== null) pending.push(child);
    }
  }
  return parts;
}
