// Finds the requirement keywords of one page of the specification, each with the heading it stands under.

/** Every spelling counts once; "MUST NOT" is one keyword, also across a line break or between bold marks. */
const KEYWORD =
  /\b(?:MUST(?:\*\*)?\s+(?:\*\*)?NOT|MUST|SHALL(?:\*\*)?\s+(?:\*\*)?NOT|SHALL|SHOULD(?:\*\*)?\s+(?:\*\*)?NOT|SHOULD|NOT\s+RECOMMENDED|RECOMMENDED|REQUIRED)\b/g;

const FENCE = /^\s*```/;
const HEADING = /^#+\s+(.*)$/;

/**
 * The four levels of the manifests: SHALL and REQUIRED are MUST, RECOMMENDED is SHOULD.
 *
 * @param {string} keyword
 */
function levelOf(keyword) {
  const isNegative = /\bNOT\b/.test(keyword);
  const strength = /MUST|SHALL|REQUIRED/.test(keyword) ? 'MUST' : 'SHOULD';
  return isNegative ? `${strength} NOT` : strength;
}

/**
 * The address of a heading, as the published pages spell it.
 *
 * @param {string} heading
 */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[`*$_(),.'?]/g, '')
    .replace(/:(?=\s|$)/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9-]/g, encodeURIComponent);
}

/**
 * Blank lines in the place of code blocks, so that line numbers stay.
 *
 * @param {string[]} lines
 */
function withoutCode(lines) {
  let isCode = false;
  return lines.map((line) => {
    if (!FENCE.test(line)) return isCode ? '' : line;
    isCode = !isCode;
    return '';
  });
}

/**
 * The page cut at its headings; a heading that stands again gets a number.
 *
 * @param {string[]} lines
 */
function sections(lines) {
  let section = { anchor: '', firstLine: 1, lines: /** @type {string[]} */ ([]) };
  const found = [section];
  const seen = new Map();
  for (const [index, line] of lines.entries()) {
    const heading = HEADING.exec(line)?.[1];
    if (heading === undefined) {
      section.lines.push(line);
      continue;
    }
    const anchor = anchorOf(heading);
    const count = (seen.get(anchor) ?? 0) + 1;
    seen.set(anchor, count);
    section = { anchor: count === 1 ? anchor : `${anchor}-${count}`, firstLine: index + 2, lines: [] };
    found.push(section);
  }
  return found;
}

/**
 * @param {string} page the text of one page (MDX)
 * @returns {string[]} the addresses of its headings; the first is '', for the page itself.
 */
export function anchorsIn(page) {
  return sections(withoutCode(page.split('\n'))).map(({ anchor }) => anchor);
}

/**
 * @param {string} page the text of one page (MDX)
 * @returns {{ anchor: string, level: string, line: number }[]} in the order of the page; the anchor is '' above the
 * first heading. A keyword in quotes is mentioned, not used: the page that explains the keywords has these.
 */
export function findKeywords(page) {
  return sections(withoutCode(page.split('\n'))).flatMap(({ anchor, firstLine, lines }) => {
    const text = lines.join('\n');
    return [...text.matchAll(KEYWORD)]
      .filter(({ index }) => text[index - 1] !== '"')
      .map(({ 0: keyword, index }) => ({
        anchor,
        level: levelOf(keyword),
        line: firstLine + text.slice(0, index).split('\n').length - 1,
      }));
  });
}
