import { UsageError } from '../exit-code.js';

export type AgentName = 'claude' | 'codex';

/** An agent command that approvals can be put in front of. Our arguments belong between its own. */
export interface AgentPlan {
  readonly agent: AgentName;
  readonly command: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

interface AgentRules {
  /** Where our arguments go; undefined when it is not run in print mode. */
  place(args: readonly string[]): number | undefined;
  /** How it is run in print mode. */
  readonly instead: string;
  /** What is wrong with running it like this; undefined when nothing is. */
  problem(args: readonly string[]): string | undefined;
}

/** Flags of `claude` next to which nobody would be asked, or not with us in between, and why. */
const CLAUDE_REFUSED: Readonly<Record<string, string>> = {
  '--dangerously-skip-permissions': 'it lets everything run without asking',
  '--permission-prompts': 'with it nobody is asked',
  '--permission-prompt-tool': 'that is what is put in its place here',
  '--setting-sources': 'a `permissions.allow` in a settings file would settle a call before anybody is asked',
  '--settings': 'a `permissions.allow` in there would settle a call before anybody is asked',
  '--cloud': 'it runs the tools elsewhere, where nobody would be asked',
  '--bare': 'it takes the login away',
};

const AGENTS: Readonly<Record<AgentName, AgentRules>> = {
  claude: {
    // Before the print flag, so that no flag of ours stands between it and the prompt.
    place: (args) => found(args.findIndex((arg) => arg === '-p' || arg === '--print')),
    instead: 'claude -p "…"',
    problem: (args) => {
      const flags = args.map((arg) => arg.split('=')[0] ?? '');
      const refused = flags.find((flag) => Object.hasOwn(CLAUDE_REFUSED, flag));
      if (refused !== undefined)
        return `${refused} cannot be combined with approvals: ${CLAUDE_REFUSED[refused]}.`;
      if (!hasValue(args, '--permission-mode', 'bypassPermissions')) return undefined;
      return '--permission-mode bypassPermissions cannot be combined with approvals: it lets everything run.';
    },
  },
  codex: {
    // Behind the verb, which may have a short name where it comes first.
    place: (args) => (args[0] === 'e' ? 1 : found(args.indexOf('exec') + 1, 1)),
    instead: 'codex exec "…"',
    problem: (args) => {
      if (args.some((arg) => /^--remote(=|$)/.test(arg)))
        return '--remote runs the tools elsewhere, where nobody would be asked.';
      if (!hasValue(args, '--disable', 'hooks') && !codexSettings(args).some(touchesHooks)) return undefined;
      return (
        'The approvals are asked by a hook, so hooks cannot be switched off: no -c hooks…, no -c features={…}, and no ' +
        '-c features.hooks other than true.'
      );
    },
  },
};

/**
 * Reads the command of an agent CLI. `word` names the agent where the name of the program does not.
 *
 * @throws UsageError
 */
export function planAgent(command: string, args: readonly string[], word: string | undefined): AgentPlan {
  const agent = word ?? programName(command);
  if (agent !== 'claude' && agent !== 'codex') {
    throw new UsageError(
      `approve knows claude and codex, not \`${agent}\`. Say which of them it is: ` +
        '`plainwire approve claude -- npx @anthropic-ai/claude-code -p "…"`.',
    );
  }
  const { place, instead, problem } = AGENTS[agent];
  const at = place(args);
  if (at === undefined) {
    throw new UsageError(
      `An interactive ${agent} owns the terminal and asks there itself; there is no second place to ask. Use its print ` +
        `mode: ${instead}`,
    );
  }
  const wrong = problem(args);
  if (wrong !== undefined) throw new UsageError(wrong);
  return { agent, command, before: args.slice(0, at), after: args.slice(at) };
}

function found(index: number, least = 0): number | undefined {
  return index < least ? undefined : index;
}

/** `--flag value` or `--flag=value`. */
function hasValue(args: readonly string[], flag: string, value: string): boolean {
  return args.some((arg, index) => arg === `${flag}=${value}` || (arg === flag && args[index + 1] === value));
}

/** The `key=value` of each `-c` and `--config`, in all the ways of writing them. */
function codexSettings(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (arg === '-c' || arg === '--config') return [args[index + 1] ?? ''];
    const attached = /^(?:--config=|-c=?)(.*)$/s.exec(arg);
    return attached === null ? [] : [attached[1] ?? ''];
  });
}

/** Later settings win over ours, and one of a whole table over all that is in it. */
function touchesHooks(setting: string): boolean {
  const [key = '', ...value] = setting.split('=');
  const path = key.replace(/["'\s]/g, '');
  if (path === 'features.hooks') return value.join('=').trim() !== 'true';
  return path === 'features' || path === 'hooks' || path.startsWith('hooks.');
}

function programName(command: string): string {
  const base = command.split(/[/\\]/).at(-1) ?? command;
  return base.replace(/\.(exe|cmd|ps1|js|mjs)$/i, '');
}
