import type { JsonObject, MethodRow, RequestMessage } from '../../protocol/index.js';
import { checkTolerant, invalidParams, isJsonObject } from '../../protocol/index.js';

const NONE: JsonObject = Object.freeze({});

/**
 * The params of a request, when they have what the method table says a reader relies on. Answers to questions are
 * looser: what is unusable among them is left out, so that the question is asked again.
 *
 * @throws RpcError -32602 that names the member.
 */
export function checkedParams(row: MethodRow, message: RequestMessage): JsonObject {
  const params = message.params ?? NONE;
  const check = checkTolerant(row.params, params);
  if (check.ok) return params;
  if (!/^inputResponses\b/.test(check.path)) throw misfit(check.path, check.expected);
  const usable = { ...params, inputResponses: usableAnswers(params['inputResponses']) };
  const second = checkTolerant(row.params, usable);
  if (!second.ok) throw misfit(second.path, second.expected);
  return usable;
}

// 2026-07-28 basic/patterns/mrtr#error-handling: missing information is asked for again, rather than an error
function usableAnswers(answers: unknown): JsonObject {
  if (!isJsonObject(answers)) return {};
  return Object.fromEntries(Object.entries(answers).filter(([, answer]) => isJsonObject(answer)));
}

function misfit(path: string, expected: string) {
  return invalidParams(`Invalid params: ${path === '' ? 'params' : path} must be ${expected}`);
}
