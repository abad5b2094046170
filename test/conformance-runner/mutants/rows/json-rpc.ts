import { correctResponder } from '../base/core.js';
import { empty, json } from '../base/http-types.js';
import type { Json } from '../base/json.js';
import { isObject } from '../base/json.js';
import {
  answering,
  type Deviation,
  dyingOn,
  errorCode,
  errorInstead,
  methodOf,
  paramsOf,
  program,
  readingBody,
  replyInstead,
} from '../deviations.js';
import type { MutantRows } from '../row.js';

/** How to tell each kind of malformed frame, from its text and from what it parses to. */
const KINDS: Record<string, (text: string, message: unknown) => boolean> = {
  truncated: (text, message) => message === undefined && text.startsWith('{') && !/[\x80-\xff]/.test(text),
  garbage: (text, message) => message === undefined && text.startsWith('this'),
  'empty-object': (text) => text.trim() === '{}',
  'array-empty': (text) => text.trim() === '[]',
  string: (_text, message) => typeof message === 'string',
  number: (_text, message) => typeof message === 'number',
  null: (_text, message) => message === null,
  'no-method': (_text, message) => isRequestLike(message) && !('method' in message),
  'method-number': (_text, message) => typeof methodOf(message) === 'number',
  'jsonrpc-1.0': (_text, message) => isObject(message) && message['jsonrpc'] === '1.0',
  'no-jsonrpc': (_text, message) => isRequestLike(message) && !('jsonrpc' in message),
  'params-array': (_text, message) => isObject(message) && Array.isArray(message['params']),
  'params-string': (_text, message) => isObject(message) && typeof message['params'] === 'string',
  'id-null': (_text, message) => isObject(message) && message['id'] === null,
  'id-float': (_text, message) => isObject(message) && message['id'] === 1.5,
  'id-object': (_text, message) => isObject(message) && isObject(message['id']),
  'invalid-utf8': (text) => text.includes('\xff') || text.includes('\ufffd'),
};

function isRequestLike(message: unknown): message is Json {
  return isObject(message) && 'id' in message;
}

/** Whatever it should be refused with, it is this. */
const WRONG = { jsonrpc: '2.0', error: { code: -32603, message: 'Internal error' } };

/** A server that executes what it gets as an array. */
const executingBatches: Deviation = {
  respond: (next, features) => async (message, peer, notify) => {
    if (!Array.isArray(message)) return next(message, peer, notify);
    const one = correctResponder(features);
    const answers = await Promise.all(message.map((each) => one(each, peer, notify)));
    return {
      message: answers.flatMap((answer) => (answer === undefined ? [] : [answer.message as Json])),
      status: 200,
    };
  },
};

/** A server that takes no batches, in no revision. */
const refusingBatches: Deviation = {
  respond: (next) => async (message, peer, notify) => {
    if (!Array.isArray(message)) return next(message, peer, notify);
    return { message: { jsonrpc: '2.0', error: { code: -32600, message: 'No batches' } }, status: 400 };
  },
};

const MALFORMED_ROWS: MutantRows = Object.entries(KINDS).flatMap(([kind, is], index) => [
  // In turn in either era, so that both have some.
  {
    check: `rpc-survive-${kind}`,
    over: 'stdio' as const,
    revision: index % 2 === 0 ? ('2026-07-28' as const) : ('2025-06-18' as const),
    deviation: dyingOn(is),
  },
  {
    check: `rpc-invalid-${kind}`,
    revision: index % 2 === 0 ? ('2025-11-25' as const) : ('2026-07-28' as const),
    deviation: replyInstead(({ body }, message) => is(body.toString('latin1'), message), json(400, WRONG)),
  },
]);

const BATCH_ROWS: MutantRows = [
  { check: 'batch-2025-03-26', over: 'stdio', deviation: refusingBatches },
  { check: 'http-batch-2025-03-26', deviation: refusingBatches },
  {
    check: 'http-batch-notifications-202',
    deviation: replyInstead(({ body }) => body.toString('utf8').startsWith('['), json(200, [])),
  },
  { check: 'batch-rejected-2025-06-18', over: 'stdio', deviation: executingBatches },
  {
    check: 'batch-rejected-2025-06-18',
    over: 'stdio',
    revision: '2025-06-18',
    deviation: program(({ line }) => ({ line: (bytes) => bytes[0] === 0x5b || line(bytes) })),
    reason: /nothing/,
  },
  { check: 'http-batch-rejected', deviation: executingBatches },
  {
    check: 'http-batch-rejected',
    revision: '2025-11-25',
    deviation: replyInstead(({ body }) => body.toString('utf8').startsWith('['), empty(202)),
  },
  { check: 'batch-alive', over: 'stdio', deviation: dyingOn((text) => text.startsWith('[')) },
];

export const JSON_RPC_ROWS: MutantRows = [
  {
    check: 'rpc-id-echo',
    deviation: answering((message, answer) => {
      // What `id || null` gives.
      if (message['id'] !== 0 && message['id'] !== '') return 'as usual';
      return answer === undefined ? undefined : { ...answer, message: { ...answer.message, id: null } };
    }),
  },
  {
    check: 'rpc-id-echo',
    over: 'stdio',
    revision: '2025-11-25',
    deviation: answering((message, answer) =>
      typeof message['id'] === 'string' && /^\d+$/.test(message['id']) && answer !== undefined
        ? { ...answer, message: { ...answer.message, id: Number(message['id']) } }
        : 'as usual',
    ),
  },
  { check: 'rpc-unknown-method', deviation: errorCode('plainwire/no-such-method', -32603) },
  {
    check: 'rpc-unknown-method',
    over: 'sse',
    revision: '2024-11-05',
    deviation: errorCode('plainwire/no-such-method', -32603),
  },
  {
    check: 'rpc-notification-silent',
    over: 'stdio',
    deviation: answering((message) =>
      methodOf(message) === 'notifications/plainwire-unknown'
        ? { message: { jsonrpc: '2.0', id: null, error: { code: -32601, message: 'what?' } }, status: 200 }
        : 'as usual',
    ),
  },
  {
    check: 'rpc-notification-silent',
    revision: '2025-11-25',
    deviation: readingBody((message) =>
      methodOf(message) === 'tools/list' && isObject(message) && !('id' in message)
        ? { ...message, id: 77 }
        : undefined,
    ),
  },
  {
    check: 'rpc-notification-alive',
    over: 'stdio',
    deviation: dyingOn(
      (_text, message) =>
        methodOf(message) === 'notifications/cancelled' && paramsOf(message)['requestId'] === undefined,
    ),
  },
  {
    check: 'rpc-extra-params',
    deviation: errorInstead(
      'server/discover',
      { code: -32602 },
      (message) => 'plainwireUnknown' in paramsOf(message),
    ),
  },
  {
    check: 'id-null-rejected',
    deviation: replyInstead(
      (_call, message) => isObject(message) && message['id'] === null,
      json(200, { jsonrpc: '2.0', id: null, result: {} }),
    ),
  },
  { check: 'rpc-parallel-ids', over: 'stdio', deviation: busy() },
  ...MALFORMED_ROWS,
  ...BATCH_ROWS,
];

/** Loses requests while it has others to answer. */
function busy(): Deviation {
  let running = 0;
  return {
    respond: (next) => async (message, peer, notify) => {
      if (running > 2) return undefined;
      running += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      return next(message, peer, notify);
    },
  };
}
