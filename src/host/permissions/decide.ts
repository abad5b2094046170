import type { JsonObject } from '../../protocol/index.js';
import { Glob } from './glob.js';
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

/** What is known of a tool without rules. */
type ToolKind = 'resource tool' | 'untrusted' | 'destructive' | 'read-only' | 'trusted';

/**
 * What is decided when no rule matches. Hints of a server that nobody vouches for are not looked at: they could take
 * friction away. docs/config.md has this table.
 *
 * 2026-07-28 server/tools#tool (annotations are untrusted unless they come from trusted servers)
 */
export const DEFAULT_VERDICTS: { readonly [kind in ToolKind]: PermissionVerdict } = {
  'resource tool': row('allow', 'no rule names it, and reading resources through the host is not confirmed'),
  untrusted: row('ask', 'no rule names it, and its server is not trusted'),
  destructive: row('ask', 'no rule names it, and its trusted server calls it destructive'),
  'read-only': row('allow', 'no rule names it, and its trusted server says that it only reads'),
  trusted: row('allow', 'no rule names it, and its server is trusted'),
};

const READ_ONLY_KINDS: readonly ToolKind[] = ['resource tool', 'read-only'];
const READ_ONLY_MODE = row(
  'deny',
  'read-only mode permits only tools of which a trusted server says that they only read',
);
const STRICTNESS: { readonly [action in PermissionAction]: number } = { allow: 0, ask: 1, deny: 2 };

/**
 * Decides whether a tool may be called: read-only mode first, then the first rule that matches, then the table. A rule of
 * the project counts when it is stricter. Pure.
 */
export function decidePermission(question: PermissionQuestion): PermissionVerdict {
  const kind = kindOf(question);
  if (question.readOnlyMode === true && !READ_ONLY_KINDS.includes(kind)) return READ_ONLY_MODE;
  const { name, rules } = question;
  const verdict = firstMatch(rules.rules, name) ?? DEFAULT_VERDICTS[kind];
  const tightened = firstMatch(rules.tightening, name);
  return tightened !== undefined && STRICTNESS[tightened.action] > STRICTNESS[verdict.action]
    ? tightened
    : verdict;
}

/** A tool that is said to read only and to destroy is one that destroys: hints may only add friction. */
function kindOf({ isResourceTool, trust, annotations }: PermissionQuestion): ToolKind {
  if (isResourceTool === true) return 'resource tool';
  if (!trust) return 'untrusted';
  if (annotations?.['destructiveHint'] === true) return 'destructive';
  return annotations?.['readOnlyHint'] === true ? 'read-only' : 'trusted';
}

/** The patterns of lists of rules, made once for each. */
const known = new WeakMap<readonly PermissionRule[], Glob[]>();

function globsOf(rules: readonly PermissionRule[]): Glob[] {
  const globs = known.get(rules) ?? [];
  if (globs.length === 0) known.set(rules, globs);
  return globs;
}

function firstMatch(rules: readonly PermissionRule[], name: string): PermissionVerdict | undefined {
  const globs = globsOf(rules);
  for (let index = 0; index < rules.length; index += 1) {
    const rule = rules[index] as PermissionRule;
    let glob = globs[index];
    // A list that was changed since is noticed by its patterns.
    if (glob?.pattern !== rule.tool) glob = globs[index] = new Glob(rule.tool);
    if (glob.matches(name)) return { action: rule.action, because: placeOf(rule), rule };
  }
  return undefined;
}

function placeOf({ tool, action, position, path, line }: PermissionRule): string {
  const place = path === undefined ? 'of the program' : `of ${path}${line === undefined ? '' : `:${line}`}`;
  return `rule ${position} ${place} (${JSON.stringify(tool)}: ${action})`;
}

function row(action: PermissionAction, because: string): PermissionVerdict {
  return Object.freeze({ action, because, rule: undefined });
}
