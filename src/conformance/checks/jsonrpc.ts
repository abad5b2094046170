import { sameId } from '../../protocol/index.js';
import {
  breach,
  type Check,
  DUPLEX,
  EVERY_TRANSPORT,
  HTTP,
  type Judgement,
  levels,
  modern,
  pass,
} from '../check.js';
import type { CheckContext } from '../context.js';

import type { HttpReply } from '../wire/raw-http.js';
import type { WireRecord } from '../wire/wire-record.js';
import type { WireSession } from '../wire/wire-session.js';
import { CODES, describe, expectAlive, expectError, expectResult, worst } from './reply-judgement.js';
import { JSON_RPC_ERRORS, NOTIFICATIONS, REQUESTS, RESPONSES } from './spec-pages.js';

/** A request that every server answers with a result. */
export const LIVENESS = { legacy: 'ping', modern: 'server/discover' } as const;

const IDS = [
  0,
  -1,
  1,
  2 ** 31,
  Number.MAX_SAFE_INTEGER,
  '',
  '0',
  'a',
  'ünïcödé-✓-🦊',
  'x'.repeat(2000),
  '{"a":1}',
];

async function echoIds(context: CheckContext): Promise<Judgement> {
  const session = await context.session();
  const method = LIVENESS[context.era];
  const replies = await Promise.all(IDS.map((id) => session.request(method, undefined, { id })));
  const judgements = replies.map((reply, index) => {
    const id = IDS[index] ?? 0;
    const told = JSON.stringify(id).slice(0, 40);
    const isSame = reply.kind === 'result' && sameId(reply.id, id);
    return isSame ? pass() : breach(`${method} with id ${told} got ${describe(reply)}`, reply);
  });
  return worst(judgements);
}

/** Notifications that no server knows, or that are wrong: none may be answered. */
const ODD_NOTIFICATIONS: readonly object[] = [
  { jsonrpc: '2.0', method: 'notifications/plainwire-unknown' },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'plainwire-never-sent' } },
  { jsonrpc: '2.0', method: 'notifications/cancelled' },
  { jsonrpc: '2.0', method: 'tools/list' },
  {
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: 'plainwire-none', progress: 1 },
  },
];

/** A response, with or without an id, to what was no request; over HTTP a refusal may have a body without id. */
function answerIn(records: readonly WireRecord[], http: HttpReply | undefined): WireRecord | undefined {
  const isRefused = http !== undefined && http.status >= 400;
  return records.find(({ direction, messages }) =>
    messages.some((message) => {
      if (direction === 'sent') return false;
      if (message.kind === 'success') return true;
      return message.kind === 'error' && (message.id !== undefined || !isRefused);
    }),
  );
}

async function sendOdd(session: WireSession): Promise<Judgement[]> {
  const judgements: Judgement[] = [];
  for (const notification of ODD_NOTIFICATIONS) {
    const frame = JSON.stringify(notification);
    const http = await session.send(frame);
    const answer = http === undefined ? undefined : answerIn(http.records, http);
    if (answer !== undefined) {
      judgements.push(breach(`${frame} was answered with ${answer.text.slice(0, 120)}`, http));
    }
  }
  return judgements;
}

async function judgeSilence(context: CheckContext): Promise<Judgement> {
  const session = await context.session();
  const from = session.received.length;
  const judgements = await sendOdd(session);
  if (context.transport === 'http') return worst(judgements);
  const { records } = await session.quiet({ from });
  const answer = answerIn(records, undefined);
  if (answer === undefined) return worst(judgements);
  return breach(
    `one of ${ODD_NOTIFICATIONS.length} notifications was answered with ${answer.text.slice(0, 120)}`,
    {
      records: [answer],
    },
  );
}

export const JSON_RPC_CHECKS: readonly Check[] = [
  {
    id: 'rpc-id-echo',
    title: 'A response has the id of its request, of the same type.',
    subject: 'json-rpc',
    spec: RESPONSES,
    levels: levels('MUST'),
    transports: EVERY_TRANSPORT,
    isWellFormed: true,
    run: echoIds,
  },
  {
    id: 'rpc-unknown-method',
    title: 'A request with an unknown method is refused with -32601.',
    subject: 'json-rpc',
    spec: JSON_RPC_ERRORS,
    levels: levels('MUST'),
    transports: EVERY_TRANSPORT,
    isWellFormed: true,
    async run(context) {
      const reply = await (await context.session()).request('plainwire/no-such-method');
      return expectError(reply, 'plainwire/no-such-method', [CODES.methodNotFound]);
    },
  },
  {
    id: 'rpc-notification-silent',
    title: 'A notification is not answered, not even one that is unknown or wrong.',
    subject: 'json-rpc',
    spec: NOTIFICATIONS,
    levels: levels('MUST'),
    transports: EVERY_TRANSPORT,
    isDestructive: true,
    run: judgeSilence,
  },
  {
    id: 'rpc-notification-alive',
    title: 'The server goes on after notifications that are unknown or wrong.',
    subject: 'json-rpc',
    spec: NOTIFICATIONS,
    levels: levels('MUST'),
    transports: EVERY_TRANSPORT,
    isDestructive: true,
    async run(context) {
      const session = await context.session();
      await sendOdd(session);
      return expectAlive(await session.ping(), 'notifications that are unknown or wrong');
    },
  },
  {
    id: 'rpc-extra-params',
    title: 'Unknown members of params and of _meta are tolerated.',
    subject: 'json-rpc',
    spec: REQUESTS,
    levels: levels('SHOULD'),
    transports: EVERY_TRANSPORT,
    isWellFormed: true,
    async run(context) {
      const method = LIVENESS[context.era];
      const params = { plainwireUnknown: { a: [1] } };
      const meta = { 'com.example/plainwire': { b: 2 } };
      const reply = await (await context.session()).request(method, params, { meta });
      return expectResult(reply, `${method} with an unknown parameter and an unknown _meta key`);
    },
  },
  {
    id: 'id-null-rejected',
    title: 'A request with id null is refused with HTTP 400.',
    subject: 'json-rpc',
    spec: REQUESTS,
    levels: modern('SHOULD'),
    transports: HTTP,
    isDestructive: true,
    async run(context) {
      const session = await context.session();
      const frame = JSON.stringify({ jsonrpc: '2.0', id: null, method: 'server/discover', params: {} });
      const reply = await session.exchange(frame, { headers: { 'mcp-method': 'server/discover' } });
      const status = reply.http?.status;
      return status === 400
        ? pass(undefined, reply)
        : breach(`server/discover with id null: expected HTTP 400, got HTTP ${status}`, reply);
    },
  },
  {
    id: 'rpc-parallel-ids',
    title: 'Requests in flight at the same time each get their own answer.',
    subject: 'json-rpc',
    spec: RESPONSES,
    levels: levels('MUST'),
    transports: DUPLEX,
    isWellFormed: true,
    async run(context) {
      const session = await context.session();
      const method = LIVENESS[context.era];
      const replies = await Promise.all(Array.from({ length: 10 }, () => session.request(method)));
      const missing = replies.find(({ kind }) => kind !== 'result');
      if (missing === undefined) return pass();
      return breach(`one of 10 ${method} in flight at once got ${describe(missing)}`, missing);
    },
  },
];
