const INSPECT = Symbol.for('nodejs.util.inspect.custom');
const MASK = '***';

/**
 * Names with secret values, frozen. Printing it, as `console.log` does with whatever holds it, shows the names only.
 * `JSON.stringify` writes the values: that is how they get into a config file.
 */
export function secretRecord(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const record = { ...values };
  const shown = masked(record);
  Object.defineProperty(record, INSPECT, { value: () => shown });
  return Object.freeze(record);
}

/** The names of a record, without the values. */
export function masked(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(record).map((name) => [name, MASK]));
}
