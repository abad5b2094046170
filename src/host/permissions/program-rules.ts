import { Fault } from '../../protocol/index.js';
import type { PermissionRule, PermissionRuleDeclaration } from './permission-rule.js';
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
