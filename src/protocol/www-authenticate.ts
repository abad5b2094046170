/** One challenge of a `WWW-Authenticate` header. */
export interface Challenge {
  /** As the server wrote it; compare without regard to case. */
  readonly scheme: string;
  /** Parameter names in lower case. Of two with one name the first counts. */
  readonly params: Readonly<Record<string, string>>;
  /** The form that some schemes have in place of parameters. */
  readonly token68?: string;
}

/**
 * Reads a `WWW-Authenticate` header: any number of challenges, each with a token68 or with parameters. Several header
 * lines are joined with ", " first. Never throws; what cannot be read is skipped up to the next comma. Beyond the
 * grammar, an unquoted value may hold any character but comma, quote and whitespace, because servers send bare URLs.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
 */
export function parseChallenges(headerValue: string): Challenge[] {
  const challenges: Challenge[] = [];
  let params: Map<string, string> | undefined;
  let scheme = '';
  let token68: string | undefined;
  const finish = (): void => {
    if (params === undefined) return;
    const challenge = { scheme, params: Object.fromEntries(params) };
    challenges.push(token68 === undefined ? challenge : { ...challenge, token68 });
    token68 = undefined;
  };
  for (const element of splitElements(headerValue)) {
    const param = PARAM.exec(element);
    if (param !== null) {
      addParam(params, param);
      continue;
    }
    const opening = OPENING.exec(element);
    if (opening === null) continue;
    finish();
    scheme = opening[1] ?? '';
    params = new Map();
    const rest = opening[2] ?? '';
    const first = PARAM.exec(rest);
    if (first !== null) addParam(params, first);
    else if (TOKEN68.test(rest)) token68 = rest;
  }
  finish();
  return challenges;
}

/** auth-param = token BWS "=" BWS ( token / quoted-string ). RFC 9110 section 11.2 */
const PARAM = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"?|([^\s",=][^\s",]*))/s;
/** auth-scheme [ 1*SP ( token68 / first auth-param ) ] */
const OPENING = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:[ \t]+(.*))?$/s;
const TOKEN68 = /^[A-Za-z0-9._~+/-]+=*$/;

function addParam(
  params: Map<string, string> | undefined,
  [, name = '', quoted, plain = '']: RegExpExecArray,
): void {
  const key = name.toLowerCase();
  if (params === undefined || params.has(key)) return;
  params.set(key, quoted === undefined ? plain : quoted.replace(/\\(.)/gs, '$1'));
}

/** The parts between commas that stand outside of quotes, without the blanks around them. */
function splitElements(text: string): string[] {
  const elements: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted && character === '\\') {
      at += 1;
    } else if (character === '"') {
      isQuoted = !isQuoted;
    } else if (character === ',' && !isQuoted) {
      elements.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  elements.push(text.slice(start).trim());
  return elements.filter((element) => element !== '');
}
