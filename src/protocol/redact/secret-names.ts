/**
 * What the name of a secret ends with, as words: `api key` stands for `apiKey`, `API_KEY`, `x-api-key`,
 * `openai_api_key`. Headers, JSON members, assignments and query parameters are all held against this list.
 */
const SECRET_WORDS = [
  'authorization',
  'cookie',
  'token',
  'secret',
  'password',
  'passwd',
  'passphrase',
  'api key',
  'private key',
  'secret key',
  'access key',
  'session id',
  'credential',
  'credentials',
  'client assertion',
  'code verifier',
] as const;

/** Names that are secret only as a whole. */
const SECRET_NAMES: readonly string[] = ['auth', 'pass', 'jwt'];

/** A progress token identifies a request and is no secret. */
const EXEMPT = 'progresstoken';

/** No ending is longer than this, so that a huge name costs no more than a small one. */
const LONGEST = 40;

const ENDINGS = SECRET_WORDS.map((words) => words.replace(' ', ''));

/** True when a header, member or parameter of this name holds a secret: case, `-` and `_` do not matter. */
export function isSecretName(name: string): boolean {
  const plain = name
    .slice(-LONGEST)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  if (plain.endsWith(EXEMPT)) return false;
  return SECRET_NAMES.includes(plain) || ENDINGS.some((ending) => plain.endsWith(ending));
}

const ENDING = SECRET_WORDS.map((words) => words.replace(' ', '[-_ ]?'))
  .map((pattern) => (pattern === 'token' ? '(?<!progress[-_ ]?)token' : pattern))
  .join('|');

/**
 * Source of a regular expression for such names in text that is not JSON, to be used with the flag `i`. Names
 * that are secret only as a whole count where they stand in quotes.
 */
export const SECRET_NAME_PATTERN = `(?:${ENDING})\\d{0,3}|(?<=["'])(?:${SECRET_NAMES.join('|')})(?=\\\\*["'])`;
