import { isFault, isJsonObject } from '../../protocol/index.js';
import { visibleText } from '../../server/index.js';
import type { ServerTarget } from '../../transport/index.js';
import type { FormatRow } from './config-format.js';
import { REFUSED_KEYS } from './config-format.js';
import { DeclaredEntry, type Expander, type Finding, kindOf } from './declared-entry.js';
import { isEntryKey } from './entry-keys.js';
import { declaredTarget, givenTarget } from './entry-target.js';
import { entryTimeouts } from './entry-timeouts.js';
import type { Origin, ServerEntry } from './server-entry.js';

const MAX_NAME_CHARS = 128;

export interface EntryContext {
  readonly origin: Origin;
  readonly format: FormatRow;
  readonly expander: Expander;
  /** The folder that is worked in, absolute. */
  readonly cwd: string;
}

export interface ReadEntry {
  /** Undefined when there is an error. */
  readonly entry: ServerEntry | undefined;
  readonly findings: readonly Finding[];
  /** Environment variables that it makes use of, sorted. */
  readonly variables: readonly string[];
}

/** Makes an entry of what was declared under a name. Any error leaves it out: a server is never started half right. */
export function readEntry(name: string, declared: unknown, context: EntryContext): ReadEntry {
  if (!isJsonObject(declared)) {
    const message = `must be an object that describes a server, not ${kindOf(declared)}`;
    return { entry: undefined, findings: [{ severity: 'error', path: [], message }], variables: [] };
  }
  const reading = new DeclaredEntry(declared, context.expander);
  checkName(name, reading);
  const isGiven = context.origin.kind === 'program' && reading.has('target');
  checkKeys(reading, isGiven);
  const entry = entryOf(name, reading, context, isGiven);
  return {
    entry: reading.failed ? undefined : entry,
    findings: reading.findings,
    variables: reading.variables,
  };
}

function entryOf(
  name: string,
  reading: DeclaredEntry,
  { origin, format, cwd }: EntryContext,
  isGiven: boolean,
): ServerEntry | undefined {
  const timeouts = entryTimeouts(reading, format.timeout);
  const trust = reading.flag('trust') ?? false;
  if (trust && origin.kind === 'project') {
    reading.warn(
      ['trust'],
      'the file of a project cannot vouch for a server: declare it in your own file to trust it',
    );
  }
  const isOn = reading.flag('enabled') ?? true;
  const isOff = reading.flag('disabled') ?? false;
  const settings = {
    ...timeouts,
    trust: trust && origin.kind !== 'project',
    resources: reading.onlyTrue('resources', true),
    skills: reading.onlyTrue('skills', false),
    enabled: isOn && !isOff,
    enabledTools: frozenList(reading.names('enabledTools')),
    disabledTools: frozenList(reading.names('disabledTools') ?? []),
  };
  const target = isGiven ? givenTarget(reading) : targetOf(reading, cwd);
  return target === undefined ? undefined : Object.freeze({ name, origin, target, ...settings });
}

/** The constructors check what is left to check; their messages hold no value either. */
function targetOf(reading: DeclaredEntry, cwd: string): ServerTarget | undefined {
  try {
    return declaredTarget(reading, cwd);
  } catch (error) {
    if (!isFault(error, 'invalid_argument')) throw error;
    const { option } = error.details;
    reading.fail(typeof option === 'string' ? [option] : [], error.message.replace(/^\w+: (`\w+` )?/, ''));
    return undefined;
  }
}

function checkName(name: string, reading: DeclaredEntry): void {
  if (name === '' || name.trim() !== name)
    reading.fail([], 'the name must not be empty, nor begin or end with a space');
  if (name.length > MAX_NAME_CHARS) reading.fail([], `the name has more than ${MAX_NAME_CHARS} characters`);
  if (visibleText(name) !== name) reading.fail([], 'the name holds a character that cannot be seen');
}

function checkKeys(reading: DeclaredEntry, isGiven: boolean): void {
  for (const key of reading.keys()) {
    const refusal = REFUSED_KEYS.get(key);
    if (refusal !== undefined) reading.fail([key], refusal);
    else if (!isEntryKey(key) && !(isGiven && key === 'target')) {
      reading.warn(
        [key],
        'is no key that is known here, and has no effect (docs/config.md has a table of them)',
      );
    }
  }
}

function frozenList<List extends string[] | undefined>(list: List): Readonly<List> {
  return Object.freeze(list);
}
