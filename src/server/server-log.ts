/** Something for the operator of the server. Never goes to a client. */
export interface ServerLogEntry {
  /** `debug`: nothing is wrong with the server; a tool reported a failure of its own, say. */
  readonly level: 'debug' | 'warning' | 'error';
  /** What happened and what to do about it. */
  readonly message: string;
  /** What was thrown, when something was. */
  readonly error?: unknown;
}

/** Writes warnings and errors to stderr (in Node), so that a stdio server's output stays clean. */
export function logToConsole({ level, message, error }: ServerLogEntry): void {
  if (level === 'debug') return;
  const details = error === undefined ? [] : [error];
  console.error(`plainwire: ${message}`, ...details);
}

/** The local log. A hook that throws must not take a request with it. */
export class ServerLog {
  readonly #write: (entry: ServerLogEntry) => void;
  readonly #said = new Set<string>();

  constructor(write: (entry: ServerLogEntry) => void) {
    this.#write = write;
  }

  error(message: string, error?: unknown): void {
    this.#safely({ level: 'error', message, error });
  }

  debug(message: string, error?: unknown): void {
    this.#safely({ level: 'debug', message, error });
  }

  warn(message: string, error?: unknown): void {
    this.#safely({ level: 'warning', message, error });
  }

  /** Warns once per text. */
  warnOnce(message: string): void {
    if (this.#said.has(message)) return;
    this.#said.add(message);
    this.#safely({ level: 'warning', message });
  }

  #safely(entry: ServerLogEntry): void {
    try {
      this.#write(entry);
    } catch (error) {
      logToConsole({ level: 'error', message: 'the onLog hook threw', error });
    }
  }
}
