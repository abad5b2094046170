import { SimilarNames } from '../names/similar-names.js';
import { thrownText } from '../thrown-text.js';
import { FORMATS } from './config-format.js';
import { keyText } from './config-problem.js';
import { readEntry } from './read-entry.js';
import { type ConfigSource, fileProblem, type SourceReading, type SourceServer } from './read-source.js';
import type { ConfigProblem, LoadedConfig, ServerEntry } from './server-entry.js';
import type { Surroundings } from './surroundings.js';

/** What else is known of a project's server when somebody decides about it. */
export interface ProjectServerDetails {
  /** Environment variables of this process that the entry makes use of, by name, sorted. */
  readonly variables: readonly string[];
}

/** Decides whether a server that a project's file declares may be used. Only `true` is a yes. */
export type ApproveProjectServer = (
  entry: ServerEntry,
  details: ProjectServerDetails,
) => boolean | Promise<boolean>;

interface Taken {
  readonly source: ConfigSource;
  readonly line: number;
  /** Undefined for a name whose declaration is broken or refused: it stays taken. */
  readonly entry: ServerEntry | undefined;
}

/** Puts the files and the program's servers together by name. */
export class ConfigMerge {
  readonly #names = new Map<string, Taken>();
  readonly #ofProgram: ReadonlySet<string>;
  /** Names that no project declared. */
  readonly #own = new SimilarNames();
  readonly #approve: ApproveProjectServer | undefined;
  readonly #servers: ServerEntry[] = [];
  readonly #problems: ConfigProblem[] = [];
  #broken: ConfigSource | undefined;

  /** @param ofProgram Names that the program declares itself; what files say about them does not matter. */
  constructor(ofProgram: ReadonlySet<string>, approve: ApproveProjectServer | undefined) {
    this.#ofProgram = ofProgram;
    for (const name of ofProgram) this.#own.add(name);
    this.#approve = approve;
  }

  async addFile(source: ConfigSource, reading: SourceReading): Promise<void> {
    const { isWhole, servers, problems } = reading;
    const isProject = source.kind === 'project';
    if (isProject && this.#broken !== undefined) return this.#reportWaiting(source, reading, this.#broken);
    // Not with one `push` for all: a file of a few megabytes holds more problems than a call may have arguments.
    for (const problem of problems) this.#problems.push(problem);
    if (!isWhole && !isProject) this.#broken ??= source;
    for (const server of servers) {
      if (!this.#ofProgram.has(server.name)) await this.#addServer(source, server);
    }
  }

  /** A project's file has to wait for the user's to be repaired: it could claim the names in there. */
  #reportWaiting(source: ConfigSource, { servers, problems }: SourceReading, broken: ConfigSource): void {
    if (servers.length + problems.length === 0) return;
    const message = `The file is not used while ${broken.path} cannot be read: it could take names of that file.`;
    this.#problems.push(fileProblem(source, undefined, message, 'warning'));
  }

  addProgram(declarations: object, { cwd, values }: Surroundings): void {
    const expander = { syntax: undefined, values, charsLeft: 0 };
    const context = { origin: PROGRAM, format: FORMATS.plainwire, expander, cwd };
    for (const [name, declared] of Object.entries(declarations)) {
      const { entry, findings } = readEntry(name, declared, context);
      if (entry !== undefined) this.#servers.push(entry);
      for (const { severity, path, message } of findings) {
        this.#problems.push({
          severity,
          path: undefined,
          line: undefined,
          server: name,
          key: keyText(path),
          message,
        });
      }
    }
  }

  result(): LoadedConfig {
    return { servers: this.#servers, problems: this.#problems };
  }

  async #addServer(source: ConfigSource, server: SourceServer): Promise<void> {
    const taken = this.#names.get(server.name);
    if (taken !== undefined) return this.#reportClash(source, server, taken);
    const similar = this.#own.find(server.name);
    if (similar !== undefined) {
      this.#reportSimilar(source, server, similar);
      if (source.kind === 'project') return;
    }
    if (source.kind !== 'project') this.#own.add(server.name);
    this.#names.set(server.name, { source, line: server.line, entry: server.entry });
    if (server.entry === undefined) return;
    if (source.kind === 'project' && !(await this.#isApproved(source, server, server.entry))) return;
    this.#servers.push(server.entry);
  }

  async #isApproved(source: ConfigSource, server: SourceServer, entry: ServerEntry): Promise<boolean> {
    const details = { variables: server.variables };
    let failure = '';
    try {
      if ((await this.#approve?.(entry, details)) === true) return true;
    } catch (error) {
      failure = ` (the callback failed: ${thrownText(error)})`;
    }
    const message =
      `is not used: it was not approved${failure}. A server that a project declares can run any program, so ` +
      'somebody has to say yes to it: the command asks in a terminal, a program in `approveProjectServer`. Or declare it ' +
      'in your own file.';
    this.#report(source, server, 'error', message);
    return false;
  }

  #reportSimilar(source: ConfigSource, server: SourceServer, similar: string): void {
    const taken = this.#names.get(similar);
    const owner =
      taken === undefined ? 'the program declares' : `${taken.source.path} declares on line ${taken.line}`;
    const reason = `its tools can be called like those of ${JSON.stringify(similar)}, which ${owner}`;
    const message =
      source.kind === 'project'
        ? `is skipped: ${reason}. Rules for that server would hold for this one, and ${source.path} may only add names. ` +
          'Rename one of the two.'
        : `shares names: ${reason}. A rule for the tools of one can hold for the other. Rename one of the two.`;
    this.#report(source, server, 'warning', message);
  }

  #reportClash(source: ConfigSource, server: SourceServer, taken: Taken): void {
    const message =
      `is skipped: ${taken.source.path} declares this name on line ${taken.line}, and ${source.path} may only add ` +
      'names. Rename one of the two.';
    this.#report(source, server, 'warning', message);
  }

  #report(
    source: ConfigSource,
    { name, line }: SourceServer,
    severity: ConfigProblem['severity'],
    message: string,
  ): void {
    this.#problems.push({ severity, path: source.path, line, server: name, key: undefined, message });
  }
}

const PROGRAM = Object.freeze({ kind: 'program' } as const);
