import { isJsonObject } from '../../protocol/index.js';
import {
  type ConfigDocument,
  type DuplicateKey,
  type KeyPath,
  parseConfigDocument,
} from './config-document.js';
import { type ConfigFormat, FORMATS, type FormatRow } from './config-format.js';
import { keyText } from './config-problem.js';
import { readConfigText } from './config-text.js';
import { type Expander, type Finding, kindOf } from './declared-entry.js';
import { isMisspelt } from './misspelt-key.js';
import { readEntry } from './read-entry.js';
import type { ConfigProblem, Origin, ServerEntry } from './server-entry.js';
import type { Surroundings } from './surroundings.js';

/** A file to read. */
export interface ConfigSource {
  readonly path: string;
  readonly kind: 'user' | 'project' | 'file';
  readonly format: ConfigFormat;
  /** Whether it is a problem when the file is not there. */
  readonly required: boolean;
}

/** A server that a file declares. */
export interface SourceServer {
  readonly name: string;
  readonly line: number;
  /** Undefined when it is broken: the name is taken nevertheless. */
  readonly entry: ServerEntry | undefined;
  readonly variables: readonly string[];
}

export interface SourceReading {
  /** False when it may declare names that could not be read. */
  readonly isWhole: boolean;
  readonly servers: readonly SourceServer[];
  readonly problems: readonly ConfigProblem[];
}

/** Reads one file. It rejects for nothing that the file can be. */
export async function readSource(source: ConfigSource, surroundings: Surroundings): Promise<SourceReading> {
  const takes = source.kind === 'project' ? 'file' : 'anything';
  const text = await readConfigText(source.path, surroundings.limits.configFileBytes, takes);
  if (text.kind === 'missing') {
    const problem = fileProblem(source, undefined, 'There is no such file.');
    return { isWhole: true, servers: [], problems: source.required ? [problem] : [] };
  }
  if (text.kind === 'problem') return unreadable(fileProblem(source, undefined, text.message));
  const parsed = await parseConfigDocument(text.text, surroundings.limits);
  if (!parsed.ok) return unreadable(fileProblem(source, parsed.line, parsed.message));
  return new SourceReader(source, parsed.document, surroundings).read();
}

function unreadable(problem: ConfigProblem): SourceReading {
  return { isWhole: false, servers: [], problems: [problem] };
}

export function fileProblem(
  { path }: Pick<ConfigSource, 'path'>,
  line: number | undefined,
  message: string,
  severity: ConfigProblem['severity'] = 'error',
): ConfigProblem {
  return { severity, path, line, server: undefined, key: undefined, message };
}

/** Reads the servers of one document. */
class SourceReader {
  readonly #source: ConfigSource;
  readonly #document: ConfigDocument;
  readonly #surroundings: Surroundings;
  readonly #format: FormatRow;
  readonly #expander: Expander;
  readonly #origin: Origin;
  readonly #servers = new Map<string, SourceServer>();
  readonly #problems: ConfigProblem[] = [];
  #isWhole = true;

  constructor(source: ConfigSource, document: ConfigDocument, surroundings: Surroundings) {
    this.#source = source;
    this.#document = document;
    this.#surroundings = surroundings;
    this.#format = FORMATS[source.format];
    const { values, limits } = surroundings;
    this.#expander = { syntax: this.#format, values, charsLeft: limits.configFileBytes };
    this.#origin = Object.freeze({ kind: source.kind, path: source.path });
  }

