import { isJsonObject, type JsonObject } from '../../protocol/index.js';
import type { Asker, Decision, Question } from '../../server/index.js';
import { thrownText } from '../thrown-text.js';
import type { PermissionVerdict } from './decide.js';

/** What came of a verdict after everybody was asked. */
export type Permission =
  /** `arguments` are those to call with: the very ones of the question, unless the asker changed them. */
  | { readonly granted: true; readonly arguments: Readonly<JsonObject>; readonly because: string }
  | { readonly granted: false; readonly because: string };

/**
 * Turns a verdict into yes or no: `ask` goes to the asker, and is a no when there is none. Whatever is no clear yes is a
 * no; it never rejects.
 */
export async function askPermission(
  verdict: PermissionVerdict,
  asker: Asker | undefined,
  question: Question,
): Promise<Permission> {
  const { action, because } = verdict;
  if (action === 'allow') return { granted: true, arguments: question.arguments, because };
  if (action === 'deny') return { granted: false, because: `denied: ${because}` };
  if (asker === undefined) {
    return {
      granted: false,
      because: `denied: it would have to be asked (${because}), and there is nobody to ask`,
    };
  }
  try {
    return permissionOf(await asker.ask(question), question.arguments);
  } catch (error) {
    return { granted: false, because: `denied: asking failed (${thrownText(error)}). Nobody refused it` };
  }
}

/** What an answer means. It comes from a program, so it may be anything. */
function permissionOf(decision: Decision, args: Readonly<JsonObject>): Permission {
  if (!isJsonObject(decision)) return UNCLEAR;
  const note = typeof decision.note === 'string' && decision.note !== '' ? decision.note : undefined;
  switch (decision.kind) {
    case 'approve':
    case 'value':
      return { granted: true, arguments: args, because: note ?? 'approved' };
    case 'modify':
      if (!isJsonObject(decision.value)) return UNCLEAR;
      return { granted: true, arguments: decision.value, because: note ?? 'approved with changes' };
    case 'reject':
      return { granted: false, because: note ?? 'refused by whoever was asked' };
    case 'expired':
      return { granted: false, because: note ?? 'denied: nobody answered in time. Nobody refused it' };
    default:
      return UNCLEAR;
  }
}

const UNCLEAR: Permission = {
  granted: false,
  because: 'denied: the answer of the asker is none that can be used. Nobody refused it',
};
