import type { Operator, Part, Variable } from './parse.js';
import { normalizeUri } from './percent.js';

/**
 * One step of matching. A `slot` takes `lead`, then any characters that are not in `stops`.
 * `target` says what to do with what it took.
 */
export type Step =
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

export type Slot = Step & { kind: 'slot' };

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

/** True when the slot is a whole query, and its target the variables of it. */
export function isQuery(slot: Slot): boolean {
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
