/** One line of a comparison: kept, removed or added. */
export interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

export interface DiffOptions {
  /** Unchanged lines around each change. Default 3. */
  readonly context?: number;
}

/** Beyond this many changed lines the shortest way is not looked for: everything old goes, everything new comes. */
const MAX_CHANGES = 1000;

/**
 * The lines of two texts as one list, with as few changes as possible.
 *
 * E. W. Myers, "An O(ND) difference algorithm and its variations", 1986.
 */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const start = commonPrefix(before, after);
  const end = commonSuffix(before.slice(start), after.slice(start));
  const oldMiddle = before.slice(start, before.length - end);
  const newMiddle = after.slice(start, after.length - end);
  return [
    ...marked(' ', before.slice(0, start)),
    ...diffMiddle(oldMiddle, newMiddle),
    ...marked(' ', before.slice(before.length - end)),
  ];
}

/**
 * A unified diff without file headers; empty when nothing changes. A last line without line end is told apart by the
 * usual remark.
 */
export function unifiedDiff(before: string, after: string, { context = 3 }: DiffOptions = {}): string[] {
  const lines = diffLines(linesOf(before), linesOf(after));
  return hunksOf(lines, context).flatMap((hunk) => [hunk.head, ...hunk.lines.flatMap(written)]);
}

/** Lines with their line ends, so that a missing one at the end is a difference. */
function linesOf(text: string): string[] {
  return text === '' ? [] : (text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
}

function written({ mark, text }: DiffLine): string[] {
  if (text.endsWith('\n')) return [`${mark}${text.slice(0, -1)}`];
  return [`${mark}${text}`, '\\ No newline at end of file'];
}

function marked(mark: DiffLine['mark'], texts: readonly string[]): DiffLine[] {
  return texts.map((text) => ({ mark, text }));
}

function commonPrefix(a: readonly string[], b: readonly string[]): number {
  const max = Math.min(a.length, b.length);
  let length = 0;
  while (length < max && a[length] === b[length]) length += 1;
  return length;
}

function commonSuffix(a: readonly string[], b: readonly string[]): number {
  const max = Math.min(a.length, b.length);
  let length = 0;
  while (length < max && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
}

function diffMiddle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const trace = a.length === 0 || b.length === 0 ? undefined : searchTrace(a, b);
  if (trace === undefined) return [...marked('-', a), ...marked('+', b)];
  return walkBack(a, b, trace);
}

/** How far each diagonal was reached after 0, 1, 2… changes; undefined when it takes too many. */
function searchTrace(a: readonly string[], b: readonly string[]): Int32Array[] | undefined {
  const max = Math.min(a.length + b.length, MAX_CHANGES);
  const reach = new Int32Array(2 * max + 3);
  const trace: Int32Array[] = [];
  for (let changes = 0; changes <= max; changes += 1) {
    trace.push(reach.slice());
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = stepTo(reach, max, diagonal, changes);
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      reach[max + 1 + diagonal] = x;
      if (x >= a.length && x - diagonal >= b.length) return trace;
    }
  }
  return undefined;
}

/** Where a diagonal begins: a line down from the diagonal above it, or one right from the diagonal below. */
function stepTo(reach: Int32Array, max: number, diagonal: number, changes: number): number {
  const below = reach[max + diagonal] ?? 0;
  const above = reach[max + 2 + diagonal] ?? 0;
  return comesFromAbove(below, above, diagonal, changes) ? above : below + 1;
}

function comesFromAbove(below: number, above: number, diagonal: number, changes: number): boolean {
  return diagonal === -changes || (diagonal !== changes && below < above);
}

function walkBack(a: readonly string[], b: readonly string[], trace: readonly Int32Array[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let x = a.length;
  let y = b.length;
  for (let changes = trace.length - 1; changes >= 0; changes -= 1) {
    const reach = trace[changes] ?? new Int32Array(0);
    const max = (reach.length - 3) / 2;
    const diagonal = x - y;
    const below = reach[max + diagonal] ?? 0;
    const above = reach[max + 2 + diagonal] ?? 0;
    const isDown = comesFromAbove(below, above, diagonal, changes);
    const previousDiagonal = isDown ? diagonal + 1 : diagonal - 1;
    const previousX = changes === 0 ? 0 : isDown ? above : below;
    const previousY = changes === 0 ? 0 : previousX - previousDiagonal;
    while (x > previousX && y > previousY) {
      x -= 1;
      y -= 1;
      lines.push({ mark: ' ', text: a[x] ?? '' });
    }
    if (changes === 0) break;
    lines.push(isDown ? { mark: '+', text: b[previousY] ?? '' } : { mark: '-', text: a[previousX] ?? '' });
    x = previousX;
    y = previousY;
  }
  return lines.reverse();
}

interface Hunk {
  readonly head: string;
  readonly lines: readonly DiffLine[];
}

function hunksOf(lines: readonly DiffLine[], context: number): Hunk[] {
  const hunks: Hunk[] = [];
  let oldAt = 1;
  let newAt = 1;
  let at = 0;
  for (const [start, end] of changedRanges(lines, context)) {
    for (; at < start; at += 1) {
      oldAt += 1;
      newAt += 1;
    }
    const part = lines.slice(start, end);
    const oldCount = part.filter(({ mark }) => mark !== '+').length;
    const newCount = part.filter(({ mark }) => mark !== '-').length;
    hunks.push({ head: `@@ -${range(oldAt, oldCount)} +${range(newAt, newCount)} @@`, lines: part });
    oldAt += oldCount;
    newAt += newCount;
    at = end;
  }
  return hunks;
}

/** GNU diffutils, "Detailed Description of Unified Format": an empty range names the line before it. */
function range(start: number, count: number): string {
  if (count === 0) return `${start - 1},0`;
  return count === 1 ? String(start) : `${start},${count}`;
}

/** The parts of the list that hold changes, each with its context; those that touch are one. */
function changedRanges(lines: readonly DiffLine[], context: number): [number, number][] {
  const ranges: [number, number][] = [];
  lines.forEach(({ mark }, index) => {
    if (mark === ' ') return;
    const start = Math.max(0, index - context);
    const end = Math.min(lines.length, index + context + 1);
    const last = ranges.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = end;
    else ranges.push([start, end]);
  });
  return ranges;
}
