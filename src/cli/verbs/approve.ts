import { fileURLToPath } from 'node:url';
import { claudeArgs, codexArgs } from '../../adapters/index.js';
import { ApprovalServer, TerminalAsker } from '../../server/index.js';
import type { AgentPlan } from '../agents/agent-plan.js';
import { planAgent } from '../agents/agent-plan.js';
import type { AskTerminal } from '../agents/ask-terminal.js';
import { openTerminal } from '../agents/ask-terminal.js';
import { checkCodexHook } from '../agents/codex-hook-check.js';
import { runAgent } from '../agents/run-agent.js';
import type { CommandLine } from '../command-line.js';
import { UsageError } from '../exit-code.js';
import type { Output } from '../output.js';
import { printable } from '../output.js';
import type { Surroundings } from '../session.js';

/** What a test gives in place of a terminal. */
export interface ApproveParts {
  readonly openTerminal?: () => AskTerminal;
  /** The command that Codex runs to ask. Default: this command with its verb `codex-hook`. */
  readonly hookCommand?: readonly string[];
}

/**
 * `approve -- claude -p …` and `approve -- codex exec …`: runs the command and asks for approvals in this terminal. Gives
 * the exit code of the command.
 */
export async function approve(
  line: CommandLine,
  surroundings: Surroundings,
  parts: ApproveParts = {},
): Promise<number> {
  const { target, words, flags } = line;
  const [word, ...rest] = words;
  if (target?.kind !== 'command' || rest.length > 0) {
    throw new UsageError('approve takes the command of an agent: `plainwire approve -- claude -p "…"`.');
  }
  const plan = planAgent(target.command, target.args, word);
  const terminal = (parts.openTerminal ?? openTerminal)();
  const asker = new TerminalAsker(terminal);
  const approvals = new ApprovalServer({
    asker,
    ...(flags.timeoutMs === undefined ? {} : { timeoutMs: flags.timeoutMs }),
    onLog: ({ level, message }) => {
      if (level !== 'debug') surroundings.output.note(`plainwire: ${printable(message)}`);
    },
  });
  try {
    await approvals.start();
    return await runApproved(
      plan,
      approvals,
      terminal,
      line,
      surroundings,
      parts.hookCommand ?? ownHookCommand(),
    );
  } finally {
    await approvals.stop();
    asker.close();
    terminal.close();
  }
}

async function runApproved(
  plan: AgentPlan,
  approvals: ApprovalServer,
  terminal: AskTerminal,
  { flags }: CommandLine,
  { output, interrupted }: Surroundings,
  hookCommand: readonly string[],
): Promise<number> {
  const env = { ...process.env, ...flags.env };
  const ours = plan.agent === 'claude' ? claudeArgs([approvals]) : codexArgs([approvals], { hookCommand });
  announce(plan, approvals, output);
  const args = [...plan.before, ...ours, ...plan.after];
  if (flags.verbose) output.note(`plainwire: runs ${printable([plan.command, ...args].join(' '))}`);
  if (plan.agent === 'codex') {
    // In place of its verb `exec`, which comes last there.
    const wrapper = plan.before.slice(0, -1);
    await checkCodexHook({ command: plan.command, args: [...wrapper, 'app-server', ...ours], env });
  }
  const code = await runAgent({
    command: plan.command,
    args,
    env,
    stdio: [terminal.isInputFree ? 'inherit' : 'ignore', 'inherit', 'inherit'],
    interrupted,
  });
  summarize(approvals, output);
  return code;
}

/** What is handed out, with the secret masked. */
function announce(
  { agent }: AgentPlan,
  { toolName, url, authHeaders, configPath }: ApprovalServer,
  output: Output,
): void {
  const how = agent === 'claude' ? `through ${toolName}` : 'through a hook before each tool call';
  output.note(`plainwire: approvals are asked in this terminal, ${how}`);
  output.note(`plainwire:   url     ${url}`);
  for (const header of Object.keys(authHeaders)) output.note(`plainwire:   header  ${header}: ***`);
  output.note(`plainwire:   config  ${configPath}`);
}

function summarize({ promptsSeen, decisions }: ApprovalServer, output: Output): void {
  const allowed = decisions.filter((decision) => decision.allowed).length;
  output.note(
    `plainwire: ${promptsSeen} asked for, ${allowed} allowed, ${decisions.length - allowed} denied`,
  );
}

/** This very program. */
function ownHookCommand(): readonly string[] {
  return [process.execPath, process.argv[1] ?? fileURLToPath(import.meta.url), 'codex-hook'];
}
