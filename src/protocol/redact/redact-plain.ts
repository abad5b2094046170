import { backslashesBefore } from '../json-text.js';
import { SECRET_NAME_PATTERN } from './secret-names.js';

/**
 * What stands in the place of a secret. None of the patterns here stops inside it, so redaction is
 * idempotent.
 */
export const REDACTED = '[redacted]';

// No credentials: the parameters of a challenge (RFC 6750 section 3), or another scheme that has its own.
const NO_CREDENTIALS =
  '(?!(?:realm|error|error_description|error_uri|scope|resource_metadata)\\s*=|(?:Bearer|DPoP|Basic)\\s)';
const CREDENTIALS = `${NO_CREDENTIALS}([^\\s"',;<>]+)`;
/** Also as it stands in a URL. */
const BLANK = '((?:\\s|%20)+)';
const BEARER = new RegExp(`\\b(Bearer|DPoP)${BLANK}${CREDENTIALS}`, 'gi');
const BASIC = new RegExp(`\\b(Basic)${BLANK}${CREDENTIALS}`, 'gi');

/** Up to the last `@` before the path: a password may contain one. Starts only at `://`, so it is linear. */
const USERINFO = /(:\/\/)[^\s/?#"'<>]+@/g;

/** Query parameters that are secret in a URL, though a member of that name need not be. */
const QUERY =
  /([?&](?:code|sig|signature|key|auth|jwt|assertion|x-amz-signature|x-amz-credential)=)[^\s&#"'<>]+/gi;

/** `--api-key VALUE` on a command line. */
const FLAG = new RegExp(`(--[a-z-]{0,40}(?:${SECRET_NAME_PATTERN})\\s+)[^\\s"'-][^\\s"']*`, 'gi');

/** A name, its closing quote if it has one (escaped when JSON is embedded in a string), and the separator. */
const ASSIGNMENT = new RegExp(`(${SECRET_NAME_PATTERN})\\\\*["']?\\s*(?:=>|[:=]+)\\s*`, 'gi');

/** Headers whose value goes on to the end of the line. */
const WHOLE_LINE = /^(?:authorization|cookie)$/i;

const QUOTE = /\\*["']/y;
const REST_OF_LINE = /[^\r\n]*/y;
const RUN = /(?:(?:Bearer|DPoP|Basic)\s+)*[^\s&"'<>]*/iy;

/** Hides secrets in text that is not JSON: log lines, header lines, URLs, pieces of JSON. Linear. */
export function redactPlain(text: string): string {
  return redactAssignments(text)
    .replace(FLAG, `$1${REDACTED}`)
    .replace(BEARER, redactBearer)
    .replace(BASIC, redactBasic)
    .replace(USERINFO, `$1${REDACTED}@`)
    .replace(QUERY, `$1${REDACTED}`);
}

/**
 * Prose about the schemes: "a bearer token is needed". A token may look like any word, so only these words stay, and none
 * of them is a secret that anybody would choose.
 */
const BEARER_PROSE = new RegExp(
  `^(?:${[
    'a|access|and|are|as|at|auth|authentication|authori[sz]ation|be|bound|but|by|can|cannot|challenges?|credentials?|does',
    'for|from|has|headers?|if|in|instead|is|may|methods?|must|nonces?|not|of|on|only|or|proofs?|required|schemes?|shall',
    'should|that|the|to|tokens?|types?|usage|values?|was|when|which|will|with|without',
  ].join('|')})[.:!?)]*$`,
  'i',
);

function redactBearer(match: string, scheme: string, blank: string, credentials: string): string {
  return BEARER_PROSE.test(credentials) ? match : `${scheme}${blank}${REDACTED}`;
}

/** "Basic" is also an English word: a plain word after it stays, unless it is Base64 of `user:password`. */
function redactBasic(match: string, scheme: string, blank: string, credentials: string): string {
  const isWord = /^[A-Za-z][a-z]*[.:!?)]*$/.test(credentials);
  return isWord && !isUserAndPassword(credentials) ? match : `${scheme}${blank}${REDACTED}`;
}

function isUserAndPassword(base64: string): boolean {
  try {
    return atob(base64).includes(':');
  } catch {
    return false;
  }
}

function redactAssignments(text: string): string {
  let redacted = '';
  let copied = 0;
  ASSIGNMENT.lastIndex = 0;
  for (let found = ASSIGNMENT.exec(text); found !== null; found = ASSIGNMENT.exec(text)) {
    const value = valueAt(text, ASSIGNMENT.lastIndex, WHOLE_LINE.test(found[1] ?? ''));
    if (value.end > value.start) {
      redacted += text.slice(copied, value.start) + REDACTED;
      copied = value.end;
    }
    ASSIGNMENT.lastIndex = Math.max(value.end, ASSIGNMENT.lastIndex);
  }
  return copied === 0 ? text : redacted + text.slice(copied);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The value that starts at `at`: what is in quotes, or a bracketed piece and the rest of the line or of the
 * word.
 */
function valueAt(text: string, at: number, isWholeLine: boolean): Span {
  const quote = matchEnd(QUOTE, text, at);
  if (quote !== at) return { start: quote, end: quotedEnd(text, quote) };
  const opener = text[at];
  const bracketed = opener === '{' || opener === '[' ? bracketEnd(text, at) : at;
  return { start: at, end: matchEnd(isWholeLine ? REST_OF_LINE : RUN, text, bracketed) };
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/**
 * Where a quoted value ends that starts at `start`, just after its quote. In JSON that is embedded `n` times
 * in strings a quote has 2^n - 1 backslashes; it closes the value when it belongs to the same level or to one
 * further out.
 */
function quotedEnd(text: string, start: number): number {
  const quote = text[start - 1] ?? '';
  const level = quoteLevel(backslashesBefore(text, start - 1));
  for (let at = text.indexOf(quote, start); at !== -1; at = text.indexOf(quote, at + 1)) {
    const backslashes = Math.min(backslashesBefore(text, at), at - start);
    const found = quoteLevel(backslashes);
    if (found <= level) return at - found;
  }
  return text.length;
}

/** Backslashes that belong to the quote itself: 0, 1, 3, 7…; the others are escaped backslashes before it. */
function quoteLevel(backslashes: number): number {
  let own = 0;
  while (backslashes % (2 * own + 2) !== own) own = 2 * own + 1;
  return own;
}

/**
 * Where the bracket that opens at `open` is closed. Quotes are not looked at: hiding too much does no harm.
 */
function bracketEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const char = text[at];
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    if (depth === 0) return at + 1;
  }
  return text.length;
}
