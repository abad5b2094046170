import type { JsonObject } from '../../protocol/index.js';
import { matchesGlob } from './glob.js';
import type { PermissionAction, PermissionRule, PermissionRules } from './permission-rule.js';

/** What is to be decided: may this tool be called? */
export interface PermissionQuestion {
  /** The name under which the host offers the tool. */
  readonly name: string;
  /** Whether the user vouches for the server (`trust` of its entry). */
  readonly trust: boolean;
  /** Annotations of the tool as its server sent them. Looked at only with `trust`. */
  readonly annotations?: Readonly<JsonObject> | undefined;
  /** One of the host's own tools that read resources. Default false. */
  readonly isResourceTool?: boolean;
  /** Only tools that change nothing may run. Default false. */
  readonly readOnlyMode?: boolean;
  readonly rules: PermissionRules;
}

export interface PermissionVerdict {
  readonly action: PermissionAction;
  /** What decided, in words: the rule and where it stands, or the row of the table. */
  readonly because: string;
  /** The rule that decided; undefined when none did. */
  readonly rule: PermissionRule | undefined;
}

/** Decides whether a tool may be called. Pure; docs/config.md has the table. */
export function decidePermission(question: PermissionQuestion): PermissionVerdict {
  const { name, rules } = question;
  const rule = firstMatch(rules.rules, name);
  return rule === undefined
    ? { action: 'ask', because: 'no rule matches', rule }
    : { action: rule.action, because: 'a rule', rule };
}

function firstMatch(rules: readonly PermissionRule[], name: string): PermissionRule | undefined {
  return rules.find((rule) => matchesGlob(rule.tool, name));
}
