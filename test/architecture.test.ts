// The folder rules of ARCHITECTURE.md, held by a test. Each rule is a function from sources to violations, and each
// is also tried on one small tree that breaks it, so that a rule which cannot fail is noticed.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..', 'src');
const MAX_LINES = 400;
const FORBIDDEN_FOLDERS = /^(utils?|common|shared|helpers?|lib|misc)$/;

/** A folder may import the folders named here, through their index.ts, and nothing else. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  protocol: [],
  schema: ['protocol'],
  transport: ['schema', 'protocol'],
  client: ['transport', 'schema', 'protocol'],
  server: ['transport', 'schema', 'protocol'],
  adapters: ['client', 'server', 'transport', 'schema', 'protocol'],
  host: ['adapters', 'client', 'server', 'transport', 'schema', 'protocol'],
  conformance: ['transport', 'schema', 'protocol'],
  cli: ['host', 'adapters', 'conformance', 'client', 'server', 'transport', 'schema', 'protocol'],
};

/** Packages that may be imported statically, per folder. Everything else is loaded on first use. */
const STATIC_PACKAGES: Record<string, readonly string[]> = {
  transport: ['eventsource-parser'],
};

interface Source {
  /** Path below src, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

interface Import {
  readonly from: string;
  readonly target: string;
  readonly isTypeOnly: boolean;
}

function readSources(folder: string): Source[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      path: relative(folder, path).replaceAll('\\', '/'),
      text: readFileSync(path, 'utf8'),
    }));
}

function importsOf(source: Source): Import[] {
  const statement = /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
  return [...source.text.matchAll(statement)].map(([, type, target = '']) => ({
    from: source.path,
    target,
    isTypeOnly: type !== undefined,
  }));
}

const folderOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] ?? '') : '');
const resolveImport = ({ from, target }: Import): string =>
  posix.normalize(posix.join(dirname(from), target)).replace(/\.js$/, '.ts');

function directionViolations(sources: readonly Source[]): string[] {
  return sources.flatMap(importsOf).flatMap((imported) => {
    if (!imported.target.startsWith('.')) return [];
    const from = folderOf(imported.from);
    const path = resolveImport(imported);
    const to = folderOf(path);
    if (from === to || from === '') return [];
    if (!MAY_IMPORT[from]?.includes(to))
      return [`${imported.from} imports ${path}: ${from} may not import ${to}`];
    return path === `${to}/index.ts` ? [] : [`${imported.from} imports ${path}: go through ${to}/index.ts`];
  });
}

function platformViolations(sources: readonly Source[]): string[] {
  return sources.flatMap(importsOf).flatMap(({ from, target, isTypeOnly }) => {
    const isRelative = target.startsWith('.');
    const isAllowed = STATIC_PACKAGES[folderOf(from)]?.includes(target) ?? false;
    if (isRelative || isAllowed || isTypeOnly || folderOf(from) === 'cli') return [];
    return [`${from} imports ${target} statically: load it inside the function that needs it`];
  });
}

function purityViolations(sources: readonly Source[]): string[] {
  const impure =
    /\b(setTimeout|setInterval|setImmediate|Date\.now|new Date\(\)|performance\.|Math\.random|crypto\.|process\.|fetch\(|import\()/;
  return sources
    .filter(({ path }) => folderOf(path) === 'protocol')
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => impure.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line))
        .map((line) => `${path} is not pure: ${line.trim()}`),
    );
}

function sizeViolations(sources: readonly Source[]): string[] {
  return sources
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines, more than ${MAX_LINES}`);
}

function folderNameViolations(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path.split('/').some((part) => FORBIDDEN_FOLDERS.test(part.replace(/\.ts$/, ''))))
    .map(({ path }) => `${path}: a function lives with the idea it serves, not in an attic`);
}

function cycles(sources: readonly Source[]): string[] {
  const edges = new Map(
    sources.map((source) => [
      source.path,
      importsOf(source)
        .filter(({ target }) => target.startsWith('.'))
        .map(resolveImport),
    ]),
  );
  const found: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      found.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
      return;
    }
    state.set(path, 'open');
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of edges.keys()) visit(path, []);
  return found;
}

const RULES: { name: string; check: (sources: readonly Source[]) => string[]; broken: Source[] }[] = [
  {
    name: 'folders import in one direction, through index.ts',
    check: directionViolations,
    broken: [{ path: 'protocol/a.ts', text: "import { x } from '../client/index.js';\n" }],
  },
  {
    name: 'no deep import across folders',
    check: directionViolations,
    broken: [{ path: 'client/a.ts', text: "import { x } from '../protocol/jsonrpc/decode.js';\n" }],
  },
  {
    name: 'nothing from Node or npm is imported statically outside the command',
    check: platformViolations,
    broken: [{ path: 'transport/a.ts', text: "import { spawn } from 'node:child_process';\n" }],
  },
  {
    name: 'the protocol folder has no clock, randomness or I/O',
    check: purityViolations,
    broken: [{ path: 'protocol/a.ts', text: 'const now = Date.now();\n' }],
  },
  {
    name: `no file is longer than ${MAX_LINES} lines`,
    check: sizeViolations,
    broken: [{ path: 'client/a.ts', text: 'x\n'.repeat(MAX_LINES + 1) }],
  },
  {
    name: 'no attic folders',
    check: folderNameViolations,
    broken: [{ path: 'client/utils/a.ts', text: '' }],
  },
  {
    name: 'no import cycles',
    check: cycles,
    broken: [
      { path: 'client/a.ts', text: "import { b } from './b.js';\n" },
      { path: 'client/b.ts', text: "import { a } from './a.js';\n" },
    ],
  },
];

describe('architecture', () => {
  const sources = readSources(SRC);

  it('reads the sources', () => {
    expect(sources.length).toBeGreaterThan(10);
  });

  it.each(RULES)('$name', ({ check }) => {
    expect(check(sources)).toEqual([]);
  });

  it.each(RULES)('the rule can fail: $name', ({ check, broken }) => {
    expect(check(broken)).not.toEqual([]);
  });
});
