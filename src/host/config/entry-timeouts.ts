import { isJsonObject } from '../../protocol/index.js';
import type { KeyPath } from './config-document.js';
import type { TimeoutMeaning } from './config-format.js';
import { type DeclaredEntry, kindOf } from './declared-entry.js';
import type { ServerEntry } from './server-entry.js';

type Timeouts = Pick<ServerEntry, 'startupMs' | 'requestMs'>;

const DEFAULTS: Timeouts = { startupMs: 60_000, requestMs: undefined };
const MS_PER_SECOND = 1000;
const PARTS: readonly string[] = ['startup', 'request'];

/** The time budgets that `timeout` asks for, in milliseconds. */
export function entryTimeouts(reading: DeclaredEntry, meaning: TimeoutMeaning): Timeouts {
  const value = reading.raw('timeout');
  if (value === undefined) return DEFAULTS;
  if (meaning === 'none') {
    reading.warn(['timeout'], 'has no effect: the program whose file this is does not say what it means');
    return DEFAULTS;
  }
  if (meaning === 'request-milliseconds') {
    return { ...DEFAULTS, requestMs: duration(reading, ['timeout'], value, 'milliseconds') };
  }
  if (isJsonObject(value)) return parts(reading, value);
  return { ...DEFAULTS, startupMs: seconds(reading, ['timeout'], value) ?? DEFAULTS.startupMs };
}

function parts(reading: DeclaredEntry, value: Readonly<Record<string, unknown>>): Timeouts {
  for (const key of Object.keys(value)) {
    if (!PARTS.includes(key))
      reading.warn(['timeout', key], 'has no effect: `timeout` has startup and request');
  }
  const { startup, request } = value;
  return {
    startupMs: seconds(reading, ['timeout', 'startup'], startup) ?? DEFAULTS.startupMs,
    requestMs: seconds(reading, ['timeout', 'request'], request),
  };
}

function seconds(reading: DeclaredEntry, path: KeyPath, value: unknown): number | undefined {
  const given = duration(reading, path, value, 'seconds');
  return given === undefined ? undefined : Math.max(1, Math.round(given * MS_PER_SECOND));
}

function duration(reading: DeclaredEntry, path: KeyPath, value: unknown, unit: string): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value > 0 && Number.isFinite(value)) return value;
  const what = typeof value === 'number' ? 'this number' : kindOf(value);
  reading.fail(path, `must be a number of ${unit} above 0, not ${what}`);
  return undefined;
}
