import { alignSteps } from './align.js';
import type { Variable } from './parse.js';
import { decodePercent, normalizeUri } from './percent.js';
import type { Slot, Step } from './steps.js';
import { isQuery } from './steps.js';

/**
 * The values that the steps take from a URI, decoded; undefined when it does not fit.
 */
export function matchSteps(steps: readonly Step[], uri: string): Record<string, string> | undefined {
  const text = normalizeUri(uri);
  const first = steps[0];
  // Most templates of a server fail here, without any table.
  if (first?.kind === 'literal' && !text.startsWith(first.text)) return undefined;
  const spans = alignSteps(steps, text);
  if (spans === undefined) return undefined;
  const found: Found = { values: new Map(), prefixes: [] };
  for (const [index, step] of steps.entries()) {
    const span = spans[index] ?? '';
    if (step.kind === 'literal' || span === '') continue;
    const taken = span.slice(step.lead.length);
    if (!store(step, taken, found)) return undefined;
  }
  return joinPrefixes(found) ? Object.fromEntries(found.values) : undefined;
}

/** The values so far. What `{name:3}` took is only the beginning of a value, unless nothing else says more. */
interface Found {
  readonly values: Map<string, string>;
  readonly prefixes: { readonly name: string; readonly length: number; readonly text: string }[];
}

function store(slot: Slot, taken: string, found: Found): boolean {
  if (isQuery(slot)) return storeQuery(slot.target as readonly Variable[], taken, found);
  // Only `;name` has something between its lead and its value.
  const isNamed = slot.lead.startsWith(';');
  if (isNamed && taken !== '' && !taken.startsWith('=')) return false;
  return storeValue(slot.target as Variable, isNamed ? taken.slice(1) : taken, found);
}

function storeQuery(variables: readonly Variable[], query: string, found: Found): boolean {
  const own = new Map<string, string>();
  for (const pair of query.split('&').filter((part) => part !== '')) {
    const equals = pair.indexOf('=');
    const name = equals === -1 ? pair : pair.slice(0, equals);
    const variable = variables.find((candidate) => candidate.name === name);
    if (variable === undefined) return false;
    const value = equals === -1 ? '' : pair.slice(equals + 1);
    const earlier = own.get(name);
    if (earlier !== undefined && !variable.isExploded) return false;
    own.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return variables.every((variable) => {
    const value = own.get(variable.name);
    return value === undefined || storeValue(variable, value, found);
  });
}

/** A variable that stands twice must have one value. */
function storeValue({ name, prefix }: Variable, encoded: string, found: Found): boolean {
  const text = decodePercent(encoded);
  if (text === undefined) return false;
  if (prefix !== undefined) {
    found.prefixes.push({ name, length: prefix, text });
    return [...text].length <= prefix;
  }
  const earlier = found.values.get(name);
  found.values.set(name, text);
  return earlier === undefined || earlier === text;
}

function joinPrefixes({ values, prefixes }: Found): boolean {
  return prefixes.every(({ name, length, text }) => {
    const whole = values.get(name);
    if (whole === undefined) values.set(name, text);
    return whole === undefined || [...whole].slice(0, length).join('') === text;
  });
}
