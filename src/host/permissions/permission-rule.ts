import type { ConfigProblem } from '../config/server-entry.js';

export type PermissionAction = 'allow' | 'ask' | 'deny';

/** What a rule says: as in permissions.json, or from a program. */
export interface PermissionRuleDeclaration {
  /** The name under which the host offers a tool; `*` stands for any text, `?` for one character. */
  readonly tool: string;
  readonly action: PermissionAction;
}

/** A rule and where it stands. */
export interface PermissionRule extends PermissionRuleDeclaration {
  /** Counted from 1 in its file, or in the rules of the program. */
  readonly position: number;
  /** The file; undefined for a rule of the program. */
  readonly path: string | undefined;
  /** Counted from 1. */
  readonly line: number | undefined;
}

export interface PermissionRules {
  /** In order: the first that matches decides. */
  readonly rules: readonly PermissionRule[];
  /** Rules of the project, `ask` and `deny` only: the first that matches counts when it is the stricter one. */
  readonly tightening: readonly PermissionRule[];
}

/** What `loadPermissions` gives. */
export interface LoadedPermissions extends PermissionRules {
  readonly problems: readonly ConfigProblem[];
}

export const NO_RULES: PermissionRules = Object.freeze({
  rules: Object.freeze([]),
  tightening: Object.freeze([]),
});
