// Two JSON Schemas that say the same in different words have the same normal form: references followed, annotations
// dropped, intersections of objects merged, unions flattened and sorted.
import type { Definitions, Schema } from './official-schemas.js';

const ANNOTATIONS = new Set(['description', 'title', 'deprecated', 'default', '$comment', '$schema']);

export function normalForm(schema: Schema, defs: Definitions, trail: readonly string[] = []): Schema {
  if (schema === true) return {};
  if (schema.$ref !== undefined) {
    const name: string = schema.$ref.split('/').at(-1);
    if (trail.includes(name)) return { recursion: name };
    return normalForm(defs[name], defs, [...trail, name]);
  }
  const inner = (part: Schema): Schema => normalForm(part, defs, trail);
  if (schema.allOf !== undefined) return mergeAll(schema.allOf.map(inner));
  if (schema.anyOf !== undefined) return unionOf(schema.anyOf.map(inner));
  if (Array.isArray(schema.type))
    return unionOf(schema.type.map((type: string) => inner({ ...schema, type })));
  const form: Schema = {};
  for (const [keyword, value] of Object.entries<Schema>(schema)) {
    if (!ANNOTATIONS.has(keyword)) addKeyword(form, keyword, value, inner);
  }
  return sorted(form);
}

function addKeyword(form: Schema, keyword: string, value: Schema, inner: (part: Schema) => Schema): void {
  switch (keyword) {
    case 'properties':
      if (Object.keys(value).length === 0) return;
      form.properties = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inner(part)]));
      return;
    case 'additionalProperties':
    case 'items': {
      const part = inner(value);
      if (Object.keys(part).length > 0) form[keyword] = part;
      return;
    }
    case 'required':
    case 'enum':
      if (value.length > 0) form[keyword] = [...value].sort();
      return;
    case 'not':
      form.not = inner(value);
      return;
    default:
      form[keyword] = value;
  }
}

function sorted(form: Schema): Schema {
  const entries = Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1));
  const result = Object.fromEntries(entries);
  if (result['properties'] !== undefined) result['properties'] = sorted(result['properties']);
  return result;
}

function mergeAll(forms: Schema[]): Schema {
  return forms.reduce(merge);
}

function merge(one: Schema, other: Schema): Schema {
  const { not: notOne, properties, required, anyOf, ...rest } = other;
  const merged: Schema = { ...one, ...rest };
  if (anyOf !== undefined) merged.anyOf = anyOf;
  if (notOne !== undefined) merged.not = notOne;
  if (properties !== undefined) {
    merged.properties = { ...one.properties };
    for (const [key, value] of Object.entries<Schema>(properties)) {
      const mine = one.properties?.[key];
      merged.properties[key] = mine === undefined ? value : merge(mine, value);
    }
  }
  if (required !== undefined) merged.required = [...new Set([...(one.required ?? []), ...required])].sort();
  return sorted(merged);
}

function unionOf(forms: Schema[]): Schema {
  const members = new Map<string, Schema>();
  for (const form of forms.flatMap((member) => member.anyOf ?? [member]))
    members.set(JSON.stringify(form), form);
  const keys = [...members.keys()].sort();
  return keys.length === 1 ? members.get(keys[0] ?? '') : { anyOf: keys.map((key) => members.get(key)) };
}
