import type { Node, ParseError } from 'jsonc-parser';
import type { JsonValue, Limits } from '../../protocol/index.js';

type Jsonc = typeof import('jsonc-parser');

/** Steps from the top of a document down to a value. */
export type KeyPath = readonly (string | number)[];

/** A key that one object has twice. */
export interface DuplicateKey {
  /** Path of the key. */
  readonly path: KeyPath;
  readonly line: number;
  readonly firstLine: number;
}

/** A file that was read, with the way back to its lines. */
export interface ConfigDocument {
  /** Of keys that are there twice, the first. A key `__proto__` is a key like any other. */
  readonly value: JsonValue;
  readonly duplicates: readonly DuplicateKey[];
  /** The line of a value, or of the nearest one around it. Counted from 1. */
  lineOf(path: KeyPath): number;
}

export type ParsedDocument =
  | { readonly ok: true; readonly document: ConfigDocument }
  | { readonly ok: false; readonly line: number; readonly message: string };

/** What an error of the parser means to somebody with the file open. */
const PARSE_PROBLEMS: ReadonlyMap<string, string> = new Map([
  [
    'InvalidSymbol',
    'expected a value: text in double quotes, a number, true, false, null, an object or a list',
  ],
  ['InvalidNumberFormat', 'expected a number as JSON writes it'],
  ['PropertyNameExpected', 'expected a key in double quotes'],
  ['ValueExpected', 'expected a value'],
  ['ColonExpected', 'expected a colon after the key'],
  ['CommaExpected', 'expected a comma between two members'],
  ['CloseBraceExpected', 'expected a comma or a closing brace'],
  ['CloseBracketExpected', 'expected a comma or a closing bracket'],
  ['EndOfFileExpected', 'expected nothing more after the end of the object'],
  ['InvalidCommentToken', 'expected a comment to begin with // or /*'],
  ['UnexpectedEndOfComment', 'expected */ at the end of the comment'],
  ['UnexpectedEndOfString', 'expected a double quote at the end of the text, on the same line'],
  ['UnexpectedEndOfNumber', 'expected more digits'],
  ['InvalidUnicode', 'expected four hexadecimal digits after \\u'],
  ['InvalidEscapeCharacter', 'expected one of " \\ / b f n r t u after the backslash'],
  ['InvalidCharacter', 'expected control characters in a text to be written as escapes'],
]);

/** Reads JSON with comments and trailing commas. One error anywhere refuses the whole text: what it means is a guess. */
export async function parseConfigDocument(
  text: string,
  limits: Pick<Limits, 'jsonDepth'>,
): Promise<ParsedDocument> {
  const jsonc = await import('jsonc-parser');
  const lines = new LineTable(text);
  const tooDeep = tooDeepAt(jsonc, text, limits.jsonDepth);
  if (tooDeep !== undefined) {
    const message = `The nesting is deeper than ${limits.jsonDepth}, the limit jsonDepth.`;
    return { ok: false, line: lines.at(tooDeep), message };
  }
  const errors: ParseError[] = [];
  const root = jsonc.parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (root !== undefined && error === undefined) return { ok: true, document: new TreeDocument(root, lines) };
  const name = error === undefined ? 'ValueExpected' : jsonc.printParseErrorCode(error.error);
  const expected = PARSE_PROBLEMS.get(name) ?? 'expected JSON';
  return { ok: false, line: lines.at(error?.offset ?? 0), message: `This is not JSON: ${expected}.` };
}

/** Where the text is nested deeper than allowed. The parser recurses; this does not. */
function tooDeepAt(jsonc: Jsonc, text: string, maxDepth: number): number | undefined {
  const scanner = jsonc.createScanner(text, true);
  let depth = 0;
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    if (offset >= text.length) return undefined;
    const first = text[offset];
    if (first === '{' || first === '[') depth += 1;
    else if (first === '}' || first === ']') depth -= 1;
    if (depth > maxDepth) return offset;
  }
}

class TreeDocument implements ConfigDocument {
  readonly value: JsonValue;
  readonly duplicates: DuplicateKey[] = [];
  readonly #root: Node;
  readonly #lines: LineTable;
  readonly #members = new WeakMap<Node, ReadonlyMap<string | number, Node>>();

  constructor(root: Node, lines: LineTable) {
    this.#root = root;
    this.#lines = lines;
    this.value = this.#valueOf(root, []);
  }

  lineOf(path: KeyPath): number {
    let node = this.#root;
    let line = this.#lines.at(node.offset);
    for (const step of path) {
      const next = this.#membersOf(node).get(step);
      if (next === undefined) return line;
      // A member of an object is where its key is, which is what one looks for.
      line = this.#lines.at(next.parent?.type === 'property' ? next.parent.offset : next.offset);
      node = next;
    }
    return line;
  }

  #membersOf(node: Node): ReadonlyMap<string | number, Node> {
    const known = this.#members.get(node);
    if (known !== undefined) return known;
    const members = new Map<string | number, Node>();
    for (const [index, child] of (node.children ?? []).entries()) {
      const [key, value] = child.type === 'property' ? (child.children ?? []) : [];
      if (node.type === 'array') members.set(index, child);
      else if (key !== undefined && value !== undefined && !members.has(key.value))
        members.set(key.value, value);
    }
    this.#members.set(node, members);
    return members;
  }

  #valueOf(node: Node, path: KeyPath): JsonValue {
    if (node.type === 'array') {
      return (node.children ?? []).map((child, index) => this.#valueOf(child, [...path, index]));
    }
    if (node.type !== 'object') return node.value as JsonValue;
    this.#noteDuplicates(node, path);
    const members = [...this.#membersOf(node)] as [string, Node][];
    // Not by assignment: `__proto__` would not become a key.
    return Object.fromEntries(members.map(([key, value]) => [key, this.#valueOf(value, [...path, key])]));
  }

  #noteDuplicates(node: Node, path: KeyPath): void {
    const members = this.#membersOf(node);
    for (const { offset, children: [key, value] = [] } of node.children ?? []) {
      const first = key === undefined ? undefined : members.get(key.value);
      if (key === undefined || first === undefined || first === value) continue;
      const firstLine = this.#lines.at(first.parent?.offset ?? first.offset);
      this.duplicates.push({ path: [...path, key.value], line: this.#lines.at(offset), firstLine });
    }
  }
}

/** Lines of a text by offset. */
class LineTable {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  /** The line that the offset is on, counted from 1. */
  at(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}
