import type { ReadStream } from 'node:tty';
import type { ApproveProjectServer, ServerEntry } from '../../host/index.js';
import { InputLines, visibleText } from '../../server/index.js';
import type { AskTerminal } from '../agents/ask-terminal.js';
import { flushTyped } from '../agents/typed-ahead.js';
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
  readonly lines: InputLines;
}

/**
 * Asks at the terminal whether the servers of a project may be used, one after the other. Everything but yes is a no, and
 * what was typed before the question was on the screen is no answer to it.
 */
export class ProjectQuestions {
  readonly #parts: ProjectQuestionParts;
  #conversation: Conversation | 'none' | undefined;

  constructor(parts: ProjectQuestionParts) {
    this.#parts = parts;
  }

  readonly approve: ApproveProjectServer = async (entry, { variables }) => {
    this.#conversation ??= this.#open();
    if (this.#conversation === 'none') return false;
    const { terminal, lines } = this.#conversation;
    for (const line of describe(entry, variables)) terminal.output.write(`${line}\n`);
    await flushTyped(terminal.input);
    const hearing = lines.next(this.#parts.interrupted);
    terminal.output.write('Use it? [y/N] ');
    const heard = await hearing;
    return heard.kind === 'line' && /^y(es)?$/i.test(heard.text.trim());
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
      const lines = new InputLines(terminal.input);
      // Nothing else keeps the process alive while it waits for an answer.
      (terminal.input as Partial<ReadStream>).ref?.();
      return { terminal, lines };
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
