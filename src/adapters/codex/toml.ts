import type { JsonValue } from '../../protocol/index.js';

/**
 * A value as TOML, on one line. What JSON escapes in a string TOML reads as well; DEL is the one character that only TOML
 * wants escaped.
 *
 * @see https://toml.io/en/v1.0.0#string
 */
export function tomlValue(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => `${tomlString(key)}=${tomlValue(member ?? '')}`).join(',')}}`;
  }
  return typeof value === 'string' ? tomlString(value) : String(value);
}

function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll('\x7f', '\\u007f');
}
