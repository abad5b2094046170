// The programs in a page of documentation, and running one as a reader would who copies it.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/** The text of a page, by its path below the root. */
export function pageText(...path: string[]): string {
  return readFileSync(join(ROOT, ...path), 'utf8');
}

/** The programs of a page, in order. */
export function programsOf(page: string): string[] {
  return [...page.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
}

/** What a program prints, run at the root. Rejects when it fails or takes longer than `timeoutMs`. */
export function runProgram(
  text: string,
  timeoutMs: number,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const words = ['--input-type=module', '--eval', text];
  return run(process.execPath, words, { cwd: ROOT, timeout: timeoutMs });
}
