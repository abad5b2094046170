import { nodeBuiltin } from '../../transport/index.js';
import type { FileText } from './file-change.js';

/** More is not compared line by line on a terminal. */
const MAX_BYTES = 1024 * 1024;

/**
 * The text of a file on this machine, for a person to compare with. A model names the path: only regular files are
 * opened, because reading a pipe or a device might never end.
 */
export async function readFileText(path: string): Promise<FileText> {
  const { readFile, stat } = nodeBuiltin('node:fs/promises');
  // The agent may work in another folder, where another file has this name.
  if (!nodeBuiltin('node:path').isAbsolute(path)) return { kind: 'unreadable', why: 'its path is relative' };
  try {
    const found = await stat(path);
    if (!found.isFile()) return { kind: 'unreadable', why: 'it is no regular file' };
    if (found.size > MAX_BYTES) return { kind: 'unreadable', why: `it has ${found.size} bytes` };
    const bytes = await readFile(path);
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { kind: 'absent' };
    return { kind: 'unreadable', why: codeOf(error) ?? 'it is no text' };
  }
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : undefined;
  // What a decoder throws has a code, too, which says nothing to a person.
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) ? code : undefined;
}
