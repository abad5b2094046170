import type { ElicitResult, JsonObject } from '../../protocol/index.js';
import { Fault } from '../../protocol/index.js';
import { missingCapabilities } from '../context/client-capabilities.js';
import { editArguments } from './argument-edit.js';
import type { Asker, Decision, Question } from './asker.js';
import { visibleLines, visibleText } from './visible-text.js';

const FORM = {
  type: 'object',
  properties: {
    decision: {
      type: 'string',
      title: 'Decision',
      enum: ['reject', 'approve'],
      description: 'Whether the tool may run with these arguments',
    },
    reason: { type: 'string', title: 'Reason', description: 'Told to the model when you reject' },
    change: {
      type: 'string',
      title: 'Change',
      description:
        'To approve with other arguments: name=text, name:=json, or all of them as one {…}. Empty for no change',
    },
  },
  required: ['decision'],
} as const;

/**
 * Asks through the client that sent the question: whoever sits there gets a form, to approve, to reject with a reason, or
 * to approve with other arguments. For clients that declare elicitation;
 * from any other the question is denied, and the reason says why.
 *
 * A client of 2026-07-28 carries the question away and calls again with the answer, so `timeoutMs` of the approval server
 * does not bound how long its user takes.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 */
export const elicitationAsker: Asker = {
  async ask(question: Question): Promise<Decision> {
    const { call } = question;
    if (call === undefined) throw noElicitation('there is no client to ask');
    // Looked at first: a client that is asked for what it did not declare gets an error in place of the answer.
    const missing = missingCapabilities({ elicitation: { form: {} } }, call.clientCapabilities);
    if (missing !== undefined)
      throw noElicitation('the client that asks has not declared elicitation of forms');
    const actor = call.clientInfo?.name;
    const answer = await call.elicit({
      key: 'approval',
      message: messageFor(question),
      requestedSchema: FORM,
    });
    const decision = decisionOf(answer, question.arguments);
    return { ...decision, ...(actor === undefined ? {} : { actor }) };
  },
};

function messageFor({ tool, arguments: args }: Question): string {
  const lines = visibleLines(JSON.stringify(args, undefined, 2));
  return [`May the agent run ${visibleText(tool)} with these arguments?`, ...lines].join('\n');
}

// 2026-07-28 client/elicitation#response-actions
function decisionOf({ action, content }: ElicitResult, args: Readonly<JsonObject>): Decision {
  if (action === 'accept' && content?.['decision'] === 'approve') return approval(content['change'], args);
  if (action === 'cancel') return { kind: 'reject', note: 'The question was dismissed without an answer.' };
  const reason = content?.['reason'];
  return typeof reason === 'string' && reason !== '' ? { kind: 'reject', note: reason } : { kind: 'reject' };
}

/** A change that cannot be read approves nothing: whoever typed it did not mean the call as it was. */
function approval(change: unknown, args: Readonly<JsonObject>): Decision {
  if (typeof change !== 'string' || change.trim() === '') return { kind: 'approve' };
  const outcome = editArguments(args, change);
  if (outcome.ok) return { kind: 'modify', value: outcome.value };
  throw new Fault('invalid_argument', `The change of the arguments cannot be read: ${outcome.problem}.`);
}

function noElicitation(why: string): Fault {
  return new Fault('capability_missing', `The question cannot be put to the calling client: ${why}.`);
}
