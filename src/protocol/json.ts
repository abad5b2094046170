/** Any JSON value. `bigint` stands for an integer whose digits a double cannot hold (ids and tokens only). */
export type JsonValue = string | number | bigint | boolean | null | JsonArray | JsonObject;
export type JsonArray = JsonValue[];
export type JsonObject = { [key: string]: JsonValue | undefined };

/** True for a JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
