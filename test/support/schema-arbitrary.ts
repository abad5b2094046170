// Values for a JSON Schema, made from the schema itself: valid ones, and ones that a small change may have spoilt.
import fc from 'fast-check';
import type { Definitions, Schema } from './official-schemas.js';

const FORMATS: { readonly [format: string]: readonly string[] } = {
  uri: ['file:///a/b', 'https://example.com/x?y=z#f', 'urn:a:b', 'http://[::1]:80/', 'data:,x'],
  'uri-template': ['file:///{path}', 'https://example.com/{+a,b}{?q*}', 'plain', '', 'x{a:3}'],
  byte: ['', 'aGk=', 'AAAA', 'AA=='],
};
/** Strings that have one format or none of them. */
const TEXTS = ['', 'x', '7', 'a b', 'aGk', '{', 'not a uri', '/relative', 'text', 'object', 'form', 'url'];
/** What a spoilt place holds. */
const ODD: readonly unknown[] = [null, true, 0, -1, 1.5, 'x', '', [], {}, [null], { a: 1 }, ...TEXTS];

type Values = fc.Arbitrary<unknown>;

/** Makes values for any definition of one schema document. */
export function valuesFor(defs: Definitions): (schema: Schema) => Values {
  const named = new Map<string, Values>();
  const build = (schema: Schema): Values => {
    if (schema.$ref !== undefined) return reference(schema.$ref.split('/').at(-1));
    if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(build));
    if (schema.allOf !== undefined) return intersection(schema);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    return Array.isArray(schema.type)
      ? fc.oneof(...schema.type.map((type: string) => ofType({ ...schema, type })))
      : ofType(schema);
  };
  const reference = (name: string): Values => {
    // The only definition that refers to itself: any JSON.
    if (name === 'JSONValue' || name === 'JSONObject')
      return build({ type: name === 'JSONObject' ? 'object' : undefined });
    const made = named.get(name) ?? build(defs[name]);
    named.set(name, made);
    return made;
  };
  const intersection = (schema: Schema): Values =>
    fc
      .tuple(...schema.allOf.filter((part: Schema) => part.not === undefined).map(build))
      .map((parts) => parts.reduce((whole, part) => mergeParts(whole, part)));
  const ofType = (schema: Schema): Values => {
    switch (schema.type) {
      case 'object':
        return objects(schema);
      case 'array':
        return fc.array(build(schema.items ?? {}), { maxLength: 2 });
      case 'string':
        return fc.constantFrom(...(FORMATS[schema.format] ?? TEXTS));
      case 'integer':
        return fc.integer({ min: schema.minimum ?? -3, max: schema.maximum ?? 1000 });
      case 'number':
        return fc.double({ min: schema.minimum ?? -3, max: schema.maximum ?? 3, noNaN: true });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        return fc.jsonValue({ maxDepth: 1 });
    }
  };
  const objects = (schema: Schema): Values => {
    const properties = Object.entries<Schema>(schema.properties ?? {});
    const rest = schema.additionalProperties;
    const free =
      typeof rest === 'object'
        ? fc.dictionary(fc.constantFrom('k', 'l', 'm'), build(rest), { maxKeys: 2 })
        : undefined;
    if (properties.length === 0)
      return free ?? fc.dictionary(fc.constantFrom('k', 'l'), fc.jsonValue({ maxDepth: 1 }));
    const model = Object.fromEntries(properties.map(([key, value]) => [key, build(value)]));
    return fc.record(model, { requiredKeys: schema.required ?? [] });
  };
  return build;
}

/** Parts of an intersection describe one object: members that both have are merged, later ones win otherwise. */
function mergeParts(one: unknown, other: unknown): unknown {
  if (!isObject(one) || !isObject(other)) return other;
  const merged = { ...one };
  for (const [key, value] of Object.entries(other)) merged[key] = mergeParts(one[key], value);
  return merged;
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value, with up to two places of it changed: a member taken away or added, or another value put in. */
export function withChanges(values: Values): Values {
  const change = fc.record({
    place: fc.nat(),
    what: fc.constantFrom('replace', 'replace', 'remove', 'add'),
    odd: fc.constantFrom(...ODD),
  });
  return fc.tuple(values, fc.array(change, { maxLength: 2 })).map(([value, changes]) => {
    const root = { value: structuredClone(value) };
    for (const { place, what, odd } of changes) applyChange(root, place, what, structuredClone(odd));
    return root.value;
  });
}

type Slot = { readonly holder: { [key: string]: unknown }; readonly key: string };

function slotsBelow(holder: { [key: string]: unknown }, slots: Slot[]): Slot[] {
  for (const key of Object.keys(holder)) {
    slots.push({ holder, key });
    const item = holder[key];
    if (typeof item === 'object' && item !== null) slotsBelow(item as { [key: string]: unknown }, slots);
  }
  return slots;
}

function applyChange(root: { [key: string]: unknown }, place: number, what: string, odd: unknown): void {
  const slots = slotsBelow(root, []);
  const slot = slots[place % slots.length];
  if (slot === undefined) return;
  const { holder, key } = slot;
  if (what === 'replace') holder[key] = odd;
  if (what === 'add' && isObject(holder[key])) (holder[key] as { [key: string]: unknown })['x-extra'] = odd;
  if (what !== 'remove' || holder === root) return;
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}
