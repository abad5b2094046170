import { isJsonObject } from '../protocol/index.js';
import type { SchemaProblem } from './schema-validator.js';

/** What the compiler reports for one keyword that was not satisfied. */
export interface KeywordError {
  readonly keyword: string;
  /** JSON Pointer into the value. */
  readonly instancePath: string;
  readonly params: { readonly [name: string]: unknown };
  readonly message?: string;
  /** The part of the value that was checked. */
  readonly data?: unknown;
  /** The schema that holds the keyword. */
  readonly parentSchema?: unknown;
}

const LISTED_VALUES = 20;

const EXPECTATION: { readonly [keyword: string]: (error: KeywordError) => string } = {
  type: ({ params, data }) => `must be ${typeNames(params['type'])}, not ${typeOf(data)}`,
  required: ({ params }) => `must have the property ${quote(params['missingProperty'])}`,
  additionalProperties: (error) => unexpectedProperty(error, error.params['additionalProperty']),
  unevaluatedProperties: (error) => unexpectedProperty(error, error.params['unevaluatedProperty']),
  enum: ({ params }) => `must be one of ${list(params['allowedValues'])}`,
  const: ({ params }) => `must be ${quote(params['allowedValue'])}`,
  multipleOf: ({ params }) => `must be a multiple of ${quote(params['multipleOf'])}`,
  minLength: ({ params }) => `must have at least ${quote(params['limit'])} characters`,
  maxLength: ({ params }) => `must have at most ${quote(params['limit'])} characters`,
  minItems: ({ params }) => `must have at least ${quote(params['limit'])} items`,
  maxItems: ({ params }) => `must have at most ${quote(params['limit'])} items`,
  minProperties: ({ params }) => `must have at least ${quote(params['limit'])} properties`,
  maxProperties: ({ params }) => `must have at most ${quote(params['limit'])} properties`,
  uniqueItems: () => 'must not contain the same item twice',
  pattern: ({ params }) => `must match the pattern ${quote(params['pattern'])}`,
  format: ({ params }) => `must be in the format ${quote(params['format'])}`,
  propertyNames: ({ params }) => `must not have a property named ${quote(params['propertyName'])}`,
  dependentRequired: ({ params }) => dependentProperty(params),
  dependencies: ({ params }) => dependentProperty(params),
  anyOf: () => 'must match at least one of the alternatives (anyOf)',
  oneOf: ({ params }) => oneOfText(params['passingSchemas']),
  not: () => 'must not match what the schema excludes (not)',
  'false schema': () => 'must not be given',
};

/** The problem in plain words. Values of the caller are never repeated, only their types and property names. */
export function problemOf(error: KeywordError): SchemaProblem {
  const message = EXPECTATION[error.keyword]?.(error) ?? error.message ?? `must satisfy ${error.keyword}`;
  return { path: error.instancePath, message, keyword: error.keyword };
}

/**
 * One sentence for all problems. `subject` names the value as a whole: `the arguments must have the property "a";
 * "user.age" must be a number, not a string`.
 */
export function describeProblems(problems: readonly SchemaProblem[], subject: string): string {
  return problems
    .map(({ path, message }) => `${path === '' ? subject : `"${readablePath(path)}"`} ${message}`)
    .join('; ');
}

/** `/users/0/name` as `users[0].name`. */
function readablePath(pointer: string): string {
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, token) => {
      if (/^\d+$/.test(token)) return `${path}[${token}]`;
      return path === '' ? token : `${path}.${token}`;
    }, '');
}

function unexpectedProperty({ parentSchema }: KeywordError, name: unknown): string {
  const properties = isJsonObject(parentSchema) ? parentSchema['properties'] : undefined;
  const known = isJsonObject(properties) ? Object.keys(properties) : [];
  const hint = known.length === 0 ? '' : ` (it may have ${list(known)})`;
  return `must not have the property ${quote(name)}${hint}`;
}

function dependentProperty(params: { readonly [name: string]: unknown }): string {
  return `must have the property ${quote(params['missingProperty'])} when it has ${quote(params['property'])}`;
}

function oneOfText(passing: unknown): string {
  return Array.isArray(passing)
    ? 'must match exactly one of the alternatives (oneOf), but matches more'
    : 'must match exactly one of the alternatives (oneOf)';
}

function typeNames(type: unknown): string {
  const names = Array.isArray(type) ? type : [type];
  return names.map((name) => withArticle(String(name))).join(' or ');
}

function typeOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  return withArticle(Array.isArray(value) ? 'array' : typeof value);
}

function withArticle(typeName: string): string {
  if (typeName === 'null') return typeName;
  return `${/^[aeiou]/.test(typeName) ? 'an' : 'a'} ${typeName}`;
}

function list(values: unknown): string {
  if (!Array.isArray(values)) return quote(values);
  const shown = values.slice(0, LISTED_VALUES).map(quote).join(', ');
  return values.length > LISTED_VALUES ? `${shown} and ${values.length - LISTED_VALUES} more` : shown;
}

function quote(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}
