import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServedRegistry, Tool, ToolRegistry } from '../../server/index.js';
import { serveRegistry, serveRegistryStdio } from '../../server/index.js';
import { guardStdout } from '../../transport/index.js';
import type { CommandLine } from '../command-line.js';
import type { ExitCode } from '../exit-code.js';
import { EXIT, UsageError } from '../exit-code.js';
import type { Output } from '../output.js';
import { printable, table } from '../output.js';
import type { Surroundings } from '../session.js';

type Source = ToolRegistry | readonly Tool[];

/** Names under which a module may export what is to be served. */
const EXPORTS = ['default', 'registry', 'tools'];
const MASK = '***';

/** `serve <module>`: hands the tools of a module to an agent CLI, until Ctrl-C or, with `--stdio`, the end of stdin. */
export async function serve(line: CommandLine, surroundings: Surroundings): Promise<ExitCode> {
  const { words, flags, target } = line;
  const [module, ...rest] = words;
  if (module === undefined || rest.length > 0 || target !== undefined) {
    throw new UsageError('serve takes one module that exports a registry: `plainwire serve ./tools.js`.');
  }
  if (flags.stdio === true && flags.http === true) throw new UsageError('Choose one of --stdio and --http.');
  const source = flags.stdio === true ? await loadQuietly(module) : await loadTools(module);
  const options = {
    name: flags.name ?? nameOf(module),
    ...(flags.timeoutMs === undefined ? {} : { timeoutMs: flags.timeoutMs }),
  };
  if (flags.stdio === true) {
    await serveRegistryStdio(source, options);
    return EXIT.ok;
  }
  const served = await serveRegistry(source, options);
  try {
    await served.start();
    if (flags.json) surroundings.output.json(masked(served));
    else print(served, surroundings.output);
    await aborted(surroundings.interrupted);
  } finally {
    await served.stop();
  }
  return EXIT.ok;
}

/** What a module prints while it loads must not get between the frames. */
async function loadQuietly(module: string): Promise<Source> {
  const guarded = guardStdout();
  try {
    return await loadTools(module);
  } finally {
    guarded.restore();
  }
}

async function loadTools(module: string): Promise<Source> {
  const path = resolve(module);
  if (!existsSync(path)) throw new UsageError(`There is no module ${path}.`);
  const exported = await importModule(path);
  const source = EXPORTS.map((name) => exported[name]).find(isSource);
  if (source !== undefined) return source;
  throw new UsageError(
    `${path} exports neither a registry nor a list of tools. Export one as default, as \`registry\` or as \`tools\`.`,
  );
}

async function importModule(path: string): Promise<Record<string, unknown>> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${path} cannot be loaded: ${reason}`);
  }
}

/** The module may have a copy of plainwire of its own, so its classes are not ours. */
function isSource(value: unknown): value is Source {
  if (Array.isArray(value)) return value.length > 0 && value.every(isTool);
  return typeof (value as ToolRegistry | undefined)?.tools === 'function';
}

function isTool(value: unknown): boolean {
  return typeof (value as Tool | null)?.name === 'string' && typeof (value as Tool).run === 'function';
}

/** The name of the file, as far as it can be the name of a server. */
function nameOf(module: string): string {
  const stem = basename(module, extname(module));
  return stem.replace(/[^A-Za-z0-9_-]/g, '-').replace(/_{2,}/g, '_');
}

function print(served: ServedRegistry, output: Output): void {
  const { name, url, configPath, description, authHeaders } = served;
  output.line(`${name} serves at ${url}`);
  for (const header of Object.keys(authHeaders)) output.line(`  header  ${header}: ${MASK}`);
  output.line(`  config  ${configPath}`);
  const rows = description.tools.map(({ qualifiedName, requiresApproval, caps }) => [
    printable(qualifiedName),
    [requiresApproval ? 'asks for approval' : '', ...caps].filter((text) => text !== '').join(', '),
  ]);
  output.line(`  tools (${rows.length})`);
  for (const row of table(rows)) output.line(`  ${row}`);
  output.note('The credential is in the config file, which goes when this ends. Press Ctrl-C to end it.');
}

function masked({ description }: ServedRegistry): object {
  const mask = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.keys(record).map((name) => [name, MASK]));
  return { ...description, authHeaders: mask(description.authHeaders) };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
