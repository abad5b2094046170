const INSPECT = Symbol.for('nodejs.util.inspect.custom');
const MASK = '***';

/**
 * Names with secret values, frozen. Printing it, as `console.log` does with whatever holds it, shows the names only.
 * `JSON.stringify` writes the values: that is how they get into a config file.
 */
export function secretRecord(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const record = { ...values };
  const masked = Object.fromEntries(Object.keys(record).map((name) => [name, MASK]));
  Object.defineProperty(record, INSPECT, { value: () => masked });
  return Object.freeze(record);
}
