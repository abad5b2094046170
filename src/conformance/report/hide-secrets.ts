import { isSecretName } from '../../protocol/index.js';

/** Shorter values are words that stand everywhere, unless their name says that they are secret. */
const MIN_CHARS = 8;
const MIN_NAMED_CHARS = 4;
/** A secret that was cut off at the end of an excerpt is hidden from so many characters on. */
const MIN_CUT_CHARS = 6;
const HIDDEN = '[redacted]';

/** What the caller gave that must not come back in a report: values of headers or variables, whole and by word. */
export function secretsIn(given: Readonly<Record<string, string>>): readonly string[] {
  const secrets = Object.entries(given).flatMap(([name, value]) => {
    const least = isSecretName(name) ? MIN_NAMED_CHARS : MIN_CHARS;
    // `Bearer abc`: a server may repeat the credentials without their scheme.
    return [value, ...value.split(/\s+/).slice(1)].filter((text) => text.length >= least);
  });
  return [...new Set(secrets)];
}

/** A function that gives back the same value with the secrets in its strings hidden, however they are written there. */
export function secretHider(secrets: readonly string[]): <T>(value: T) => T {
  if (secrets.length === 0) return (value) => value;
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((left, right) => right.length - left.length);
  const pattern = new RegExp(forms.map(escapePattern).join('|'), 'g');
  const hide = (text: string): string => withoutCut(text.replace(pattern, HIDDEN), forms);
  return (value) => mapStrings(value, hide) as typeof value;
}

/** As it is, inside a JSON string, that again inside a string, and in a URL. */
function formsOf(secret: string): string[] {
  const once = JSON.stringify(secret).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  // Unlike encodeURIComponent it takes every string.
  const inUrl = new URLSearchParams([['', secret]]).toString().slice(1);
  return [secret, once, twice, inUrl, inUrl.replaceAll('+', '%20')];
}

function withoutCut(text: string, forms: readonly string[]): string {
  for (const form of forms) {
    for (let length = Math.min(form.length - 1, text.length); length >= MIN_CUT_CHARS; length -= 1) {
      if (text.endsWith(form.slice(0, length))) return `${text.slice(0, -length)}${HIDDEN}`;
    }
  }
  return text;
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapStrings(member, map)]));
}
