import { Fault } from '../../protocol/index.js';

/**
 * Says which fields of a message are not compared. A rule is a JSON pointer into the message, in which `*` stands for any
 * name and any index (`/result/tools/*`); a bare name, which means members of that name everywhere (`ttlMs`); or
 * `header:<name>` for a header.
 */
export class IgnoredFields {
  readonly #names = new Set<string>();
  readonly #pointers: (readonly string[])[] = [];
  readonly #headers = new Set<string>();

  /** @throws Fault `invalid_argument` */
  constructor(rules: readonly string[] = []) {
    for (const rule of rules) this.#add(rule);
  }

  /** Whether the value at this pointer, given as its names, is not compared. */
  ignores(path: readonly string[]): boolean {
    if (isVersion(path) || TIMES.has(path.at(-1) ?? '')) return true;
    if (this.#names.has(path.at(-1) ?? '')) return true;
    return this.#pointers.some(
      (pointer) =>
        pointer.length === path.length && pointer.every((name, at) => name === '*' || name === path[at]),
    );
  }

  ignoresHeader(name: string): boolean {
    return UNSTABLE_HEADERS.has(name) || this.#headers.has(name);
  }

  #add(rule: string): void {
    if (rule === '') throw new Fault('invalid_argument', 'A field to ignore cannot be the empty text.');
    if (rule.startsWith('header:')) this.#headers.add(rule.slice('header:'.length).toLowerCase());
    else if (rule.startsWith('/')) this.#pointers.push(pathOf(rule));
    else this.#names.add(rule);
  }
}

/** Points in time, which are others in every run. */
const TIMES = new Set(['lastModified', 'createdAt', 'lastUpdatedAt']);
/** Depend on the moment, or on what the client's HTTP library can decompress. */
const UNSTABLE_HEADERS = new Set(['retry-after', 'content-encoding']);
const PROGRAMS = /^(io\.modelcontextprotocol\/)?(serverInfo|clientInfo)$/;

/** The version of the program that speaks. */
function isVersion(path: readonly string[]): boolean {
  return path.at(-1) === 'version' && PROGRAMS.test(path.at(-2) ?? '');
}

/** https://www.rfc-editor.org/rfc/rfc6901#section-3 */
export function pointerOf(path: readonly string[]): string {
  return path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function pathOf(pointer: string): string[] {
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}
