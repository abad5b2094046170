// JSON-RPC batches: received in 2025-03-26, refused from 2025-06-18 on.
import { encodeMessage, request } from '../../protocol/index.js';
import { breach, type Check, type CheckFacts, DUPLEX, HTTP, type Judgement, levels, pass } from '../check.js';
import type { CheckContext } from '../context.js';
import { passage } from '../spec-passage.js';
import { envelopeMeta } from '../wire/frames.js';
import type { HttpReply } from '../wire/raw-http.js';
import type { WireRecord } from '../wire/wire-record.js';
import type { WireSession } from '../wire/wire-session.js';
import { fence } from './fence.js';
import { LIVENESS } from './jsonrpc.js';
import { CODES, expectAlive } from './reply-judgement.js';
import { pages } from './spec-pages.js';

const BATCHING = passage('basic/index#batching');
const SINGLE = {
  ...pages(
    'basic/transports#sending-messages-to-the-server',
    'basic/transports/streamable-http#sending-messages',
  ),
  '2025-06-18': passage('changelog#major-changes'),
};

/** Where the revision has batches, and where it says that there are none; 2024-11-05 says neither. */
const BATCH_OR_SINGLE = { ...SINGLE, '2024-11-05': passage('basic/messages'), '2025-03-26': BATCHING };

/** A batch of two requests, and their ids. */
function batchOf({ era, revision }: CheckContext, session: WireSession) {
  const params = era === 'modern' ? { _meta: envelopeMeta(revision, {}) } : undefined;
  const ids = [session.nextId(), session.nextId()] as const;
  const frame = `[${ids.map((id) => encodeMessage(request(id, LIVENESS[era], params))).join(',')}]`;
  return { frame, ids };
}

const holds = ({ messages }: WireRecord, id: number): boolean =>
  messages.some((message) => message.kind === 'success' && message.id === id);

/** A batch looks like a fault where the revision has none: its text tells what it answers. */
const mentions = (record: WireRecord, id: number): boolean =>
  holds(record, id) || (record.text.startsWith('[') && new RegExp(`"id"\\s*:\\s*${id}\\b`).test(record.text));

const isError = ({ messages }: WireRecord): boolean => messages.some(({ kind }) => kind === 'error');

interface BatchOutcome {
  readonly answered: readonly boolean[];
  readonly error: WireRecord | undefined;
  readonly http: HttpReply | undefined;
  readonly records: readonly WireRecord[];
}

async function sendBatch(context: CheckContext): Promise<BatchOutcome> {
  const session = await context.session();
  const { frame, ids } = batchOf(context, session);
  const from = session.received.length;
  const http = await session.send(frame);
  if (http !== undefined) {
    const answered = ids.map((id) => http.frames.some((record) => mentions(record, id)));
    return { answered, error: http.frames.find(isError), http, records: http.records };
  }
  const restMs = await fence(session);
  const isPart = (record: WireRecord): boolean => isError(record) || ids.some((id) => mentions(record, id));
  const first = await session.next(isPart, { from, timeoutMs: restMs });
  if (first !== undefined) await session.quiet({ quietMs: 100 });
  const records = session.received.slice(from);
  const answered = ids.map((id) => records.some((record) => mentions(record, id)));
  return { answered, error: records.find(isError), http: undefined, records };
}

async function judgeAnswered(context: CheckContext): Promise<Judgement> {
  const { answered, http, records } = await sendBatch(context);
  const count = answered.filter(Boolean).length;
  if (count === 2) return pass(undefined, { records });
  const status = http === undefined ? '' : `, with HTTP ${http.status}`;
  return breach(`of a batch of two requests ${count} were answered${status}`, { records });
}

async function judgeRejected(context: CheckContext): Promise<Judgement> {
  const { answered, error, http, records } = await sendBatch(context);
  const evidence = { records };
  if (answered.some(Boolean)) return breach('a batch was executed; this revision has no batches', evidence);
  const message = error?.messages.find(({ kind }) => kind === 'error');
  if (message?.kind !== 'error') {
    const got = http === undefined ? 'nothing' : `HTTP ${http.status} without an error`;
    return breach(`a batch: expected error ${CODES.invalidRequest}, got ${got}`, evidence);
  }
  if (message.error.code !== CODES.invalidRequest) {
    return breach(
      `a batch: expected error ${CODES.invalidRequest}, got error ${message.error.code}`,
      evidence,
    );
  }
  if (http !== undefined && http.status !== 400) {
    return breach(`a batch: expected HTTP 400, got HTTP ${http.status}`, evidence);
  }
  return pass(undefined, evidence);
}

const facts = (title: string): Pick<CheckFacts, 'title' | 'subject'> & { isDestructive: true } => ({
  title,
  subject: 'json-rpc',
  isDestructive: true,
});

const ANSWERED = {
  ...facts('A batch is received, and every request in it answered.'),
  spec: BATCHING,
  levels: levels('MUST', '2025-03-26', '2025-03-26'),
  run: judgeAnswered,
};

const REJECTED = {
  ...facts('A batch is refused with one error -32600.'),
  spec: SINGLE,
  levels: levels('SHOULD', '2025-06-18'),
  run: judgeRejected,
};

export const BATCH_CHECKS: readonly Check[] = [
  { id: 'batch-2025-03-26', ...ANSWERED, transports: DUPLEX },
  { id: 'http-batch-2025-03-26', ...ANSWERED, transports: HTTP },
  { id: 'batch-rejected-2025-06-18', ...REJECTED, transports: DUPLEX },
  { id: 'http-batch-rejected', ...REJECTED, transports: HTTP },
  {
    id: 'http-batch-notifications-202',
    ...facts('A batch of notifications alone is accepted with HTTP 202 and no body.'),
    spec: passage('basic/transports#sending-messages-to-the-server'),
    levels: levels('MUST', '2025-03-26', '2025-03-26'),
    transports: HTTP,
    async run(context) {
      const one = {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: 'plainwire-none' },
      };
      const http = await (await context.session()).send(JSON.stringify([one, one]));
      if (http?.status === 202 && http.bytes === 0) return pass(undefined, http);
      return breach(
        `a batch of notifications: expected HTTP 202 without a body, got HTTP ${http?.status} with ${http?.bytes} bytes`,
        http,
      );
    },
  },
  {
    id: 'batch-alive',
    ...facts('The server goes on after a batch.'),
    spec: BATCH_OR_SINGLE,
    levels: levels('MUST'),
    transports: [...DUPLEX, ...HTTP],
    async run(context) {
      const session = await context.session();
      await session.send(batchOf(context, session).frame);
      return expectAlive(await session.ping(), 'a batch');
    },
  },
];
