import { Fault, isJsonObject } from '../../protocol/index.js';
import type { PermissionRule, PermissionRuleDeclaration, PermissionRules } from './permission-rule.js';
import { NO_RULES } from './permission-rule.js';
import { readRule } from './read-rule.js';

/**
 * Rules that a program gives, in order.
 *
 * @throws Fault `invalid_argument` for one that is wrong: the program can be repaired, so nothing is guessed.
 */
export function programRules(declarations: readonly PermissionRuleDeclaration[]): readonly PermissionRule[] {
  if (!Array.isArray(declarations)) throw new Fault('invalid_argument', '`rules` must be a list of rules.');
  return declarations.map((declared: unknown, index): PermissionRule => {
    const { rule, findings } = readRule(declared);
    const error = findings.find(({ severity }) => severity === 'error');
    if (error === undefined)
      return Object.freeze({ ...rule, position: index + 1, path: undefined, line: undefined });
    const what = ['rule', index + 1, ...error.path].join(' ');
    throw new Fault('invalid_argument', `Permissions: ${what} ${error.message.replace(/; until .*$/, '')}.`);
  });
}

/**
 * The rules that a host is given: what `loadPermissions` gave, the same shape made by hand, or rules of a program.
 *
 * @throws Fault `invalid_argument` for what is none of these: a rule that is not understood would hold nothing back.
 */
export function permissionRules(
  given: PermissionRules | readonly PermissionRuleDeclaration[] | undefined,
): PermissionRules {
  if (given === undefined) return NO_RULES;
  if (!isJsonObject(given)) return { rules: programRules(given as PermissionRule[]), tightening: [] };
  const { rules, tightening = [] } = given as Partial<PermissionRules>;
  return { rules: placed(rules), tightening: placed(tightening) };
}

/** Rules that say where they stand keep their place; others are counted. */
function placed(rules: readonly PermissionRule[] | undefined): readonly PermissionRule[] {
  if (!Array.isArray(rules)) return programRules(rules as never);
  return programRules(rules.map(declarationOf)).map((counted, index) =>
    Object.freeze({ ...counted, ...rules[index] }),
  );
}

/** What a rule says, without its place. */
function declarationOf(rule: PermissionRule): PermissionRuleDeclaration {
  if (!isJsonObject(rule)) return rule;
  const { position, path, line, ...declaration } = rule;
  return declaration;
}
