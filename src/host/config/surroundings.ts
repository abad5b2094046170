import { DEFAULT_LIMITS, Fault, type Limits, limitsWith } from '../../protocol/index.js';
import { nodeBuiltin } from '../../transport/index.js';
import type { VariableValues } from './expand-variables.js';

/** What the loaders take from the world unless they are told. */
export interface SurroundingsOptions {
  readonly cwd?: string;
  readonly home?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly limits?: Partial<Limits>;
}

export interface Surroundings {
  /** Absolute. */
  readonly cwd: string;
  /** Absolute. */
  readonly home: string;
  readonly values: VariableValues;
  readonly limits: Limits;
}

/**
 * Where configuration is looked for and what its variables stand for.
 *
 * @throws Fault `invalid_argument`, `platform_missing`
 */
export function surroundingsOf(options: SurroundingsOptions): Surroundings {
  const path = nodeBuiltin('node:path');
  const cwd = path.resolve(textOption('cwd', options.cwd) ?? process.cwd());
  const home = path.resolve(textOption('home', options.home) ?? nodeBuiltin('node:os').homedir());
  const places = new Map([
    ['workspaceFolder', cwd],
    ['workspaceFolderBasename', path.basename(cwd)],
    ['userHome', home],
    ['pathSeparator', path.sep],
    ['/', path.sep],
  ]);
  const limits = limitsWith(options.limits ?? DEFAULT_LIMITS);
  return { cwd, home, values: { env: options.env ?? process.env, places }, limits };
}

function textOption(option: string, value: string | undefined): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw new Fault('invalid_argument', `\`${option}\` must be the path of a folder.`, { details: { option } });
}
