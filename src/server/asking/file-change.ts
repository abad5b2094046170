import type { JsonObject, JsonValue } from '../../protocol/index.js';
import { isJsonObject } from '../../protocol/index.js';

/** What a file holds now. */
export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  /** It is there and cannot be shown; `why` says so in a few words. */
  | { readonly kind: 'unreadable'; readonly why: string };

export type ReadFileText = (path: string) => Promise<FileText>;

/** What a call would make of a file. */
export interface FileChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** What a person should know about the comparison. */
  readonly remark: string | undefined;
  /** The arguments that the comparison shows: they need not be shown again. */
  readonly shown: readonly string[];
}

interface Replacement {
  readonly old: string;
  readonly new: string;
  readonly isForAll: boolean;
}

type ChangeOf = (args: JsonObject, path: string, read: ReadFileText) => Promise<FileChange | undefined>;

/** The tools of agent CLIs that are known to write files, by name. */
const CHANGES: Readonly<Record<string, ChangeOf>> = {
  Write: written,
  Edit: (args, path, read) => edited([args], path, read, ['old_string', 'new_string']),
  MultiEdit: (args, path, read) =>
    Array.isArray(args['edits']) ? edited(args['edits'], path, read, ['edits']) : Promise.resolve(undefined),
};

/** The change that a call would make to a file; undefined for tools that are not known to change one. */
export async function fileChange(
  tool: string,
  args: JsonObject,
  read: ReadFileText,
): Promise<FileChange | undefined> {
  const change = Object.hasOwn(CHANGES, tool) ? CHANGES[tool] : undefined;
  const path = args['file_path'];
  if (change === undefined || typeof path !== 'string' || path === '') return undefined;
  return change(args, path, read);
}

async function written(args: JsonObject, path: string, read: ReadFileText): Promise<FileChange | undefined> {
  const { content } = args;
  if (typeof content !== 'string') return undefined;
  const current = await read(path);
  return {
    path,
    before: current.kind === 'text' ? current.text : '',
    after: content,
    remark: WRITE_REMARKS[current.kind](current),
    shown: ['content'],
  };
}

const WRITE_REMARKS: Readonly<Record<FileText['kind'], (file: FileText) => string | undefined>> = {
  text: () => undefined,
  absent: () => 'a new file',
  unreadable: (file) =>
    `there is a file already, and what it holds cannot be shown: ${file.kind === 'unreadable' ? file.why : ''}`,
};

async function edited(
  edits: readonly (JsonValue | undefined)[],
  path: string,
  read: ReadFileText,
  shown: readonly string[],
): Promise<FileChange | undefined> {
  const replacements = edits.map(replacementOf);
  if (!replacements.every((replacement) => replacement !== undefined)) return undefined;
  const current = await read(path);
  const before = current.kind === 'text' ? current.text : undefined;
  const after = before === undefined ? undefined : replaced(before, replacements);
  if (before !== undefined && after !== undefined) return { path, before, after, remark: undefined, shown };
  return {
    path,
    before: replacements.map((replacement) => replacement.old).join('\n'),
    after: replacements.map((replacement) => replacement.new).join('\n'),
    remark:
      before === undefined
        ? 'only the parts: the file cannot be shown'
        : 'only the parts: not found in the file',
    // Parts one below the other may come out the same although each is changed: one loses a line, the next gets it.
    shown: replacements.length > 1 ? [] : shown,
  };
}

function replacementOf(edit: JsonValue | undefined): Replacement | undefined {
  if (!isJsonObject(edit)) return undefined;
  const { old_string: old, new_string: replacement, replace_all: isForAll } = edit;
  if (typeof old !== 'string' || typeof replacement !== 'string') return undefined;
  return { old, new: replacement, isForAll: isForAll === true };
}

/** Undefined when something that is to be replaced is not there. */
function replaced(text: string, replacements: readonly Replacement[]): string | undefined {
  let result = text;
  for (const { old, new: replacement, isForAll } of replacements) {
    if (old === '' || !result.includes(old)) return undefined;
    // Not by pattern: `$&` in what a model writes is text.
    result = isForAll ? result.split(old).join(replacement) : replacedOnce(result, old, replacement);
  }
  return result;
}

function replacedOnce(text: string, old: string, replacement: string): string {
  const at = text.indexOf(old);
  return text.slice(0, at) + replacement + text.slice(at + old.length);
}
