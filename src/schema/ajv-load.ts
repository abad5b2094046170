import type {
  Ajv,
  Code,
  CodeKeywordDefinition,
  ErrorObject,
  KeywordCxt,
  Name,
  Options,
  ValidateFunction,
} from 'ajv';
import type { Dialect } from './dialect.js';
import type { JsonSchema } from './schema-validator.js';
import { areUnique } from './unique-items.js';

/** The part of ajv that is used here. */
export interface AjvInstance {
  compile(schema: object | boolean): ValidateFunction;
}

/** Thrown out of a check that takes too many steps. */
export class StepsExhausted extends Error {}

/** Counts down the steps of one check. */
export interface StepBudget {
  left: number;
}

/** Makes instances for one dialect. Loaded on first use, because ajv is large. */
export interface AjvFactory {
  /** An instance for one schema: nothing is shared with another, so that it is freed with its schema. */
  create(options: Options, mark: string, budget: StepBudget): AjvInstance;
  /** What is wrong with a schema according to the meta-schema of its dialect; empty when nothing is. */
  schemaErrors(schema: JsonSchema): readonly ErrorObject[];
}

/** Options of every instance: unknown keywords and formats are annotations, and nothing is written to a console. */
const TOLERANT = { strict: false, logger: false, verbose: true } as const;

const factories = new Map<Dialect, Promise<AjvFactory>>();

export function ajvFactory(dialect: Dialect): Promise<AjvFactory> {
  const known = factories.get(dialect);
  if (known !== undefined) return known;
  const loading = loadFactory(dialect);
  factories.set(dialect, loading);
  // A failed import may succeed later; it is reported to whoever asked now.
  loading.catch(() => factories.delete(dialect));
  return loading;
}

async function loadFactory(dialect: Dialect): Promise<AjvFactory> {
  const [ajv, formats] = await Promise.all([loadClass(dialect), import('ajv-formats')]);
  const addFormats = formats.default.default ?? formats.default;
  let metaSchema: InstanceType<typeof ajv.Ajv> | undefined;
  return {
    create(options, mark, budget) {
      const instance = new ajv.Ajv({ ...TOLERANT, meta: false, validateSchema: false, ...options });
      addFormats(instance);
      if (dialect === 'draft-06')
        for (const keyword of ['if', 'then', 'else']) instance.removeKeyword(keyword);
      instance.removeKeyword('uniqueItems');
      instance.addKeyword({
        keyword: 'uniqueItems',
        type: 'array',
        schemaType: 'boolean',
        validate: (wanted: boolean, items: unknown[]) => !wanted || areUnique(items),
      });
      instance.addKeyword(stepCounter(mark, budget, ajv._));
      if (options.allErrors !== true) forgetFailedAlternatives(instance, ajv.not);
      return instance;
    },
    schemaErrors(schema) {
      // This instance is kept, but it only ever compiles the meta-schema.
      metaSchema ??= new ajv.Ajv({ ...TOLERANT, validateFormats: false });
      const source = dialect === 'draft-06' ? asDraft07(schema) : schema;
      return metaSchema.validateSchema(source) === true ? [] : (metaSchema.errors ?? []);
    },
  };
}

/** The meta-schema of draft-07 describes draft-06 as well: it only knows more keywords. */
function asDraft07(schema: JsonSchema): JsonSchema {
  return typeof schema === 'boolean'
    ? schema
    : { ...schema, $schema: 'http://json-schema.org/draft-07/schema#' };
}

function loadClass(dialect: Dialect) {
  if (dialect === '2020-12')
    return import('ajv/dist/2020.js').then((module) => ({
      Ajv: module.Ajv2020,
      _: module._,
      not: (name: Name) => module._`!${name}`,
    }));
  if (dialect === '2019-09')
    return import('ajv/dist/2019.js').then((module) => ({
      Ajv: module.Ajv2019,
      _: module._,
      not: (name: Name) => module._`!${name}`,
    }));
  return import('ajv').then((module) => ({
    Ajv: module.Ajv,
    _: module._,
    not: (name: Name) => module._`!${name}`,
  }));
}

/**
 * Keeps what is wrong with an alternative no longer than it takes to try the next one. Kept until the value as a whole
 * is judged, as ajv does, it is a megabyte for every few thousand steps, copied at every `$ref` on the way.
 */
function forgetFailedAlternatives(instance: Ajv, not: (name: Name) => Code): void {
  for (const keyword of ['anyOf', 'oneOf']) {
    const definition = instance.getKeyword(keyword);
    if (typeof definition !== 'object' || !('code' in definition)) continue;
    instance.removeKeyword(keyword);
    instance.addKeyword({
      ...definition,
      code(cxt: KeywordCxt, ruleType?: string) {
        const { subschema } = cxt;
        cxt.subschema = (applied, valid) => {
          const alternative = subschema.call(
            cxt,
            { ...applied, createErrors: false, allErrors: false },
            valid,
          );
          cxt.gen.if(not(valid), () => cxt.reset());
          return alternative;
        };
        definition.code(cxt, ruleType);
      },
    } as CodeKeywordDefinition);
  }
}

/**
 * The keyword that stands on every subschema and counts. Without it a schema of a few hundred bytes whose
 * alternatives refer to each other keeps a check busy for years.
 */
function stepCounter(mark: string, budget: StepBudget, code: typeof import('ajv')._): CodeKeywordDefinition {
  return {
    keyword: mark,
    schemaType: 'boolean',
    code(cxt: KeywordCxt) {
      const counter = cxt.gen.scopeValue('obj', { ref: budget });
      const exhausted = cxt.gen.scopeValue('func', { ref: StepsExhausted });
      cxt.gen.if(code`--${counter}.left < 0`, () => cxt.gen.throw(code`new ${exhausted}()`));
    },
  };
}
