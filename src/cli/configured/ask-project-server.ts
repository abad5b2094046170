import { createInterface, type Interface } from 'node:readline/promises';
import type { ApproveProjectServer, ServerEntry } from '../../host/index.js';
import { visibleText } from '../../server/index.js';
import type { AskTerminal } from '../agents/ask-terminal.js';
import type { Output } from '../output.js';

export interface ProjectQuestionParts {
  /** @throws when there is no terminal. */
  readonly openTerminal: () => AskTerminal;
  readonly output: Output;
  readonly interrupted: AbortSignal;
}

const NO_TERMINAL =
  'plainwire: the project declares servers, and there is no terminal to ask in whether to use them: they are not used. ' +
  'Name the file with --config, or declare them in your own ~/.plainwire/mcp.json.';

/** A terminal, and the lines that are typed there. What is typed while nothing is asked is no answer. */
interface Conversation {
  readonly terminal: AskTerminal;
  readonly lines: Interface;
  /** Resolves when nothing can be typed any more. */
  readonly ended: Promise<string>;
}

/** Asks at the terminal whether the servers of a project may be used, one after the other. Everything but yes is a no. */
export class ProjectQuestions {
  readonly #parts: ProjectQuestionParts;
  #conversation: Conversation | 'none' | undefined;

  constructor(parts: ProjectQuestionParts) {
    this.#parts = parts;
  }

  readonly approve: ApproveProjectServer = async (entry, { variables }) => {
    this.#conversation ??= this.#open();
    if (this.#conversation === 'none') return false;
    const { terminal, lines, ended } = this.#conversation;
    for (const line of describe(entry, variables)) terminal.output.write(`${line}\n`);
    const { interrupted } = this.#parts;
    const typed = lines.question('Use it? [y/N] ', { signal: interrupted }).catch(() => '');
    return /^y(es)?$/i.test((await Promise.race([typed, ended])).trim());
  };

  /** Gives the terminal back. */
  close(): void {
    if (typeof this.#conversation !== 'object') return;
    this.#conversation.lines.close();
    this.#conversation.terminal.close();
  }

  #open(): Conversation | 'none' {
    try {
      const terminal = this.#parts.openTerminal();
      const { input, output } = terminal;
      const lines = createInterface({ input, output, terminal: false });
      // The end of the input is no answer.
      const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
      return { terminal, lines, ended };
    } catch {
      this.#parts.output.note(NO_TERMINAL);
      return 'none';
    }
  }
}

/**
 * What the file would have done: who approves has to see all of it, and every character that is there. Nothing is redacted,
 * because a program could hide in what looks like a secret.
 */
function describe({ name, origin, target }: ServerEntry, variables: readonly string[]): string[] {
  const file = origin.kind === 'program' ? 'a program' : origin.path;
  const lines = [
    `The project's file ${visibleText(file)} declares the server ${visibleText(JSON.stringify(name))}:`,
  ];
  if (target.kind === 'stdio') {
    const words = [target.command, ...target.args].map((word) => JSON.stringify(word));
    lines.push(`  it runs       ${visibleText(words.join(' '))}`);
    if (target.cwd !== undefined) lines.push(`  in            ${visibleText(target.cwd)}`);
    const names = Object.keys(target.env).join(', ');
    if (names !== '') lines.push(`  and sets      ${visibleText(names)}`);
    if (target.inheritEnv) lines.push('  and passes on all variables of this process');
  } else if (target.kind !== 'custom') {
    lines.push(`  it connects to  ${visibleText(target.url)}`);
  }
  if (variables.length > 0) lines.push(`  it is given your variables ${visibleText(variables.join(', '))}`);
  return lines;
}
