import type { JsonObject } from '../../protocol/index.js';
import { Fault } from '../../protocol/index.js';
import { editArguments } from './argument-edit.js';
import type { Asker, Decision, Question } from './asker.js';
import type { ReadFileText } from './file-change.js';
import { fileChange } from './file-change.js';
import type { TerminalInput } from './input-lines.js';
import { InputLines } from './input-lines.js';
import { questionScreen } from './question-screen.js';
import { readFileText } from './read-file-text.js';
import { visibleText } from './visible-text.js';
import { wrappedLine } from './wrapped-lines.js';

/** A longer name of a tool would make its own screen. */
const MAX_NAME_CHARS = 128;

/** A writable stream of Node.js, as far as it is used here: `process.stderr`, say. */
export interface TerminalOutput {
  write(text: string): unknown;
  /** How wide it is; undefined for what is no terminal. */
  readonly columns?: number | undefined;
}

export interface TerminalAskerOptions {
  /** Where answers are typed. It is read from now on, until `close`. */
  readonly input: TerminalInput;
  /** Where questions are shown. */
  readonly output: TerminalOutput;
  /** Who sits there, for the record. Default `'terminal'`. */
  readonly actor?: string;
  /** What a file holds, for comparison. Default: the file on this machine. */
  readonly readFile?: ReadFileText;
  /** Wall clock in milliseconds, for the time that is left. Default `Date.now`. */
  readonly now?: () => number;
}

/** A question on the screen, and what became of its arguments so far. */
interface Conversation {
  readonly question: Question;
  args: Readonly<JsonObject>;
  isEdited: boolean;
  isFull: boolean;
}

type Step = (conversation: Conversation) => Promise<Decision | undefined>;

const HEAR_GONE = 'The question was withdrawn: its caller does not wait for an answer any more.';

/**
 * Asks whoever sits at a terminal, one question at a time: shows the tool, its arguments and, for edits and writes, the
 * difference to the file; takes an approval, a refusal with its reason, or other arguments. What a model wrote is made
 * printable, and what was typed before a question was on the screen is no answer to it.
 */
export class TerminalAsker implements Asker, Disposable {
  readonly #output: TerminalOutput;
  readonly #lines: InputLines;
  readonly #actor: string;
  readonly #readFile: ReadFileText;
  readonly #now: () => number;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(options: TerminalAskerOptions) {
    const { input, output, actor = 'terminal', readFile = readFileText, now = Date.now } = options;
    this.#output = output;
    this.#lines = new InputLines(input);
    this.#actor = actor;
    this.#readFile = readFile;
    this.#now = now;
  }

  /** For the approval server. Rejects when nobody can answer any more. */
  ask(question: Question): Promise<Decision> {
    this.#waiting += 1;
    const turn = this.#last.then(() => {
      this.#waiting -= 1;
      return this.#converse(question);
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Reads no more; what is still asked is denied. Idempotent. */
  close(): void {
    this.#lines.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #converse(question: Question): Promise<Decision> {
    const conversation = { question, args: question.arguments, isEdited: false, isFull: false };
    let decision: Decision | undefined;
    while (decision === undefined) {
      if (question.signal.aborted) throw withdrawn();
      const prompt = await this.#show(conversation);
      decision = await this.#takeStep(conversation, prompt);
    }
    return decision;
  }

  /** Gives the prompt that has to follow. */
  async #show({ question, args, isEdited, isFull }: Conversation): Promise<string> {
    const change = await fileChange(question.tool, args, this.#readFile);
    const { lines, isCut } = questionScreen(args, change, { isFull });
    const others = this.#waiting === 0 ? '' : ` (${this.#waiting} more waiting)`;
    const left = question.expiresAtMs === undefined ? undefined : question.expiresAtMs - this.#now();
    const limit = left === undefined ? '' : `, denied in ${wholeSeconds(left)} s without an answer`;
    this.#print('');
    this.#print(
      `Approval needed for ${shownName(question.tool)}${isEdited ? ' (edited)' : ''}${others}${limit}`,
    );
    for (const line of lines) this.#print(line);
    return `[a]pprove, [r]eject, [e]dit${isCut ? ', [v]iew everything' : ''} > `;
  }

  async #takeStep(conversation: Conversation, prompt: string): Promise<Decision | undefined> {
    const word = (await this.#hear(conversation, prompt)).trim().toLowerCase();
    const step = Object.hasOwn(this.#steps, word) ? this.#steps[word] : undefined;
    if (step !== undefined) return step(conversation);
    this.#print('Type a, r, e or v, and press Enter.');
    return undefined;
  }

  readonly #approve: Step = async ({ args, isEdited }) =>
    isEdited ? { kind: 'modify', value: args, actor: this.#actor } : { kind: 'approve', actor: this.#actor };

  readonly #reject: Step = async (conversation) => {
    const note = (await this.#hear(conversation, 'reason, for the model (may be empty) > ')).trim();
    return { kind: 'reject', actor: this.#actor, ...(note === '' ? {} : { note }) };
  };

  readonly #edit: Step = async (conversation) => {
    const line = await this.#hear(conversation, 'name=text, name:=json or {…}, empty to go back > ');
    if (line.trim() === '') return undefined;
    const outcome = editArguments(conversation.args, line);
    if (outcome.ok) Object.assign(conversation, { args: outcome.value, isEdited: true });
    else this.#print(`Nothing was changed: ${outcome.problem}.`);
    return undefined;
  };

  readonly #view: Step = async (conversation) => {
    conversation.isFull = true;
    return undefined;
  };

  readonly #steps: Readonly<Record<string, Step>> = {
    a: this.#approve,
    approve: this.#approve,
    r: this.#reject,
    reject: this.#reject,
    e: this.#edit,
    edit: this.#edit,
    v: this.#view,
    view: this.#view,
  };

  /** Listens from the moment at which it prompts. */
  async #hear({ question }: Conversation, prompt: string): Promise<string> {
    const hearing = this.#lines.next(question.signal);
    this.#output.write(prompt);
    const heard = await hearing;
    if (heard.kind === 'line') return heard.text;
    this.#print('');
    if (heard.kind === 'aborted') {
      this.#print(`The question about ${shownName(question.tool)} was withdrawn.`);
      throw withdrawn();
    }
    throw new Fault('closed', 'The terminal has no more input: nobody can answer there.');
  }

  #print(line: string): void {
    for (const part of wrappedLine(line, this.#output.columns)) this.#output.write(`${part}\n`);
  }
}

function wholeSeconds(ms: number): number {
  return Math.max(0, Math.round(ms / 1000));
}

function shownName(tool: string): string {
  const name = visibleText(tool);
  return name.length <= MAX_NAME_CHARS ? name : `${name.slice(0, MAX_NAME_CHARS)}…`;
}

function withdrawn(): Fault {
  return new Fault('cancelled', HEAR_GONE);
}
