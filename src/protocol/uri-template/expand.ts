import type { Operator, Part, Variable } from './parse.js';
import { encodeReserved, encodeUnreserved } from './percent.js';

/** A value for a variable. Absent, undefined and null are the same: the variable leaves no trace. */
export type TemplateValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly string[]
  | { readonly [name: string]: string };

export type TemplateValues = { readonly [name: string]: TemplateValue };

/** RFC 6570 section 3 */
export function expandParts(parts: readonly Part[], values: TemplateValues): string {
  return parts
    .map((part) => (part.kind === 'literal' ? encodeReserved(part.text) : expand(part, values)))
    .join('');
}

function expand(part: Part & { kind: 'expression' }, values: TemplateValues): string {
  const { operator, variables } = part;
  const texts = variables.flatMap((variable) => {
    const value = Object.hasOwn(values, variable.name) ? values[variable.name] : undefined;
    return value === undefined || value === null ? [] : expandValue(operator, variable, value);
  });
  return texts.length === 0 ? '' : operator.first + texts.join(operator.separator);
}

/** The texts that one variable gives: none for an empty list, several when it is exploded. */
function expandValue(operator: Operator, variable: Variable, value: NonNullable<TemplateValue>): string[] {
  const encode = operator.allowsReserved ? encodeReserved : encodeUnreserved;
  if (typeof value !== 'object') {
    const text =
      variable.prefix === undefined ? String(value) : firstCharacters(String(value), variable.prefix);
    return [named(operator, variable.name, encode(text))];
  }
  const pairs: [string | undefined, string][] = Array.isArray(value)
    ? value.map((item) => [undefined, encode(String(item))])
    : Object.entries(value).map(([key, item]) => [encode(key), encode(String(item))]);
  if (pairs.length === 0) return [];
  if (!variable.isExploded) return [named(operator, variable.name, pairs.flat().filter(isPresent).join(','))];
  return pairs.map(([key, text]) => {
    if (key !== undefined) return text === '' && operator.isNamed ? key + operator.ifEmpty : `${key}=${text}`;
    return named(operator, variable.name, text);
  });
}

function named(operator: Operator, name: string, text: string): string {
  if (!operator.isNamed) return text;
  return text === '' ? name + operator.ifEmpty : `${name}=${text}`;
}

/** Characters, not UTF-16 units. RFC 6570 section 2.4.1 */
function firstCharacters(text: string, count: number): string {
  return [...text].slice(0, count).join('');
}

function isPresent(text: string | undefined): text is string {
  return text !== undefined;
}
