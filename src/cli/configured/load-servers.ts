import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ConfigFormat, LoadedConfig, LoadedPermissions, ServerEntry } from '../../host/index.js';
import { configProblemText, loadMcpConfig, loadPermissions, readMcpConfigFile } from '../../host/index.js';
import type { AskTerminal } from '../agents/ask-terminal.js';
import { openTerminal } from '../agents/ask-terminal.js';
import { UsageError } from '../exit-code.js';
import type { HostWords } from '../host-flags.js';
import { printable } from '../output.js';
import type { Surroundings } from '../surroundings.js';
import { ProjectQuestions } from './ask-project-server.js';

/** What a test gives in place of the terminal, the home folder and the working folder of the process. */
export interface ConfiguredParts {
  readonly openTerminal?: () => AskTerminal;
  readonly cwd?: string;
  readonly home?: string;
}

/** Files of other programs, by the end of their path. Every other file is read as one of plainwire. */
const FORMATS: readonly (readonly [RegExp, ConfigFormat])[] = [
  [/(^|[\\/])\.mcp\.json$/, 'claude-code'],
  [/(^|[\\/])claude_desktop_config\.json$/, 'claude-desktop'],
  [/[\\/]?\.cursor[\\/]mcp\.json$/, 'cursor'],
  [/[\\/]?\.vscode[\\/]mcp\.json$/, 'vscode'],
];

/**
 * The configured servers. A project's are asked about at the terminal: all of them, or only the one that is wanted.
 * Problems are told on standard error.
 */
export async function loadServers(
  { config, server }: HostWords,
  surroundings: Surroundings,
  parts: ConfiguredParts = {},
): Promise<LoadedConfig> {
  const { output, interrupted } = surroundings;
  const { cwd, home } = parts;
  const places = { ...(cwd === undefined ? {} : { cwd }), ...(home === undefined ? {} : { home }) };
  const questions = new ProjectQuestions({
    openTerminal: parts.openTerminal ?? openTerminal,
    output,
    interrupted,
  });
  try {
    const loaded =
      config === undefined
        ? await loadMcpConfig({
            ...places,
            approveProjectServer: async (entry, details) =>
              (server === undefined || server === entry.name) && (await questions.approve(entry, details)),
          })
        : await readMcpConfigFile(config, { ...places, format: formatOf(config) });
    for (const problem of loaded.problems) {
      // What was not asked about, because another server is wanted, is no news.
      if (server !== undefined && problem.server !== undefined && problem.server !== server) continue;
      output.note(`plainwire: ${problem.severity}: ${printable(configProblemText(problem))}`);
    }
    return loaded;
  } finally {
    questions.close();
  }
}

/** The rules beside the configuration. Problems are told on standard error. */
export async function loadRules(
  { config }: HostWords,
  { output }: Surroundings,
  { cwd, home }: ConfiguredParts = {},
): Promise<LoadedPermissions> {
  const places = { ...(cwd === undefined ? {} : { cwd }), ...(home === undefined ? {} : { home }) };
  if (config === undefined) return told(await loadPermissions(places));
  const permissionsPath = join(dirname(resolve(cwd ?? '.', config)), 'permissions.json');
  if (!existsSync(permissionsPath)) return { rules: [], tightening: [], problems: [] };
  return told(await loadPermissions({ ...places, permissionsPath }));

  function told(loaded: LoadedPermissions): LoadedPermissions {
    for (const problem of loaded.problems)
      output.note(`plainwire: ${problem.severity}: ${printable(configProblemText(problem))}`);
    return loaded;
  }
}

/** The configured server of this name. @throws UsageError when there is none that can be used. */
export function entryNamed({ servers, problems }: LoadedConfig, name: string): ServerEntry {
  const entry = servers.find((candidate) => candidate.name === name);
  if (entry?.enabled === false)
    throw new UsageError(`Server '${name}' is switched off by \`enabled: false\`.`);
  if (entry !== undefined) return entry;
  if (problems.some((problem) => problem.server === name))
    throw new UsageError(`Server '${name}' cannot be used as it is declared.`);
  const names = servers.map((candidate) => candidate.name).join(', ');
  throw new UsageError(`No server is named '${name}'. There are: ${names === '' ? 'none' : names}.`);
}

function formatOf(path: string): ConfigFormat {
  return FORMATS.find(([end]) => end.test(path))?.[1] ?? 'plainwire';
}

/** Where a server is declared, for a person. */
export function originText({ origin }: Pick<ServerEntry, 'origin'>): string {
  return origin.kind === 'program' ? 'program' : origin.path;
}
