// Finds the requirement keywords of one page of the specification, each with the heading it stands under.

/** Every spelling counts once; "MUST NOT" is one keyword, also across a line break or between bold marks. */
const KEYWORD =
  /\b(?:MUST(?:\*\*)?\s+(?:\*\*)?NOT|MUST|SHALL(?:\*\*)?\s+(?:\*\*)?NOT|SHALL|SHOULD(?:\*\*)?\s+(?:\*\*)?NOT|SHOULD|NOT\s+RECOMMENDED|RECOMMENDED|REQUIRED)\b/g;

const FENCE = /^\s*```/;
const HEADING = /^#+\s+(.*)$/;

/** The four levels of the manifests: SHALL and REQUIRED are MUST, RECOMMENDED is SHOULD. */
function levelOf(keyword) {
  const isNegative = /\bNOT\b/.test(keyword);
  const strength = /MUST|SHALL|REQUIRED/.test(keyword) ? 'MUST' : 'SHOULD';
  return isNegative ? `${strength} NOT` : strength;
}

/** The address of a heading, as the published pages spell it. */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[`*$_(),.'?]/g, '')
    .replace(/:(?=\s|$)/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9-]/g, encodeURIComponent);
}

/** Blank lines in the place of code blocks, so that line numbers stay. */
function withoutCode(lines) {
  let isCode = false;
  return lines.map((line) => {
    if (!FENCE.test(line)) return isCode ? '' : line;
    isCode = !isCode;
    return '';
  });
}

function sections(lines) {
  const found = [{ anchor: '', firstLine: 1, lines: [] }];
  const seen = new Map();
  lines.forEach((line, index) => {
    const heading = HEADING.exec(line)?.[1];
    if (heading === undefined) {
      found.at(-1).lines.push(line);
      return;
    }
    const anchor = anchorOf(heading);
    const count = (seen.get(anchor) ?? 0) + 1;
    seen.set(anchor, count);
    const firstLine = index + 2;
    found.push({ anchor: count === 1 ? anchor : `${anchor}-${count}`, firstLine, lines: [] });
  });
  return found;
}

/** A keyword in quotes is mentioned, not used: the page that explains the keywords has these. */
const isMentioned = (text, at) => text[at - 1] === '"';

/**
 * @param {string} page the text of one page (MDX)
 * @returns {{ anchor: string, level: string, line: number }[]} in the order of the page; the anchor is '' above the
 * first heading
 */
export function findKeywords(page) {
  return sections(withoutCode(page.split('\n'))).flatMap(({ anchor, firstLine, lines }) => {
    const text = lines.join('\n');
    return [...text.matchAll(KEYWORD)]
      .filter(({ index }) => !isMentioned(text, index))
      .map(({ 0: keyword, index }) => ({
        anchor,
        level: levelOf(keyword),
        line: firstLine + text.slice(0, index).split('\n').length - 1,
      }));
  });
}
