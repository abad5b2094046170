import type { JsonObject, JsonValue } from '../../protocol/index.js';
import type { FileChange } from './file-change.js';
import { unifiedDiff } from './unified-diff.js';
import { visibleLines, visibleText } from './visible-text.js';

export interface Screen {
  readonly lines: readonly string[];
  /** Something was left out. */
  readonly isCut: boolean;
}

export interface ScreenOptions {
  /** Show everything, however long. */
  readonly isFull: boolean;
}

const MAX_LINES = 60;
const MAX_LINE_CHARS = 400;
const INDENT = '    ';

/** What a person gets to see of a call: the arguments one by one, and the change to a file as a unified diff. */
export function questionScreen(
  args: Readonly<JsonObject>,
  change: FileChange | undefined,
  { isFull }: ScreenOptions,
): Screen {
  const shown = change?.shown ?? [];
  const blocks = Object.entries(args).map(([name, value]) =>
    shown.includes(name) ? [`  ${visibleText(name)}: see the difference`] : argumentLines(name, value),
  );
  if (blocks.length === 0) blocks.push(['  (no arguments)']);
  if (change !== undefined) blocks.push(changeLines(change));
  return isFull ? { lines: blocks.flat(), isCut: false } : cut(blocks);
}

function argumentLines(name: string, value: JsonValue | undefined): string[] {
  const label = visibleText(name);
  if (typeof value !== 'string') return block(label, JSON.stringify(value, undefined, 2) ?? 'null');
  return value.includes('\n') ? block(label, value) : [`  ${label}: ${visibleText(value)}`];
}

function block(label: string, text: string): string[] {
  const [first = '', ...rest] = visibleLines(text);
  if (rest.length === 0) return [`  ${label}: ${first}`];
  return [`  ${label}:`, ...[first, ...rest].map((line) => INDENT + line)];
}

function changeLines({ path, before, after, remark }: FileChange): string[] {
  const diff = unifiedDiff(before, after);
  const head = [
    `  --- ${visibleText(path)}`,
    `  +++ ${visibleText(path)}${remark === undefined ? '' : ` (${remark})`}`,
  ];
  if (diff.length === 0) return [...head, '  (no difference)'];
  return [...head, ...diff.map((line) => `  ${visibleLines(line).join('\n  ')}`)];
}

/** Each block gets its share: no argument is pushed off the screen by a long one before it. */
function cut(blocks: readonly (readonly string[])[]): Screen {
  const share = shareOf(blocks);
  const shares = blocks.flatMap((block) => cutLines(block, share));
  // A share and the remark on what is left of it, for as many blocks as there are shares.
  const lines = cutLines(shares, 2 * MAX_LINES).map(cutLine);
  const isCut = blocks.some(({ length }) => length > share) || lines.some((line, at) => line !== shares[at]);
  return { lines, isCut };
}

/** As many lines for each block as fit on the screen; what a short one leaves goes to the others. At least one. */
function shareOf(blocks: readonly (readonly string[])[]): number {
  let share = MAX_LINES;
  const needed = (): number => blocks.reduce((sum, { length }) => sum + Math.min(length, share), 0);
  while (share > 1 && needed() > MAX_LINES) share -= 1;
  return share;
}

function cutLines(lines: readonly string[], max: number): readonly string[] {
  const left = lines.length - max;
  return left > 0 ? [...lines.slice(0, max), `  … ${left} more lines`] : lines;
}

function cutLine(line: string): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  return `${line.slice(0, MAX_LINE_CHARS)}… ${line.length - MAX_LINE_CHARS} more characters`;
}
