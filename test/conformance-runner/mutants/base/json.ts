/** A JSON object of a message. */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The member of an object that is itself an object; `{}` when it is not. */
export const objectAt = (value: unknown, key: string): Json => {
  const member = isObject(value) ? value[key] : undefined;
  return isObject(member) ? member : {};
};
