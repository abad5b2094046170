import { readFileSync } from 'node:fs';
import { OUR_COMMAND } from '../../support/peers.js';
import { shellWord, TerminalProcess } from '../../support/terminal-process.js';
import type { ModelApi, Turn } from './model-stand-in.js';
import { ModelStandIn } from './model-stand-in.js';
import type { Workplace } from './workplace.js';

/** What a test says about a run in a terminal. */
export interface TerminalRunOptions {
  readonly place: Workplace;
  readonly turns: readonly Turn[];
  /** Flags of `plainwire approve`. */
  readonly flags?: readonly string[];
  /** What the agent finds on its standard input; by default that is the terminal. */
  readonly piped?: string;
}

export interface TerminalAgent {
  readonly api: ModelApi;
  readonly words: (modelUrl: string) => readonly string[];
  readonly env: (place: Workplace, modelUrl: string) => Readonly<Record<string, string>>;
}

/** `plainwire approve -- <agent>` in a terminal, with the model that the agent talks to. */
export class TerminalRun implements AsyncDisposable {
  readonly model: ModelStandIn;
  readonly terminal: TerminalProcess;

  private constructor(model: ModelStandIn, terminal: TerminalProcess) {
    this.model = model;
    this.terminal = terminal;
  }

  static async start(
    { api, words, env }: TerminalAgent,
    { place, turns, flags = [], piped }: TerminalRunOptions,
  ): Promise<TerminalRun> {
    const model = await ModelStandIn.start(api, turns);
    const command = [process.execPath, OUR_COMMAND, 'approve', ...flags, '--', ...words(model.url)];
    const line = command.map(shellWord).join(' ');
    const terminal = new TerminalProcess({
      line: piped === undefined ? line : `printf %s ${shellWord(piped)} | ${line}`,
      cwd: place.folder,
      env: env(place, model.url),
    });
    return new TerminalRun(model, terminal);
  }

  /** The file that was handed out, as the screen names it. */
  get configPath(): string {
    const [, path] = /^plainwire: {3}config {2}(.+)$/m.exec(this.terminal.screen) ?? [];
    if (path === undefined) throw new Error(`No config file is named: ${this.terminal.screen}`);
    return path;
  }

  /** The token that was handed out. */
  get token(): string {
    const [, token] = /Bearer ([\w-]{40,})/.exec(readFileSync(this.configPath, 'utf8')) ?? [];
    if (token === undefined) throw new Error('There is no token in the config file.');
    return token;
  }

  /** The command line of each process in the terminal, for anybody to read (Linux). */
  get visibleCommands(): readonly string[] {
    return this.terminal.pids.map((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.terminal[Symbol.asyncDispose]();
    await this.model[Symbol.asyncDispose]();
  }
}
