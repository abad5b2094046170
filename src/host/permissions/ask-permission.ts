import type { JsonObject } from '../../protocol/index.js';
import type { Asker, Question } from '../../server/index.js';
import type { PermissionVerdict } from './decide.js';

/** What came of a verdict after everybody was asked. */
export type Permission =
  /** `arguments` are those to call with: the asker may have changed them. */
  | { readonly granted: true; readonly arguments: Readonly<JsonObject>; readonly because: string }
  | { readonly granted: false; readonly because: string };

/**
 * Turns a verdict into yes or no: `ask` goes to the asker, and is a no when there is none. Whatever is no clear yes is a
 * no; it never rejects.
 */
export async function askPermission(
  verdict: PermissionVerdict,
  _asker: Asker | undefined,
  question: Question,
): Promise<Permission> {
  if (verdict.action === 'allow') {
    return { granted: true, arguments: question.arguments, because: verdict.because };
  }
  return { granted: false, because: verdict.because };
}
