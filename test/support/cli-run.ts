import type { Surroundings } from '../../src/cli/session.js';

/** What a verb printed, and the surroundings to run it in. */
export class CliRun {
  readonly lines: string[] = [];
  readonly notes: string[] = [];
  json: unknown;
  readonly surroundings: Surroundings;

  constructor(interrupted: AbortSignal = new AbortController().signal) {
    this.surroundings = {
      interrupted,
      isTerminal: false,
      output: {
        line: (text) => void this.lines.push(text),
        note: (text) => void this.notes.push(text),
        status: () => {},
        json: (value) => {
          this.json = value;
        },
      },
    };
  }

  get text(): string {
    return this.lines.join('\n');
  }

  get told(): string {
    return this.notes.join('\n');
  }
}
