import type { FormatRow } from './config-format.js';

/** What variables stand for. */
export interface VariableValues {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `workspaceFolder` and the like. */
  readonly places: ReadonlyMap<string, string>;
}

export interface Expansion {
  readonly text: string;
  /** Environment variables that were looked up, by name. */
  readonly used: readonly string[];
  /** Those of them that are not set and have no default: nothing stands in their place. */
  readonly unset: readonly string[];
  /** Why the text cannot be used; undefined when it can. Holds nothing of the text. */
  readonly problem: string | undefined;
}

type Syntax = Pick<FormatRow, 'bareVariables' | 'editorVariables'>;

const IN_BRACES = /\$\{([^}]*)(\}?)/g;
const IN_BRACES_OR_BARE = /\$\{([^}]*)(\}?)|\$(\$|[A-Za-z_][A-Za-z0-9_]*)/g;
const VARIABLE = /^(?:(env|input):)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/su;
const INPUT = /^input:/;
const VARIABLE_IN_BRACES = /\$\{/;
const VARIABLE_OR_BARE = /\$[{A-Za-z_]/;

/**
 * Puts values in place of `${NAME}`, `${NAME:-default}` and, where the format has them, `$NAME`, `${env:NAME}` and the
 * names of places. As in a shell the default also stands for a variable that is empty. A value is not expanded again.
 * `${` that begins none of these is a problem, and so is a variable in a default: sent as it stands, it would be a wrong
 * secret.
 *
 * @param maxChars Longest text to make.
 */
export function expandVariables(
  text: string,
  syntax: Syntax,
  values: VariableValues,
  maxChars: number,
): Expansion {
  const used: string[] = [];
  const unset: string[] = [];
  const parts: string[] = [];
  let problem: string | undefined;
  let chars = 0;
  let end = 0;
  const add = (part: string): void => {
    parts.push(part);
    chars += part.length;
  };
  const variable = (name: string, fallback: string | undefined): string => {
    used.push(name);
    const value = Object.hasOwn(values.env, name) ? values.env[name] : undefined;
    if (value !== undefined && (value !== '' || fallback === undefined)) return value;
    if (fallback === undefined) unset.push(name);
    return fallback ?? '';
  };
  const braced = (body: string, close: string): string => {
    const place = syntax.editorVariables ? values.places.get(body) : undefined;
    if (close !== '' && place !== undefined) return place;
    const [, prefix, name, fallback] = VARIABLE.exec(body) ?? [];
    const isKnown = prefix === undefined || (prefix === 'env' && syntax.editorVariables);
    if (close !== '' && name !== undefined && isKnown) {
      const isNested = fallback !== undefined && holdsVariable(fallback, syntax);
      if (!isNested) return variable(name, unescaped(fallback, syntax));
      problem ??= NESTED;
      return '';
    }
    problem ??= INPUT.test(body) ? INPUT_PROBLEM : unreadable(syntax);
    return '';
  };
  for (const match of text.matchAll(syntax.bareVariables ? IN_BRACES_OR_BARE : IN_BRACES)) {
    const [whole, body, close = '', bare] = match;
    add(text.slice(end, match.index));
    if (bare === undefined) add(braced(body ?? '', close));
    else add(bare === '$' ? '$' : variable(bare, undefined));
    end = match.index + whole.length;
    if (problem !== undefined || chars > maxChars) break;
  }
  add(text.slice(end));
  if (chars > maxChars) problem ??= TOO_LONG;
  return { text: problem === undefined ? parts.join('') : '', used, unset, problem };
}

function holdsVariable(text: string, { bareVariables }: Syntax): boolean {
  return bareVariables ? VARIABLE_OR_BARE.test(text.replaceAll('$$', '')) : VARIABLE_IN_BRACES.test(text);
}

function unescaped(text: string | undefined, { bareVariables }: Syntax): string | undefined {
  return bareVariables ? text?.replaceAll('$$', () => '$') : text;
}

const NESTED = 'holds a variable in the default of another, which is not expanded: write the default out';

const INPUT_PROBLEM =
  'asks the user for a value with input:, which is not supported: put the value into an environment variable and write ' +
  `\${env:NAME}`;

const TOO_LONG =
  'is too long once its variables are expanded: all texts of a file together are held to the limit configFileBytes';

function unreadable({ bareVariables, editorVariables }: Syntax): string {
  const literal = bareVariables ? ', and $$ for a dollar sign' : '';
  const env = editorVariables ? ` or \${env:NAME}` : '';
  return `holds a \${ that is no variable: write \${NAME}${env} or \${NAME:-default}${literal}`;
}
