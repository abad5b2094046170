import { Fault, isJsonObject } from '../../protocol/index.js';
import { nodeBuiltin } from '../../transport/index.js';
import { type ConfigDocument, type KeyPath, parseConfigDocument } from '../config/config-document.js';
import { keyText } from '../config/config-problem.js';
import { readConfigText } from '../config/config-text.js';
import { kindOf } from '../config/declared-entry.js';
import { CONFIG_FOLDER } from '../config/load-config.js';
import type { ConfigProblem } from '../config/server-entry.js';
import { type Surroundings, type SurroundingsOptions, surroundingsOf } from '../config/surroundings.js';
import type { LoadedPermissions, PermissionRule, PermissionRuleDeclaration } from './permission-rule.js';
import { programRules } from './program-rules.js';
import { readRule } from './read-rule.js';

export interface LoadPermissionsOptions extends Pick<SurroundingsOptions, 'cwd' | 'home' | 'limits'> {
  /** Rules of the program. They stand before those of the files. */
  readonly rules?: readonly PermissionRuleDeclaration[];
  /** Read in place of the user's and the project's file; not to be there is an error then. */
  readonly permissionsPath?: string;
}

interface RulesFile {
  readonly rules: readonly PermissionRule[];
  readonly problems: readonly ConfigProblem[];
}

/** Each rule is tried in each call, and whoever writes to the project writes rules. */
const MAX_RULES = 1000;

const NOTHING: RulesFile = { rules: [], problems: [] };

/**
 * Reads the permission rules: of the program, of `~/.plainwire/permissions.json`, and what
 * `<cwd>/.plainwire/permissions.json` adds, which can only be stricter. What cannot be read asks.
 *
 * @throws Fault (as a rejection) `invalid_argument` for wrong rules of the program, `platform_missing`
 */
export async function loadPermissions(options: LoadPermissionsOptions = {}): Promise<LoadedPermissions> {
  const ofProgram = programRules(options.rules ?? []);
  const surroundings = surroundingsOf(options);
  const { permissionsPath } = options;
  const path = nodeBuiltin('node:path');
  if (permissionsPath !== undefined) {
    if (permissionsPath === '')
      throw new Fault('invalid_argument', '`permissionsPath` must be the path of a file.');
    const file = path.resolve(surroundings.cwd, permissionsPath);
    const { rules, problems } = await readRules(file, surroundings, 'required');
    return { rules: [...ofProgram, ...rules], tightening: [], problems };
  }
  const [userPath, projectPath] = [surroundings.home, surroundings.cwd].map((folder) =>
    path.join(folder, CONFIG_FOLDER, 'permissions.json'),
  ) as [string, string];
  const ofUser = await readRules(userPath, surroundings, 'optional');
  const ofProject =
    userPath === projectPath
      ? NOTHING
      : withoutAllows(await readRules(projectPath, surroundings, 'optional'));
  return {
    rules: [...ofProgram, ...ofUser.rules],
    tightening: ofProject.rules,
    problems: [...ofUser.problems, ...ofProject.problems],
  };
}

/** Whoever writes to a project must not be able to allow anything. */
function withoutAllows({ rules, problems }: RulesFile): RulesFile {
  const refused = rules.filter(({ action }) => action === 'allow');
  const message = 'has no effect: the file of a project may only ask or deny. Put it into your own file.';
  return {
    rules: rules.filter(({ action }) => action !== 'allow'),
    problems: [...problems, ...refused.map((rule) => ruleProblem(rule, ['action'], 'warning', message))],
  };
}

async function readRules(
  path: string,
  { limits }: Surroundings,
  presence: 'required' | 'optional',
): Promise<RulesFile> {
  const takes = presence === 'required' ? 'anything' : 'file';
  const text = await readConfigText(path, limits.configFileBytes, takes);
  if (text.kind === 'missing') {
    return presence === 'optional' ? NOTHING : brokenFile(path, undefined, 'There is no such file.');
  }
  if (text.kind === 'problem') return brokenFile(path, undefined, text.message);
  const parsed = await parseConfigDocument(text.text, limits);
  return parsed.ok ? rulesOf(path, parsed.document) : brokenFile(path, parsed.line, parsed.message);
}

function rulesOf(path: string, document: ConfigDocument): RulesFile {
  const { value, duplicates } = document;
  const list = isJsonObject(value) ? value['rules'] : undefined;
  if (!Array.isArray(list)) {
    const isMissing = isJsonObject(value) && list === undefined;
    const found = isMissing ? 'and there is none' : `not ${kindOf(list ?? value)}`;
    const message = `Expected a list of rules, {"rules": [...]}, ${found}.`;
    return brokenFile(path, document.lineOf(['rules']), message);
  }
  if (list.length > MAX_RULES) {
    const message = `There are ${list.length} rules, and at most ${MAX_RULES} are read. Say more with one pattern.`;
    return brokenFile(path, document.lineOf(['rules', MAX_RULES]), message);
  }
  const [duplicate] = duplicates;
  if (duplicate !== undefined) {
    const key = keyText(duplicate.path);
    const message = `${key} is there twice, first on line ${duplicate.firstLine}: which one counts is a guess. Remove one.`;
    return brokenFile(path, duplicate.line, message);
  }
  const rules: PermissionRule[] = [];
  const problems = unknownKeys(path, document, Object.keys(value as object));
  for (const [index, declared] of list.entries()) {
    const { rule, findings } = readRule(declared);
    const placed = { ...rule, position: index + 1, path, line: document.lineOf(['rules', index]) };
    rules.push(Object.freeze(placed));
    for (const finding of findings) {
      const line = document.lineOf(['rules', index, ...finding.path]);
      problems.push(ruleProblem({ ...placed, line }, finding.path, finding.severity, finding.message));
    }
  }
  return { rules, problems };
}

function unknownKeys(path: string, document: ConfigDocument, keys: readonly string[]): ConfigProblem[] {
  return keys
    .filter((key) => key !== 'rules' && key !== '$schema')
    .map((key) => {
      const message = `The key ${JSON.stringify(key)} is not known and has no effect: rules belong into "rules".`;
      return {
        severity: 'warning',
        path,
        line: document.lineOf([key]),
        server: undefined,
        key: undefined,
        message,
      };
    });
}

/** A file that cannot be read may have denied anything, so everything asks until it is repaired. */
function brokenFile(path: string, line: number | undefined, problem: string): RulesFile {
  const message = `${problem} Until the file is repaired every tool asks.`;
  return {
    rules: [Object.freeze({ tool: '*', action: 'ask', position: 1, path, line })],
    problems: [{ severity: 'error', path, line, server: undefined, key: undefined, message }],
  };
}

function ruleProblem(
  { position, path, line }: PermissionRule,
  below: KeyPath,
  severity: ConfigProblem['severity'],
  message: string,
): ConfigProblem {
  return {
    severity,
    path,
    line,
    server: undefined,
    key: keyText(['rules', position - 1, ...below]),
    message,
  };
}
