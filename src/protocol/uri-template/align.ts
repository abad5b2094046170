import type { Slot, Step } from './steps.js';

/**
 * The part of the text that each step takes, undefined when they do not fit. Where several readings fit, an earlier step
 * takes as much as it can. Ends are found from the back, so that no choice has to be undone: time and memory are linear
 * in the text.
 */
export function alignSteps(steps: readonly Step[], text: string): string[] | undefined {
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
