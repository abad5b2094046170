import { isJsonObject } from '../../protocol/index.js';
import type { KeyPath } from '../config/config-document.js';
import { kindOf } from '../config/declared-entry.js';
import type { PermissionAction, PermissionRuleDeclaration } from './permission-rule.js';

/** A pattern is tried against every name, so it has an end. */
export const MAX_GLOB_CHARS = 256;

const ACTIONS: readonly PermissionAction[] = ['allow', 'ask', 'deny'];
const KEYS: readonly string[] = ['tool', 'action', 'comment'];
/** Names of tools have no other characters (`toolName`), so a pattern that has some fits none. */
const OUTSIDE_NAMES = /[^A-Za-z0-9_*?]/;

export interface RuleFinding {
  readonly severity: 'error' | 'warning';
  readonly path: KeyPath;
  readonly message: string;
}

export interface ReadRule {
  /** What counts. A rule that cannot be read asks: it may have been there to hold something back. */
  readonly rule: PermissionRuleDeclaration;
  readonly findings: readonly RuleFinding[];
}

/** Reads one rule. */
export function readRule(declared: unknown): ReadRule {
  if (!isJsonObject(declared)) {
    const message = `must be an object with "tool" and "action", not ${kindOf(declared)}; until then every tool asks`;
    return { rule: { tool: '*', action: 'ask' }, findings: [{ severity: 'error', path: [], message }] };
  }
  const findings: RuleFinding[] = [];
  for (const key of Object.keys(declared)) {
    if (KEYS.includes(key)) continue;
    findings.push({
      severity: 'error',
      path: [key],
      message: `is no key of a rule; until it is gone the rule asks`,
    });
  }
  const tool = globOf(declared['tool'], findings);
  const action = actionOf(declared['action'], findings);
  const isSound = findings.every(({ severity }) => severity !== 'error');
  return { rule: { tool, action: isSound ? action : 'ask' }, findings };
}

function globOf(value: unknown, findings: RuleFinding[]): string {
  if (typeof value !== 'string' || value === '' || value.length > MAX_GLOB_CHARS) {
    const message = `must be the name of a tool, or a pattern with * and ?, of at most ${MAX_GLOB_CHARS} characters; until then every tool asks`;
    findings.push({ severity: 'error', path: ['tool'], message });
    return '*';
  }
  if (OUTSIDE_NAMES.test(value)) {
    const message =
      'fits no tool: the names have only A-Z, a-z, 0-9 and _, for everything else there is _ in them';
    findings.push({ severity: 'warning', path: ['tool'], message });
  }
  return value;
}

function actionOf(value: unknown, findings: RuleFinding[]): PermissionAction {
  const action = ACTIONS.find((known) => known === value);
  if (action !== undefined) return action;
  const message = `must be one of ${ACTIONS.join(', ')}; until then the rule asks`;
  findings.push({ severity: 'error', path: ['action'], message });
  return 'ask';
}
