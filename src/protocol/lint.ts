import type {
  ErrorMessage,
  Message,
  NotificationMessage,
  RequestMessage,
  SuccessMessage,
} from './jsonrpc/message.js';
import type { MethodRow, RequestRow, Side } from './method-row.js';
import { isMethodOf, methodIn, methodRow } from './methods.js';
import { compareRevisions, eraOf, type Revision } from './revision.js';
import { includes } from './shape/range.js';
import type { Shape } from './shape/shape.js';
import { type Finding, lintShape } from './shape/strict.js';
import { EmptyResultShape } from './shapes/base.js';
import { ERRORS, ErrorObjectShape } from './shapes/errors.js';
import { InputRequiredResultShape } from './shapes/input-required.js';
import { CreateTaskResultShape } from './shapes/tasks-2025-11-25.js';

/**
 * Everything in which a decoded message departs from the schema of `revision`. Empty for a message that is right.
 * Members that the revision does not define are allowed, as in the official schemas.
 *
 * @param sender who sent the message.
 * @param requestMethod for a response: the method of its request. Without it only what all results share is checked.
 */
export function lintMessage(
  message: Message,
  revision: Revision,
  sender: Side,
  requestMethod?: string,
): readonly Finding[] {
  switch (message.kind) {
    case 'request':
    case 'notification':
      return lintCall(message, revision, sender);
    case 'success':
      return lintResult(message, revision, sender, requestMethod);
    case 'error':
      return lintError(message, revision);
  }
}

type Call = RequestMessage | NotificationMessage;

function lintCall(message: Call, revision: Revision, sender: Side): readonly Finding[] {
  const row = methodIn(message.method, revision, sender);
  if (row?.kind === message.kind) return lintParams(row, message.params, revision);
  return [{ path: 'method', rule: 'method', message: whyNot(message, revision, sender) }];
}

function whyNot({ kind, method }: Call, revision: Revision, sender: Side): string {
  const row = methodRow(method);
  if (row === undefined) return `${method} is not defined by MCP`;
  if (row.kind !== kind) return `${method} is a ${row.kind}, not a ${kind}`;
  if (!isMethodOf(method, revision)) return `${method} does not exist in ${revision}`;
  return `${method} is not sent by a ${sender} in ${revision}`;
}

/** What is wrong with the params of a method, whoever sent them. */
export function lintParams(row: MethodRow, params: unknown, revision: Revision): readonly Finding[] {
  if (params !== undefined) return lintShape(row.params, params, revision, 'params');
  return needsParams(row, revision) ? [{ path: 'params', rule: 'required', message: 'is missing' }] : [];
}

/** True when a message with this method must have `params`. */
export function needsParams(row: MethodRow, revision: Revision): boolean {
  return row.needsParams || lintShape(row.params, {}, revision, '').length > 0;
}

function lintResult(
  message: SuccessMessage,
  revision: Revision,
  sender: Side,
  requestMethod: string | undefined,
): readonly Finding[] {
  const asker: Side = sender === 'client' ? 'server' : 'client';
  const row = requestMethod === undefined ? undefined : methodIn(requestMethod, revision, asker);
  const shape = row?.kind === 'request' ? resultShape(row, message.result, revision) : EmptyResultShape;
  return lintShape(shape, message.result, revision, 'result');
}

/** Which of the forms that the result of a request can have this one claims to be. */
function resultShape(
  row: RequestRow<unknown, unknown>,
  result: SuccessMessage['result'],
  revision: Revision,
): Shape<unknown> {
  const isTask = row.taskCapability !== undefined && result['task'] !== undefined;
  if (isTask && revision === '2025-11-25') return CreateTaskResultShape;
  if (eraOf(revision) === 'legacy' || !row.mayAskInput) return row.result;
  // 2026-07-28 basic#resulttype: extensions may add types, and say themselves what is in them.
  const type = result['resultType'];
  if (type === 'input_required') return InputRequiredResultShape;
  return type === undefined || type === 'complete' ? row.result : EmptyResultShape;
}

function lintError(message: ErrorMessage, revision: Revision): readonly Finding[] {
  const row = ERRORS.find(({ code, range }) => code === message.error.code && includes(range, revision));
  const findings = lintShape(row?.shape ?? ErrorObjectShape, message.error, revision, 'error');
  // The schema lets the id be absent since 2025-11-25.
  if (message.id !== undefined || compareRevisions(revision, '2025-11-25') >= 0) return findings;
  return [{ path: 'id', rule: 'required', message: 'is missing' }, ...findings];
}
