import type { Operator, Part, Variable } from './parse.js';
import { decodePercent, normalizeUri } from './percent.js';

/**
 * One step of matching. A `slot` takes `lead`, then any characters that are not in `stops`.
 * `target` says what to do with what it took.
 */
type Step =
  | { readonly kind: 'literal'; readonly text: string }
  | {
      readonly kind: 'slot';
      readonly lead: string;
      readonly stops: string;
      /** May be missing altogether. */
      readonly isOptional: boolean;
      /** Needs a character after `lead`. */
      readonly isFilled: boolean;
      readonly target: Variable | readonly Variable[];
    };

type Slot = Step & { kind: 'slot' };

/** The steps of a template. Compiled once; matching is then linear in the length of the URI. */
export function compileSteps(parts: readonly Part[]): Step[] {
  const steps: Step[] = [];
  for (const part of parts) {
    if (part.kind === 'literal') {
      steps.push({ kind: 'literal', text: normalizeUri(part.text) });
    } else if (part.operator.separator === '&') {
      addQuery(steps, part.operator, part.variables);
    } else {
      part.variables.forEach((variable, index) => {
        steps.push(slotFor(part.operator, part.variables, variable, index));
      });
    }
  }
  return steps.map((step, index) =>
    step.kind === 'literal' ? step : stoppedByLater(step, steps.slice(index + 1)),
  );
}

/**
 * What begins a later expression ends this one, although it could hold the character: in `{+path}{?q}` a question mark
 * belongs to the query.
 */
function stoppedByLater(slot: Slot, later: readonly Step[]): Slot {
  const leads = later.map((step) => (step.kind === 'slot' ? step.lead.charAt(0) : ''));
  const ends = leads.filter(
    (lead, index) => lead !== '' && ('?#'.includes(lead) || (index === 0 && ';&'.includes(lead))),
  );
  return { ...slot, stops: slot.stops + ends.join('') };
}

/** A query is one slot, read as a whole afterwards: its pairs may be missing or in another order. */
function addQuery(steps: Step[], operator: Operator, variables: readonly Variable[]): void {
  const previous = steps.at(-1);
  const isContinued = operator.first === '&' && previous?.kind === 'slot' && isQuery(previous);
  const known = isContinued ? (previous.target as readonly Variable[]) : [];
  if (isContinued) steps.pop();
  const lead = isContinued ? previous.lead : operator.first;
  const target = [...known, ...variables];
  steps.push({ kind: 'slot', lead, stops: '#', isOptional: true, isFilled: false, target });
}

function isQuery(slot: Slot): boolean {
  return Array.isArray(slot.target);
}

function slotFor(operator: Operator, all: readonly Variable[], variable: Variable, index: number): Slot {
  const isFirst = index === 0;
  const isLast = index === all.length - 1;
  const isBare = operator.first === '';
  // What a single value cannot hold, because it would be encoded or would belong to the next value.
  const takesAll = variable.isExploded || (isLast && operator.separator !== '/');
  const stops =
    (operator.allowsReserved ? '' : operator.separator === '/' ? '?#' : '/?#') +
    (takesAll ? '' : operator.separator);
  const name = operator.isNamed ? variable.name : '';
  return {
    kind: 'slot',
    lead: (isFirst ? operator.first : operator.separator) + name,
    stops,
    isOptional: !(isBare && isFirst),
    isFilled: isBare,
    target: variable,
  };
}

/**
 * The values that the steps take from a URI, decoded; undefined when it does not fit. Where several readings fit, an
 * earlier variable takes as much as it can. Time and memory are linear in the URI for a given template.
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

/** What each step takes. Ends are found from the back, so that no choice has to be undone. */
function alignSteps(steps: readonly Step[], text: string): string[] | undefined {
  const reachable: Uint8Array[] = [];
  let next: Uint8Array = new Uint8Array(text.length + 1);
  next[text.length] = 1;
  for (const step of [...steps].reverse()) {
    reachable.push(next);
    next = step.kind === 'literal' ? startsOfLiteral(step.text, text, next) : startsOfSlot(step, text, next);
  }
  if (next[0] !== 1) return undefined;
  reachable.reverse();
  const spans: string[] = [];
  let at = 0;
  for (const [index, step] of steps.entries()) {
    const end = endOf(step, text, at, reachable[index] as Uint8Array);
    spans.push(text.slice(at, end));
    at = end;
  }
  return spans;
}

/** From where the literal leads to a place from where the rest fits. */
function startsOfLiteral(literal: string, text: string, next: Uint8Array): Uint8Array {
  const starts = new Uint8Array(text.length + 1);
  for (let at = text.indexOf(literal); at !== -1; at = text.indexOf(literal, at + 1)) {
    starts[at] = next[at + literal.length] ?? 0;
  }
  return starts;
}

function startsOfSlot(slot: Slot, text: string, next: Uint8Array): Uint8Array {
  const starts = slot.isOptional ? next.slice() : new Uint8Array(text.length + 1);
  // `ahead`: some place from here on, with nothing but allowed characters between, from where the rest fits.
  let ahead = 0;
  for (let at = text.length; at >= 0; at -= 1) {
    const isAllowed = at < text.length && !slot.stops.includes(text.charAt(at));
    const beyond = isAllowed ? ahead : 0;
    ahead = next[at] === 1 || beyond === 1 ? 1 : 0;
    const isReached = slot.isFilled ? beyond : ahead;
    const start = at - slot.lead.length;
    if (isReached === 1 && start >= 0 && text.startsWith(slot.lead, start)) starts[start] = 1;
  }
  return starts;
}

/** The furthest place that the step can end at. */
function endOf(step: Step, text: string, at: number, next: Uint8Array): number {
  if (step.kind === 'literal') return at + step.text.length;
  let best = at;
  if (!text.startsWith(step.lead, at)) return best;
  const first = at + step.lead.length;
  for (let end = first; end <= text.length; end += 1) {
    if (next[end] === 1 && (end > first || !step.isFilled)) best = end;
    if (end < text.length && step.stops.includes(text.charAt(end))) break;
  }
  return best;
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