  read(): SourceReading {
    const { value } = this.#document;
    if (!isJsonObject(value)) {
      this.#report([], `Expected an object with the key "${this.#format.serversKey}", not ${kindOf(value)}.`);
      this.#isWhole = false;
      return this.#reading();
    }
    this.#checkKeys(Object.keys(value));
    for (const path of this.#tables()) this.#readTable(path);
    return this.#reading();
  }

  #reading(): SourceReading {
    return { isWhole: this.#isWhole, servers: [...this.#servers.values()], problems: this.#problems };
  }

  /** Where servers stand; of two of one name the first counts. */
  #tables(): KeyPath[] {
    const { serversKey, hasProjects } = this.#format;
    const ofProject = ['projects', this.#surroundings.cwd, serversKey];
    return hasProjects ? [ofProject, [serversKey]] : [[serversKey]];
  }

  #readTable(path: KeyPath): void {
    const table = memberAt(this.#document.value, path);
    if (table === undefined) return;
    if (!isJsonObject(table)) {
      this.#report(path, `"${path.at(-1)}" must be an object of servers by name, not ${kindOf(table)}.`);
      this.#isWhole = false;
      return;
    }
    const duplicates = duplicatesBelow(this.#document.duplicates, path);
    for (const duplicate of duplicates.ofTable) this.#reportDuplicateServer(duplicate);
    for (const [name, declared] of Object.entries(table)) {
      this.#readServer(name, declared, [...path, name], duplicates.byServer.get(name) ?? []);
    }
  }

  #readServer(name: string, declared: unknown, path: KeyPath, duplicates: readonly DuplicateKey[]): void {
    const line = this.#document.lineOf(path);
    const first = this.#servers.get(name);
    if (first !== undefined) {
      const message = `is skipped: line ${first.line} declares the name for this folder, and that counts.`;
      this.#problems.push({ ...this.#about(name, line), severity: 'warning', message });
      return;
    }
    const context = {
      origin: this.#origin,
      format: this.#format,
      expander: this.#expander,
      cwd: this.#surroundings.cwd,
    };
    const { entry, findings, variables } = readEntry(name, declared, context);
    this.#servers.set(name, { name, line, entry: duplicates.length > 0 ? undefined : entry, variables });
    for (const finding of findings) this.#reportFinding(name, path, finding);
    for (const duplicate of duplicates) {
      const key = keyText(duplicate.path.slice(path.length));
      const message = `is there twice, first on line ${duplicate.firstLine}: which one counts is a guess. Remove one.`;
      this.#problems.push({ ...this.#about(name, duplicate.line), key, message });
    }
  }

  #reportDuplicateServer({ path, line, firstLine }: DuplicateKey): void {
    const message = `is there twice; the one on line ${firstLine} counts, and this one is left out. Rename one.`;
    this.#problems.push({ ...this.#about(String(path.at(-1)), line), message });
  }

  #reportFinding(name: string, path: KeyPath, finding: Finding): void {
    const line = this.#document.lineOf([...path, ...finding.path]);
    const { severity, message } = finding;
    this.#problems.push({ ...this.#about(name, line), severity, key: keyText(finding.path), message });
  }

  #checkKeys(keys: readonly string[]): void {
    for (const { path, line, firstLine } of this.#document.duplicates) {
      if (path.length !== 1 || path[0] !== this.#format.serversKey) continue;
      const message = `"${path[0]}" is there twice; the one on line ${firstLine} counts. Put all servers into one.`;
      this.#problems.push(fileProblem(this.#source, line, message));
      this.#isWhole = false;
    }
    const { otherKeys, serversKey } = this.#format;
    if (otherKeys === undefined) return;
    for (const key of keys) {
      if (key === serversKey || otherKeys.includes(key)) continue;
      const message = `The key ${JSON.stringify(key)} is not known and has no effect: servers belong into "${serversKey}".`;
      // The names below a key that is spelled wrong were meant to be taken.
      const isMeant = !keys.includes(serversKey) && isMisspelt(key);
      if (isMeant) this.#isWhole = false;
      const severity = isMeant ? 'error' : 'warning';
      this.#problems.push(fileProblem(this.#source, this.#document.lineOf([key]), message, severity));
    }
  }

  #report(path: KeyPath, message: string): void {
    this.#problems.push(fileProblem(this.#source, this.#document.lineOf(path), message));
  }

  #about(server: string, line: number): ConfigProblem {
    return { severity: 'error', path: this.#source.path, line, server, key: undefined, message: '' };
  }
}

function memberAt(value: unknown, path: KeyPath): unknown {
  let member = value;
  for (const step of path) {
    if (!isJsonObject(member) || !Object.hasOwn(member, step)) return undefined;
    member = member[step as string];
  }
  return member;
}

interface TableDuplicates {
  /** Servers that are there twice. */
  readonly ofTable: readonly DuplicateKey[];
  /** Keys within a server, at any depth. */
  readonly byServer: ReadonlyMap<string, readonly DuplicateKey[]>;
}

function duplicatesBelow(duplicates: readonly DuplicateKey[], table: KeyPath): TableDuplicates {
  const ofTable: DuplicateKey[] = [];
  const byServer = new Map<string, DuplicateKey[]>();
  for (const duplicate of duplicates) {
    const { path } = duplicate;
    const server = path[table.length];
    if (typeof server !== 'string' || !table.every((step, index) => path[index] === step)) continue;
    const ofServer = byServer.get(server);
    if (path.length === table.length + 1) ofTable.push(duplicate);
    else if (ofServer === undefined) byServer.set(server, [duplicate]);
    else ofServer.push(duplicate);
  }
  return { ofTable, byServer };
}
