import { isJsonObject } from '../../protocol/index.js';
import type { KeyPath } from './config-document.js';
import type { FormatRow } from './config-format.js';
import { expandVariables, type VariableValues } from './expand-variables.js';

/** Something about an entry, by the path below it. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly path: KeyPath;
  readonly message: string;
}

/** How the texts of one file are expanded. */
export interface Expander {
  /** Undefined for texts that are taken as they are: those of a program. */
  readonly syntax: FormatRow | undefined;
  readonly values: VariableValues;
  /** How many characters its texts may still have. */
  charsLeft: number;
}

/** An entry as it was declared. Reading it never throws: what is wrong is noted, and the key counts as absent. */
export class DeclaredEntry {
  readonly findings: Finding[] = [];
  readonly #variables = new Set<string>();
  readonly #members: ReadonlyMap<string, unknown>;
  readonly #expander: Expander;

  constructor(value: object, expander: Expander) {
    this.#members = new Map(Object.entries(value).filter(([, member]) => member !== undefined));
    this.#expander = expander;
  }

  get failed(): boolean {
    return this.findings.some(({ severity }) => severity === 'error');
  }

  /** Environment variables that it makes use of, sorted. */
  get variables(): string[] {
    return [...this.#variables].sort();
  }

  keys(): string[] {
    return [...this.#members.keys()];
  }

  has(key: string): boolean {
    return this.#members.has(key);
  }

  raw(key: string): unknown {
    return this.#members.get(key);
  }

  fail(path: KeyPath, message: string): void {
    this.findings.push({ severity: 'error', path, message });
  }

  warn(path: KeyPath, message: string): void {
    this.findings.push({ severity: 'warning', path, message });
  }

  /** A text, expanded. */
  text(key: string): string | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    return this.#expanded([key], value);
  }

  /** A list of texts, as it stands. */
  names(key: string): string[] | undefined {
    return this.#list(key, (path, value) => this.#textAt(path, value));
  }

  /** A list of texts, expanded. */
  texts(key: string): string[] | undefined {
    return this.#list(key, (path, value) => this.#expanded(path, value));
  }

  /** An object of texts, expanded. */
  textMap(key: string): Record<string, string> | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    if (!isJsonObject(value)) {
      this.fail([key], `must be an object of texts, not ${kindOf(value)}`);
      return undefined;
    }
    const members = Object.entries(value).map(([name, text]) => [name, this.#expanded([key, name], text)]);
    return Object.fromEntries(members) as Record<string, string>;
  }

  /** True or false; anything else is an error. */
  flag(key: string): boolean | undefined {
    const value = this.raw(key);
    if (value === undefined || typeof value === 'boolean') return value;
    this.fail([key], `must be true or false, not ${kindOf(value)}`);
    return undefined;
  }

  /** Whether the key is true; anything but true or false is worth a warning, and is not true. */
  onlyTrue(key: string, fallback: boolean): boolean {
    const value = this.raw(key);
    if (value === undefined) return fallback;
    if (typeof value !== 'boolean')
      this.warn([key], `only true counts; ${kindOf(value)} is the same as false`);
    return value === true;
  }

  #list(key: string, read: (path: KeyPath, value: unknown) => string): string[] | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    if (Array.isArray(value)) return value.map((item, index) => read([key, index], item));
    this.fail([key], `must be a list of texts, not ${kindOf(value)}`);
    return undefined;
  }

  #textAt(path: KeyPath, value: unknown): string {
    if (typeof value === 'string') return value;
    this.fail(path, `must be text in double quotes, not ${kindOf(value)}`);
    return '';
  }

  #expanded(path: KeyPath, value: unknown): string {
    const text = this.#textAt(path, value);
    const { syntax, values, charsLeft } = this.#expander;
    if (syntax === undefined || !text.includes('$')) return text;
    const { used, unset, problem, text: expanded } = expandVariables(text, syntax, values, charsLeft);
    this.#expander.charsLeft -= expanded.length;
    for (const name of used) this.#variables.add(name);
    if (problem !== undefined) this.fail(path, problem);
    for (const name of new Set(unset)) {
      this.warn(path, `the environment variable ${name} is not set, and nothing stands in its place`);
    }
    return expanded;
  }
}

/** What a value is, without the value. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  const kind = typeof value;
  if (kind === 'string') return 'text';
  if (kind === 'boolean') return 'true or false';
  return kind === 'object' ? 'an object' : `a ${kind}`;
}
