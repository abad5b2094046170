import type { JsonObject } from '../../protocol/index.js';
import { isJsonObject } from '../../protocol/index.js';
import type { SchemaProblem, SchemaValidator } from '../../schema/index.js';
import { describeProblems } from '../../schema/index.js';
import { LazySchema } from '../features/lazy-schema.js';
import type { StandardIssue, StandardParameters } from './standard-schema.js';
import { ToolArgumentError } from './tool-argument-error.js';

/** Checks the arguments of one call, and gives what the body gets. Rejects with a `ToolArgumentError`. */
export type ArgumentCheck = (args: JsonObject) => Promise<unknown>;

/** A schema with one of these has its own say about arguments that are not in `properties`. */
const SAYS_MORE = [
  'additionalProperties',
  'patternProperties',
  'unevaluatedProperties',
  'propertyNames',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependentSchemas',
  'dependencies',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
] as const;

/** A check against the JSON Schema itself. */
export function jsonSchemaCheck(
  toolName: string,
  schema: JsonObject,
  validator: () => SchemaValidator,
): ArgumentCheck {
  const names = namesCheck(toolName, schema);
  const lazy = new LazySchema(schema);
  return async (args) => {
    names(args);
    const compiled = lazy.ready ?? (await lazy.compile(validator()));
    const outcome = compiled.check(args);
    if (outcome.ok) return args;
    throw new ToolArgumentError(
      toolName,
      {
        invalid: namesAtFault(outcome.problems),
        reason: describeProblems(outcome.problems, 'the arguments'),
      },
      acceptedNames(schema),
    );
  };
}

/** A check by a schema library. The names are held against the JSON Schema, because that is what the model was shown. */
export function standardCheck(
  toolName: string,
  schema: JsonObject,
  { '~standard': standard }: StandardParameters,
): ArgumentCheck {
  const names = namesCheck(toolName, schema);
  return async (args) => {
    names(args);
    const result = await standard.validate(args);
    if (result.issues === undefined) return result.value;
    const invalid = [...new Set(result.issues.flatMap(({ path }) => firstOf(path)))];
    const reason = result.issues.map(describeIssue).join('; ');
    throw new ToolArgumentError(toolName, { invalid, reason }, acceptedNames(schema));
  };
}

/** The names of the arguments in `properties`, in the order of the schema. */
export function acceptedNames(schema: JsonObject): string[] {
  const { properties } = schema;
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

function namesCheck(toolName: string, schema: JsonObject): (args: JsonObject) => void {
  const accepted = acceptedNames(schema);
  const known = new Set(accepted);
  const isClosed = takesOnlyProperties(schema);
  const { required: listed } = schema;
  const required = Array.isArray(listed) ? listed.filter((name) => typeof name === 'string') : [];
  return (args) => {
    const unexpected = isClosed ? Object.keys(args).filter((name) => !known.has(name)) : [];
    const missing = required.filter((name) => !Object.hasOwn(args, name) || args[name] === undefined);
    if (unexpected.length + missing.length > 0) {
      throw new ToolArgumentError(toolName, { unexpected, missing }, accepted);
    }
  };
}

/** JSON Schema lets anything else through by default; a model that makes up an argument should hear of it. */
function takesOnlyProperties(schema: JsonObject): boolean {
  const isForbidden = schema['additionalProperties'] === false && schema['patternProperties'] === undefined;
  return isForbidden || SAYS_MORE.every((keyword) => schema[keyword] === undefined);
}

function namesAtFault(problems: readonly SchemaProblem[]): string[] {
  const names = problems
    .filter(({ path }) => path !== '')
    .map(({ path }) => (path.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~'));
  return [...new Set(names)];
}

function firstOf(path: StandardIssue['path']): string[] {
  const [first] = path ?? [];
  if (first === undefined) return [];
  return [String(typeof first === 'object' ? first.key : first)];
}

function describeIssue({ path, message }: StandardIssue): string {
  const keys = (path ?? []).map((step) => String(typeof step === 'object' ? step.key : step));
  return keys.length === 0 ? message : `"${keys.join('.')}": ${message}`;
}
