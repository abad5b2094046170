import type { JsonObject } from '../../protocol/index.js';
import type { Decision } from '../asking/asker.js';
import { decisionMembers, decisionProblem, jsonObjectOf } from '../asking/decision-check.js';

/**
 * Why a call was allowed or denied. `asker`: somebody answered. `auto_allow`: on the list, nobody was asked. `autonomy`: the
 * gate does not hold this call. `timeout`: nobody answered in time. `error`: it could not be asked, or the answer made no
 * sense. `withdrawn`: the caller went away, the run was stopped, the server is closing.
 */
export type DecisionSource = 'asker' | 'auto_allow' | 'autonomy' | 'timeout' | 'error' | 'withdrawn';

/** What a hook of the application said. */
export type HookAnswer =
  | { readonly kind: 'absent' }
  | { readonly kind: 'said'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown };

/** What is known before anybody is asked. */
export interface AdmissionFacts {
  readonly isListed: boolean;
  /** `autoAllowWhen`, asked for listed tools only. */
  readonly when: HookAnswer;
  readonly gate: HookAnswer;
}

export type Admission = 'auto_allow' | 'autonomy' | 'ask';

/** How asking went. */
export type AskOutcome =
  | { readonly kind: 'answered'; readonly decision: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'expired' }
  | { readonly kind: 'withdrawn'; readonly why: string }
  /** It was not asked at all; `why` is a sentence. */
  | { readonly kind: 'refused'; readonly why: string };

export type Verdict =
  | {
      readonly allowed: true;
      readonly source: DecisionSource;
      readonly reason: string;
      readonly actor: string | undefined;
      /** Other arguments than were asked about. */
      readonly modified?: Readonly<JsonObject>;
    }
  | {
      readonly allowed: false;
      readonly source: DecisionSource;
      /** What the model reads. Never empty. */
      readonly reason: string;
      readonly actor: string | undefined;
    };

/**
 * Whether somebody has to be asked. Only what is on the list and not held back by the predicate, or what the gate lets
 * through by saying false, runs without; whatever else happens, a throw or an answer that is no boolean, asks.
 */
export function admissionOf({ isListed, when, gate }: AdmissionFacts): Admission {
  const isPassed = when.kind === 'absent' || (when.kind === 'said' && when.value === true);
  if (isListed && isPassed) return 'auto_allow';
  return gate.kind === 'said' && gate.value === false ? 'autonomy' : 'ask';
}

/** The verdict without asking. */
export function allowedBy(source: 'auto_allow' | 'autonomy'): Verdict {
  const reason =
    source === 'auto_allow' ? 'the tool is on the list of allowed tools' : 'the gate does not hold this call';
  return { allowed: true, source, reason, actor: undefined };
}

/** The verdict after asking: a deny, unless the answer clearly allows. `timeoutMs` is the deadline that an expiry names. */
export function verdictOf(outcome: AskOutcome, timeoutMs: number | undefined): Verdict {
  switch (outcome.kind) {
    case 'answered':
      return read(outcome.decision, timeoutMs);
    case 'threw':
      return denied(
        'error',
        `The approval could not be obtained (${describe(outcome.error)}). ${NOT_REFUSED}`,
      );
    case 'expired':
      return denied('timeout', expiry(timeoutMs));
    case 'withdrawn':
      return denied('withdrawn', outcome.why);
    case 'refused':
      return denied('error', outcome.why);
  }
}

const NOT_REFUSED = 'Nobody refused this call; it was denied because nobody approved it.';

function expiry(timeoutMs: number | undefined): string {
  const deadline = timeoutMs === undefined ? 'in time' : `within ${timeoutMs / 1000}s`;
  return `Nobody answered ${deadline}. ${NOT_REFUSED}`;
}

/** Whatever an asker gave, this does not throw. */
function read(decision: unknown, timeoutMs: number | undefined): Verdict {
  try {
    return answered(decisionMembers(decision), timeoutMs);
  } catch (error) {
    return unusable(`reading it failed (${describe(error)})`);
  }
}

function unusable(problem: string): Verdict {
  return denied('error', `The answer of the reviewer cannot be used: ${problem}. ${NOT_REFUSED}`);
}

function answered(value: unknown, timeoutMs: number | undefined): Verdict {
  const problem = decisionProblem(value);
  if (problem !== undefined) return unusable(problem);
  const decision = value as Decision;
  const { note, actor } = decision;
  switch (decision.kind) {
    case 'approve':
    case 'value':
      return { allowed: true, source: 'asker', reason: note ?? 'approved', actor: actor ?? undefined };
    case 'modify': {
      const modified = jsonObjectOf(decision.value);
      if (modified === undefined) return denied('error', NOT_REFUSED);
      return {
        allowed: true,
        source: 'asker',
        reason: note ?? 'approved with changes',
        actor: actor ?? undefined,
        modified,
      };
    }
    case 'reject':
      return denied('asker', filled(note) ?? 'The reviewer refused this call.', actor);
    case 'expired':
      return denied('timeout', filled(note) ?? expiry(timeoutMs), actor);
  }
}

function denied(source: DecisionSource, reason: string, actor?: string): Verdict {
  return { allowed: false, source, reason, actor: actor ?? undefined };
}

function filled(note: string | undefined): string | undefined {
  return note === undefined || note === null || note.trim() === '' ? undefined : note;
}

/** `TypeError: x is not a function`. Whatever was thrown, this does not throw. */
function describe(error: unknown): string {
  try {
    if (!(error instanceof Error)) return String(error);
    return error.message === '' ? error.name : `${error.name}: ${error.message}`;
  } catch {
    return 'it threw something that cannot be described';
  }
}
