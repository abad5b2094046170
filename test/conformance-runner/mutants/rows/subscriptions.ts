import type { Json } from '../base/json.js';
import { isObject, objectAt } from '../base/json.js';
import { answering, type Deviation, methodOf, replying, sendingBefore } from '../deviations.js';
import type { MutantRows } from '../row.js';

const METHOD = 'subscriptions/listen';
const ID = 'io.modelcontextprotocol/subscriptionId';

/** Changes the acknowledgement. */
const acknowledging = (change: (params: Json) => Json | undefined): Deviation => ({
  respond: (next) => (message, peer, notify) =>
    next(message, peer, (sent) => {
      if (sent['method'] !== 'notifications/subscriptions/acknowledged') return notify(sent);
      const params = change(objectAt(sent, 'params'));
      return params === undefined ? undefined : notify({ ...sent, params });
    }),
});

const underId = (change: (id: unknown) => unknown): Deviation =>
  acknowledging((params) => ({ ...params, _meta: { [ID]: change(objectAt(params, '_meta')[ID]) } }));

const changed = (kind: string, id: unknown): Json => ({
  jsonrpc: '2.0',
  method: `notifications/${kind}/list_changed`,
  params: { _meta: { [ID]: id } },
});

/** Goes on after the client has cancelled. */
const goingOn: Deviation = {
  respond: (next) => (message, peer, notify) => {
    if (methodOf(message) === 'notifications/cancelled') {
      const id = objectAt(message, 'params')['requestId'];
      setTimeout(() => notify(changed('tools', id)), 250);
    }
    return next(message, peer, notify);
  },
};

export const SUBSCRIPTION_ROWS: MutantRows = [
  {
    check: 'sub-ack-first',
    over: 'stdio',
    deviation: sendingBefore(METHOD, ({ id }) => [changed('tools', id)]),
  },
  { check: 'sub-ack-first', deviation: acknowledging(() => undefined), reason: /not acknowledged/ },
  { check: 'sub-id-equals-request-id', deviation: underId(() => 'another') },
  {
    check: 'sub-id-equals-request-id',
    over: 'stdio',
    deviation: acknowledging(({ _meta, ...params }) => params),
  },
  { check: 'sub-id-type-preserved', deviation: underId(String) },
  { check: 'sub-id-type-preserved', over: 'stdio', deviation: underId((id) => id || undefined) },
  {
    check: 'sub-ack-subset',
    deviation: acknowledging((params) => ({
      ...params,
      notifications: { ...objectAt(params, 'notifications'), resourceSubscriptions: ['note:///one'] },
    })),
  },
  {
    check: 'sub-stays-open',
    over: 'stdio',
    deviation: {
      respond: (next) => async (message, peer, notify) => {
        const answer = next(message, peer, notify);
        if (methodOf(message) !== METHOD || !isObject(message)) return answer;
        return {
          message: { jsonrpc: '2.0', id: message['id'], result: { resultType: 'complete' } },
          status: 200,
        };
      },
    },
  },
  {
    check: 'sub-stays-open',
    deviation: replying((reply) => {
      const { stream } = reply;
      if (stream === undefined) return reply;
      return {
        ...reply,
        stream: (send) =>
          new Promise((resolve) => {
            void stream((...event) => {
              send(...event);
              resolve();
            });
          }),
      };
    }),
  },
  {
    check: 'sub-missing-filter',
    deviation: answering((message, answer) =>
      methodOf(message) === METHOD && answer !== undefined
        ? { ...answer, message: { ...answer.message, error: { code: -32603, message: 'x' } } }
        : 'as usual',
    ),
  },
  { check: 'sub-cancel-after', over: 'stdio', deviation: goingOn },
  {
    check: 'sub-x-accel-buffering',
    deviation: replying((reply) => {
      const { 'x-accel-buffering': _buffering, ...headers } = reply.headers;
      return { ...reply, headers };
    }),
  },
  {
    check: 'sub-changes-tagged',
    over: 'stdio',
    deviation: sendingBefore('tools/list', () => [changed('prompts', undefined)]),
    reason: /has no/,
  },
  {
    check: 'sub-changes-tagged',
    over: 'stdio',
    deviation: sendingBefore('tools/list', () => [changed('prompts', 'no-such-subscription')]),
    reason: /does not exist/,
  },
];
