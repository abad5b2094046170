/** Variables that a server process gets without being asked for: enough to find programs, a home and a language. */
const SAFE_NAMES: Readonly<Record<'posix' | 'windows', readonly string[]>> = {
  posix: ['HOME', 'LANG', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'],
  windows: [
    'APPDATA',
    'COMSPEC',
    'HOMEDRIVE',
    'HOMEPATH',
    'LOCALAPPDATA',
    'NUMBER_OF_PROCESSORS',
    'OS',
    'PATH',
    'PATHEXT',
    'PROCESSOR_ARCHITECTURE',
    'PROGRAMDATA',
    'PROGRAMFILES',
    'PROGRAMFILES(X86)',
    'SYSTEMDRIVE',
    'SYSTEMROOT',
    'TEMP',
    'TMP',
    'USERDOMAIN',
    'USERNAME',
    'USERPROFILE',
    'WINDIR',
  ],
};

const SAFE_PREFIX = 'LC_';

type Variables = Readonly<Record<string, string | undefined>>;

export interface ChildEnvironmentOptions {
  /** Laid over everything else. */
  readonly env: Readonly<Record<string, string>>;
  /** All variables of this process instead of the safe ones. */
  readonly inheritEnv: boolean;
  /** Variables of this process. */
  readonly own: Variables;
  readonly isWindows: boolean;
}

/**
 * The environment of a server process: the safe variables of this process (or all of them), overlaid by `env`. An
 * empty `env` takes nothing away. On Windows names differ in case only, so an overlay replaces whatever the spelling.
 */
export function childEnvironment(options: ChildEnvironmentOptions): Record<string, string> {
  const { env, own, isWindows } = options;
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined || isShellFunction(value)) continue;
    if (options.inheritEnv || isSafe(name, isWindows)) result[name] = value;
  }
  if (isWindows) removeOtherSpellings(result, env);
  return Object.assign(result, env);
}

function isSafe(name: string, isWindows: boolean): boolean {
  if (isWindows) return SAFE_NAMES.windows.includes(name.toUpperCase());
  return SAFE_NAMES.posix.includes(name) || name.startsWith(SAFE_PREFIX);
}

/** Bash exports functions as variables; running what they hold has been a security hole before. */
function isShellFunction(value: string): boolean {
  return value.startsWith('()');
}

function removeOtherSpellings(result: Record<string, string>, env: Readonly<Record<string, string>>): void {
  const replaced = new Set(Object.keys(env).map((name) => name.toUpperCase()));
  for (const name of Object.keys(result)) if (replaced.has(name.toUpperCase())) delete result[name];
}
