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
  const lines = Object.entries(args).flatMap(([name, value]) =>
    shown.includes(name) ? [`  ${visibleText(name)}: see the difference`] : argumentLines(name, value),
  );
  if (lines.length === 0) lines.push('  (no arguments)');
  if (change !== undefined) lines.push(...changeLines(change));
  return isFull ? { lines, isCut: false } : cut(lines);
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

function cut(lines: readonly string[]): Screen {
  const kept = lines.slice(0, MAX_LINES).map(cutLine);
  const isCut = lines.length > MAX_LINES || kept.some((line, index) => line !== lines[index]);
  const left = lines.length - MAX_LINES;
  return { lines: left > 0 ? [...kept, `  … ${left} more lines`] : kept, isCut };
}

function cutLine(line: string): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  return `${line.slice(0, MAX_LINE_CHARS)}… ${line.length - MAX_LINE_CHARS} more characters`;
}
