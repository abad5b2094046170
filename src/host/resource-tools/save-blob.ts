import { Fault } from '../../protocol/index.js';
import { nodeBuiltin } from '../../transport/index.js';

export interface BlobToSave {
  /** Base64. */
  readonly blob: string;
  readonly mimeType: string | undefined;
}

/** Endings of the types that people open by a click; everything else is `.bin`. */
const ENDINGS: Readonly<Record<string, string>> = {
  'application/gzip': '.gz',
  'application/json': '.json',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'audio/mpeg': '.mp3',
  'audio/wav': '.wav',
  'image/gif': '.gif',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/svg+xml': '.svg',
  'image/webp': '.webp',
  'text/plain': '.txt',
  'video/mp4': '.mp4',
};

/** Base64 without the line ends of MIME, which count for nothing. */
export function withoutSpace(blob: string): string {
  return /\s/.test(blob) ? blob.replace(/\s+/g, '') : blob;
}

/** Whether text without white space is Base64, of either alphabet, padded or not. Node would decode anything. */
export function isBase64(blob: string): boolean {
  const padding = /={0,2}$/.exec(blob.slice(-2))?.[0].length ?? 0;
  const isWhole = padding > 0 ? blob.length % 4 === 0 : blob.length % 4 !== 1;
  return isWhole && !/[^\w+/-]/.test(blob.slice(0, blob.length - padding));
}

/** How many bytes Base64 without white space stands for, without decoding it. */
export function blobBytes(blob: string): number {
  return Math.floor((blob.length * 3) / 4) - (blob.endsWith('==') ? 2 : Number(blob.endsWith('=')));
}

/**
 * Saves a blob as a new file that only this user can read (0600), in a folder that is made if it is not there (0700).
 * Nothing of the name of the file comes from the server but the kind that its MIME type stands for.
 *
 * @returns the path
 * @throws Fault (as a rejection) `output_unwritable`, `platform_missing`
 */
export async function saveBlob(folder: string, { blob, mimeType }: BlobToSave): Promise<string> {
  const { mkdir, writeFile } = nodeBuiltin('node:fs/promises');
  const { join } = nodeBuiltin('node:path');
  const path = join(folder, `resource-${globalThis.crypto.randomUUID()}${endingOf(mimeType)}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // `wx`: never onto a file, or through a link, that somebody else put there.
    await writeFile(path, nodeBuiltin('node:buffer').Buffer.from(blob, 'base64'), {
      mode: 0o600,
      flag: 'wx',
    });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new Fault('output_unwritable', `A resource could not be saved as ${path} (${code}).`, { cause });
  }
  return path;
}

/**
 * Saves a blob in a folder below another one. None of the folders between may be a link: they come with a project, which
 * could lead what a server says to anywhere.
 *
 * @throws Fault (as a rejection) `output_unwritable`, `platform_missing`
 */
export async function saveBlobIn(
  base: string,
  folders: readonly string[],
  content: BlobToSave,
): Promise<string> {
  const { lstat, mkdir } = nodeBuiltin('node:fs/promises');
  const { join } = nodeBuiltin('node:path');
  let folder = base;
  for (const name of folders) {
    folder = join(folder, name);
    await mkdir(folder, { mode: 0o700 }).catch(() => {});
    const found = await lstat(folder).catch(() => undefined);
    if (found?.isSymbolicLink() === true) {
      const message = `A resource is not saved below ${folder}, which is a link. Set \`outputFolder\` to save elsewhere.`;
      throw new Fault('output_unwritable', message);
    }
  }
  return saveBlob(folder, content);
}

function endingOf(mimeType: string | undefined): string {
  const type = mimeType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return Object.hasOwn(ENDINGS, type) ? (ENDINGS[type] ?? '.bin') : '.bin';
}
