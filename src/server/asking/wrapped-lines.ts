/** Continued lines begin further in than anything of ours, so that none can pass for a line of ours. */
const CONTINUED = '        ';
/** Where a terminal does not say how wide it is, or is too narrow to be read. */
const USUAL_COLUMNS = 80;
const LEAST_COLUMNS = 20;
const TAB_COLUMNS = 8;

/**
 * One line as a terminal of so many columns shows it without breaking it by itself: where it did, the text of a model would
 * begin at the left edge, and could draw a question of its own there. Undefined for what is no terminal: nothing is broken.
 */
export function wrappedLine(line: string, columns: number | undefined): string[] {
  if (columns === undefined) return [line];
  const room = (columns < LEAST_COLUMNS ? USUAL_COLUMNS : columns) - 1;
  if (line.length <= room && /^[\x20-\x7e]*$/.test(line)) return [line];
  const lines: string[] = [];
  let text = '';
  let used = 0;
  for (const char of line) {
    const width = widthOf(char);
    if (used + width > room) {
      lines.push(text);
      text = CONTINUED;
      used = CONTINUED.length;
    }
    text += char;
    used += width;
  }
  return [...lines, text];
}

/** At most; a line that is broken too early harms nobody. */
function widthOf(char: string): number {
  if (char === '\t') return TAB_COLUMNS;
  return char <= '\x7e' ? 1 : 2;
}
