import { nodeBuiltin } from '../../transport/index.js';

export type ConfigText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'problem'; readonly message: string };

const UTF_16_MARKS: readonly string[] = ['fffe', 'feff'];

/** Reads a file as text, without its byte order mark. Never more than `maxBytes` of it, whatever it is. */
export async function readConfigText(path: string, maxBytes: number): Promise<ConfigText> {
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
