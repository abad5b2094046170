import { jsonOnOneLine, jsonStringEnd, jsonStringValue } from '../json-text.js';
import { REDACTED } from './redact-plain.js';
import { isSecretName } from './secret-names.js';

/**
 * Members of these are named by a schema's author: `{"properties":{"password":{"type":"string"}}}` holds no
 * secret.
 */
const SCHEMA_MAPS: readonly string[] = [
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
];

const NUMBER = /-?\d[\d.eE+-]*/y;
const QUOTED_REDACTED = JSON.stringify(REDACTED);

/** An array or object that is open at this point of the text. */
interface Container {
  readonly isObject: boolean;
  /** Every string and number inside is hidden. */
  readonly isSecret: boolean;
  /** Its members are named by a schema's author. */
  readonly isSchemaMap: boolean;
  /** The name of the member that is being read; undefined before the first, and in arrays. */
  name: string | undefined;
  isNameNext: boolean;
}

const OUTSIDE: Container = {
  isObject: false,
  isSecret: false,
  isSchemaMap: false,
  name: undefined,
  isNameNext: false,
};

/**
 * Hides secrets in valid JSON text, which stays valid and otherwise as it was: spacing, digits and repeated
 * members included. `redactString` is applied to every other string, decoded. One pass, no recursion.
 */
export function redactJson(text: string, redactString: (value: string) => string): string {
  const open: Container[] = [];
  let inside = OUTSIDE;
  let redacted = '';
  let copied = 0;
  const replace = (from: number, to: number, replacement: string): void => {
    redacted += text.slice(copied, from) + replacement;
    copied = to;
  };
  for (let at = 0; at < text.length; ) {
    const char = text[at];
    if (char === '"') {
      const end = jsonStringEnd(text, at);
      const value = jsonStringValue(text.slice(at, end));
      const replacement = hidesScalar(inside) ? REDACTED : redactString(value);
      if (replacement !== value) replace(at, end, jsonOnOneLine(JSON.stringify(replacement)));
      if (inside.isNameNext) inside.name = value;
      inside.isNameNext = false;
      at = end;
      continue;
    }
    NUMBER.lastIndex = at;
    if (char === '{' || char === '[') {
      open.push(inside);
      inside = containerIn(inside, char === '{');
    } else if (char === '}' || char === ']') {
      inside = open.pop() ?? OUTSIDE;
    } else if (char === ',') {
      inside.isNameNext = inside.isObject;
    } else if (NUMBER.test(text)) {
      if (hidesScalar(inside)) replace(at, NUMBER.lastIndex, QUOTED_REDACTED);
      at = NUMBER.lastIndex;
      continue;
    }
    at++;
  }
  return copied === 0 ? text : redacted + text.slice(copied);
}

/** True when a string or number that comes next is a secret value. Names are never hidden as a whole. */
function hidesScalar({ isNameNext, isSecret, name }: Container): boolean {
  return !isNameNext && (isSecret || (name !== undefined && isSecretName(name)));
}

function containerIn(outer: Container, isObject: boolean): Container {
  const { name } = outer;
  const isSchema = outer.isSchemaMap && isObject;
  return {
    isObject,
    isSecret: outer.isSecret || (name !== undefined && !isSchema && isSecretName(name)),
    isSchemaMap: isObject && name !== undefined && SCHEMA_MAPS.includes(name),
    name: undefined,
    isNameNext: isObject,
  };
}
