// Ping, progress, cancellation, questions to the user.
import type { Json } from '../base/json.js';
import {
  answering,
  type Deviation,
  dyingOn,
  errorInstead,
  metaOf,
  methodOf,
  onError,
  paramsOf,
  resultInstead,
  resultWith,
  sendingAfter,
  sendingBefore,
} from '../deviations.js';
import type { MutantRows } from '../row.js';

const progress = (progressToken: unknown, value: number): Json => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken, progress: value },
});

const tokenOf = (message: Json): unknown => metaOf(message)['progressToken'];

/** Reports under another token than the one it was given. */
const mistaking = (mistake: (token: unknown) => unknown): Deviation =>
  sendingBefore('tools/call', (message) =>
    tokenOf(message) === undefined ? [] : [progress(mistake(tokenOf(message)), 1)],
  );

/** Answers a call although it was cancelled, and late. */
function stubborn(): Deviation {
  return {
    respond: (next) => async (message, peer, notify) => {
      if (methodOf(message) === 'notifications/cancelled') return undefined;
      const answer = await next(message, peer, notify);
      if (methodOf(message) === 'tools/call') await new Promise((resolve) => setTimeout(resolve, 900));
      return answer;
    },
  };
}

const asking = (inputRequests: unknown, requestState?: unknown): Deviation =>
  resultInstead(
    'prompts/get',
    {
      resultType: 'input_required',
      ...(inputRequests === undefined ? {} : { inputRequests }),
      ...(requestState === undefined ? {} : { requestState }),
    },
    (message) => paramsOf(message)['name'] === 'ask-name',
  );

const QUESTION = {
  method: 'elicitation/create',
  params: { message: 'Your name?', requestedSchema: { type: 'object', properties: {} } },
};

const PROMPTS = ['prompt-get-noargs'];

export const UTILITY_ROWS: MutantRows = [
  { check: 'ping', deviation: resultWith('ping', { pong: true }) },
  { check: 'ping', over: 'stdio', revision: '2025-03-26', deviation: errorInstead('ping', { code: -32601 }) },
  {
    check: 'progress-token-echo',
    over: 'stdio',
    deviation: mistaking(String),
    variant: 'slow',
    reason: /came back/,
  },
  {
    check: 'progress-unsolicited',
    over: 'stdio',
    deviation: sendingBefore('tools/list', () => [progress('never-given', 1)]),
  },
  {
    check: 'progress-increases',
    over: 'stdio',
    variant: 'slow',
    beside: ['progress-token-echo'],
    deviation: sendingBefore('tools/call', (message) =>
      tokenOf(message) === undefined ? [] : [progress(tokenOf(message), 5), progress(tokenOf(message), 5)],
    ),
  },
  {
    check: 'progress-stops',
    over: 'stdio',
    variant: 'slow',
    beside: ['progress-token-echo'],
    deviation: sendingAfter('tools/call', (message) => progress(tokenOf(message), 99)),
  },
  {
    check: 'cancel-unknown',
    over: 'stdio',
    deviation: dyingOn((_text, message) => methodOf(message) === 'notifications/cancelled'),
  },
  {
    check: 'cancel-unknown',
    over: 'stdio',
    revision: '2025-11-25',
    verdict: 'fail',
    deviation: answering((message) =>
      methodOf(message) === 'notifications/cancelled'
        ? { message: { jsonrpc: '2.0', id: 1, result: {} }, status: 200 }
        : 'as usual',
    ),
  },
  { check: 'cancel-in-flight', over: 'stdio', variant: 'slow', calls: ['wait'], deviation: stubborn() },
  {
    check: 'cancelled-by-server',
    over: 'stdio',
    deviation: sendingBefore('tools/list', ({ id }) => [
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } },
    ]),
  },
  { check: 'mrtr-inputrequests-lint', beside: PROMPTS, deviation: asking({ name: { method: 'user/ask' } }) },
  { check: 'mrtr-inputrequests-lint', beside: PROMPTS, deviation: asking(undefined) },
  {
    check: 'mrtr-inputrequests-lint',
    beside: PROMPTS,
    over: 'stdio',
    deviation: asking(undefined, { step: 1 }),
  },
  { check: 'mrtr-undeclared-capability', beside: PROMPTS, deviation: asking({ name: QUESTION }) },
  {
    check: 'missing-capability-error',
    beside: PROMPTS,
    deviation: onError('prompts/get', ({ data: _data, ...error }) => error),
  },
  {
    check: 'missing-capability-error',
    beside: PROMPTS,
    deviation: onError('prompts/get', (error) => error, 200),
    reason: /HTTP 200/,
  },
];
