import { nodeBuiltin } from '../../transport/index.js';

export type ConfigText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'problem'; readonly message: string };

const UTF_16_MARKS: readonly string[] = ['fffe', 'feff'];

/**
 * Reads a file as text, without its byte order mark. Never more than `maxBytes` of it, whatever it is.
 *
 * @param takes `file` where others than the user decide what is at the path: a link to a terminal never comes to an end.
 */
export async function readConfigText(
  path: string,
  maxBytes: number,
  takes: 'anything' | 'file' = 'anything',
): Promise<ConfigText> {
  if (takes === 'file' && (await isDevice(path))) return { kind: 'problem', message: DEVICE };
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    // One byte more than allowed tells that there is more. A pipe has no size that could be asked for.
    const stream = nodeBuiltin('node:fs').createReadStream(path, { end: maxBytes });
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    return unreadable(error);
  }
  if (bytes > maxBytes) return { kind: 'problem', message: tooLarge(maxBytes) };
  return decoded(chunks);
}

const DEVICE = 'This is a pipe or a device, and is not read: put a file there.';

async function isDevice(path: string): Promise<boolean> {
  try {
    const found = await nodeBuiltin('node:fs/promises').stat(path);
    return !found.isFile() && !found.isDirectory();
  } catch {
    // What is wrong with it shows when it is read.
    return false;
  }
}

function unreadable(error: unknown): ConfigText {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'an unknown error';
  // ENOTDIR: where the folder should be there is a file, so there is none in it.
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
  return { kind: 'problem', message: `The file cannot be read (${code}). Look at its permissions.` };
}

function tooLarge(maxBytes: number): string {
  return (
    `The file has more than ${maxBytes.toLocaleString('en')} bytes, the limit configFileBytes. ` +
    'Raise it in `limits` if the size is meant.'
  );
}

function decoded(chunks: readonly Uint8Array[]): ConfigText {
  const bytes = nodeBuiltin('node:buffer').Buffer.concat(chunks);
  if (UTF_16_MARKS.includes(bytes.subarray(0, 2).toString('hex'))) {
    return { kind: 'problem', message: 'The file is UTF-16. Save it as UTF-8.' };
  }
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { kind: 'problem', message: 'The file is not valid UTF-8. Save it as UTF-8.' };
  }
}
