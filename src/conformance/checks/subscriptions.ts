// subscriptions/listen. 2026-07-28 basic/patterns/subscriptions
import type { JsonObject, JsonValue, NotificationMessage, RequestId } from '../../protocol/index.js';
import { isJsonObject, META, sameId } from '../../protocol/index.js';
import {
  breach,
  type Check,
  type CheckFacts,
  EVERY_TRANSPORT,
  HTTP,
  type Judgement,
  modern,
  pass,
  STDIO,
  skip,
} from '../check.js';
import { type CheckContext, declares } from '../context.js';
import { passage } from '../spec-passage.js';
import { requestFrame } from '../wire/frames.js';
import type { HttpReply } from '../wire/raw-http.js';
import type { Traffic } from '../wire/traffic.js';
import type { WireRecord } from '../wire/wire-record.js';
import { CODES, expectError } from './reply-judgement.js';
import { messagesOf, metaOf } from './traffic-reading.js';

const METHOD = 'subscriptions/listen';
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
const PAGE = 'basic/patterns/subscriptions';
const ACK_MS = 4000;
const OPEN_MS = 1000;

/** A subscription while it is open. */
interface Listening {
  readonly id: RequestId;
  /** What has come for it. */
  records(): readonly WireRecord[];
  next(isIt: (record: WireRecord) => boolean, timeoutMs: number): Promise<WireRecord | undefined>;
  /** HTTP only. */
  http(): HttpReply | undefined;
  /** How the client ends it. */
  cancel(): Promise<void>;
}

/** What can be subscribed to, of what the server declares. */
function filterOf(capabilities: JsonObject): JsonObject {
  const flags = ['tools', 'prompts', 'resources'].filter((name) =>
    declares(capabilities, `${name}.listChanged`),
  );
  return Object.fromEntries(flags.map((name) => [`${name}ListChanged`, true]));
}

async function listen(context: CheckContext, id: RequestId, filter: JsonObject): Promise<Listening> {
  const session = await context.fresh({ handshake: 'none' });
  const options = { revision: context.revision, capabilities: {} };
  const frame = requestFrame(id, METHOD, { notifications: filter }, options);
  if (context.transport === 'http') {
    const stream = context.http.open({ body: frame, headers: context.http.headersFor(frame) });
    return {
      id,
      records: () => stream.sofar().frames,
      next: (isIt, timeoutMs) => stream.next(isIt, { timeoutMs }),
      http: () => stream.sofar(),
      cancel: async () => stream.abort(),
    };
  }
  await session.send(frame);
  return {
    id,
    records: () => session.received,
    next: (isIt, timeoutMs) => session.next(isIt, { timeoutMs }),
    http: () => undefined,
    cancel: async () => {
      await session.notify('notifications/cancelled', { requestId: id as JsonValue });
    },
  };
}

const notificationsIn = (record: WireRecord): NotificationMessage[] =>
  record.messages.filter((message): message is NotificationMessage => message.kind === 'notification');

const isAcknowledgement = (record: WireRecord): boolean =>
  notificationsIn(record).some(({ method }) => method === ACKNOWLEDGED);

const endsIt =
  (id: RequestId) =>
  ({ messages }: WireRecord): boolean =>
    messages.some(
      (message) =>
        (message.kind === 'success' || message.kind === 'error') &&
        message.id !== undefined &&
        sameId(message.id, id),
    );

const idIn = ({ params }: NotificationMessage): JsonValue | undefined => metaOf(params)[META.SUBSCRIPTION_ID];

interface Acknowledged {
  readonly listening: Listening;
  readonly record: WireRecord;
  readonly message: NotificationMessage;
}

/** Opens a subscription and waits for its acknowledgement; a judgement when there is none. */
async function acknowledged(
  context: CheckContext,
  id: RequestId,
  filter: JsonObject = filterOf(context.server.capabilities),
): Promise<Acknowledged | Judgement> {
  if (Object.keys(filter).length === 0) {
    return skip('capability-absent', 'nothing that can be subscribed to is declared');
  }
  const listening = await listen(context, id, filter);
  const record = await listening.next((each) => isAcknowledgement(each) || endsIt(id)(each), ACK_MS);
  const message = record === undefined ? undefined : notificationsIn(record)[0];
  if (record !== undefined && message !== undefined) return { listening, record, message };
  const http = listening.http();
  const evidence = { records: http?.records ?? listening.records() };
  const got = record?.text.slice(0, 120) ?? (http === undefined ? 'nothing' : `HTTP ${http.status}`);
  return breach(`${METHOD} was not acknowledged within ${ACK_MS} ms, but got ${got}`, evidence);
}

const facts: Pick<CheckFacts, 'subject' | 'transports' | 'levels' | 'spec'> & { usesOwnSessions: true } = {
  subject: 'subscriptions',
  transports: EVERY_TRANSPORT,
  levels: modern('MUST'),
  spec: passage(`${PAGE}#acknowledgment`),
  usesOwnSessions: true,
};

/** Runs with an acknowledged subscription, and ends it afterwards. */
const withSubscription =
  (
    id: RequestId,
    judge: (subscription: Acknowledged, context: CheckContext) => Promise<Judgement> | Judgement,
  ) =>
  async (context: CheckContext): Promise<Judgement> => {
    const subscription = await acknowledged(context, id);
    if ('kind' in subscription) return subscription;
    const judged = await judge(subscription, context);
    await subscription.listening.cancel();
    return judged;
  };

function judgeFirst({ listening, record }: Acknowledged): Judgement {
  const before = listening
    .records()
    .find(
      (each) =>
        each.sequence < record.sequence && notificationsIn(each).some((note) => idIn(note) !== undefined),
    );
  if (before === undefined) return pass();
  return breach(`${notificationsIn(before)[0]?.method} came before the acknowledgement`, {
    records: [before, record],
  });
}

function judgeId({ listening, record, message }: Acknowledged): Judgement {
  const told = idIn(message);
  const evidence = { records: [record] };
  if (told === undefined)
    return breach(`the acknowledgement has no ${META.SUBSCRIPTION_ID} in _meta`, evidence);
  if (String(told) === String(listening.id)) return pass();
  return breach(
    `the request has the id ${listening.id}, the acknowledgement the subscription ${told}`,
    evidence,
  );
}

function judgeIdType({ listening, record, message }: Acknowledged): Judgement {
  const told = idIn(message);
  if (told === listening.id) return pass();
  const asked = JSON.stringify(listening.id);
  return breach(
    `the request has the id ${asked}, the acknowledgement the subscription ${JSON.stringify(told)}`,
    {
      records: [record],
    },
  );
}

function judgeSubset({ record, message }: Acknowledged, { server }: CheckContext): Judgement {
  const agreed = message.params?.['notifications'];
  const evidence = { records: [record] };
  if (!isJsonObject(agreed)) return breach('the acknowledgement has no object notifications', evidence);
  const asked = filterOf(server.capabilities);
  const extra = Object.entries(agreed).find(
    ([name, value]) =>
      asked[name] === undefined && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  return extra === undefined
    ? pass()
    : breach(`the acknowledgement has ${extra[0]}, which was not asked for`, evidence);
}

async function judgeOpen({ listening }: Acknowledged): Promise<Judgement> {
  const end = await listening.next(endsIt(listening.id), OPEN_MS);
  if (end !== undefined)
    return breach(`the subscription ended by itself: ${end.text.slice(0, 120)}`, { records: [end] });
  const http = listening.http();
  if (http === undefined || http.end === 'timeout') return pass();
  return breach(`the stream of the subscription ended within ${OPEN_MS} ms (${http.end})`, http);
}

async function judgeCancel({ listening }: Acknowledged, context: CheckContext): Promise<Judgement> {
  await listening.cancel();
  await context.delay(100);
  const known = listening.records().length;
  const late = await listening.next((record) => listening.records().indexOf(record) >= known, 300);
  if (late === undefined) return pass();
  return breach(`after the subscription was cancelled came ${late.text.slice(0, 120)}`, { records: [late] });
}

const CHANGES: Readonly<Record<string, string>> = {
  'notifications/tools/list_changed': 'toolsListChanged',
  'notifications/prompts/list_changed': 'promptsListChanged',
  'notifications/resources/list_changed': 'resourcesListChanged',
  'notifications/resources/updated': 'resourceSubscriptions',
};

/** What was asked for in each subscription, by session and id. */
function askedFilters(traffic: Traffic): ReadonlyMap<string, JsonObject> {
  const filters = new Map<string, JsonObject>();
  for (const { message, record } of messagesOf(traffic, 'sent', 'request')) {
    const filter = message.params?.['notifications'];
    if (message.method === METHOD && isJsonObject(filter)) filters.set(keyOf(record, message.id), filter);
  }
  return filters;
}

const keyOf = ({ session }: WireRecord, id: unknown): string => `${session} ${typeof id}:${String(id)}`;

function judgeChanges(traffic: Traffic): Judgement {
  const filters = askedFilters(traffic);
  for (const { message, record } of messagesOf(traffic, 'received', 'notification')) {
    const kind = CHANGES[message.method];
    if (kind === undefined) continue;
    const id = idIn(message);
    const evidence = { records: [record] };
    if (id === undefined)
      return breach(`${message.method} has no ${META.SUBSCRIPTION_ID} in _meta`, evidence);
    const filter = filters.get(keyOf(record, id));
    if (filter === undefined && !traffic.isRecording) {
      return breach(`${message.method} names the subscription ${String(id)}, which does not exist`, evidence);
    }
    if (filter !== undefined && (filter[kind] === undefined || filter[kind] === false)) {
      return breach(`${message.method} came on a subscription that did not ask for ${kind}`, evidence);
    }
  }
  return pass();
}

export const SUBSCRIPTION_CHECKS: readonly Check[] = [
  {
    id: 'sub-ack-first',
    title: 'The first message of a subscription is its acknowledgement.',
    ...facts,
    isWellFormed: true,
    run: withSubscription('plainwire-sub', judgeFirst),
  },
  {
    id: 'sub-id-equals-request-id',
    title: 'A subscription is named by the id of its request.',
    ...facts,
    spec: passage(`${PAGE}#receiving-notifications`),
    isWellFormed: true,
    run: withSubscription('plainwire-sub', judgeId),
  },
  {
    id: 'sub-id-type-preserved',
    title: 'The id of a subscription has the type of the id of its request, also where that is 0.',
    ...facts,
    spec: passage(`${PAGE}#receiving-notifications`),
    isWellFormed: true,
    run: withSubscription(0, judgeIdType),
  },
  {
    id: 'sub-ack-subset',
    title: 'The acknowledgement names nothing that was not asked for.',
    ...facts,
    isWellFormed: true,
    run: withSubscription('plainwire-sub', judgeSubset),
  },
  {
    id: 'sub-stays-open',
    title: 'A subscription stays open.',
    ...facts,
    spec: passage(`${PAGE}#opening-a-stream`),
    levels: modern('SHOULD'),
    isWellFormed: true,
    run: withSubscription('plainwire-sub', judgeOpen),
  },
  {
    id: 'sub-missing-filter',
    title: `${METHOD} without notifications is refused with -32602.`,
    ...facts,
    spec: passage(`${PAGE}#opening-a-stream`),
    levels: modern('SHOULD'),
    async run(context) {
      if (Object.keys(filterOf(context.server.capabilities)).length === 0) {
        return skip('capability-absent', 'nothing that can be subscribed to is declared');
      }
      const session = await context.fresh({ handshake: 'none' });
      const reply = await session.request(METHOD, {}, { timeoutMs: ACK_MS });
      return expectError(reply, `${METHOD} without notifications`, [CODES.invalidParams]);
    },
  },
  {
    id: 'sub-cancel-after',
    title: 'Nothing comes for a subscription that was cancelled.',
    ...facts,
    spec: passage('basic/transports/stdio#cancellation'),
    levels: modern('INFO'),
    transports: STDIO,
    isWellFormed: true,
    run: withSubscription('plainwire-sub', judgeCancel),
  },
  {
    id: 'sub-x-accel-buffering',
    title: 'The stream of a subscription has the header X-Accel-Buffering: no.',
    ...facts,
    spec: passage('basic/transports/streamable-http#receiving-messages'),
    levels: modern('SHOULD'),
    transports: HTTP,
    isWellFormed: true,
    run: withSubscription('plainwire-sub', ({ listening }) => {
      const http = listening.http();
      const value = http?.headers['x-accel-buffering'];
      return value === 'no' ? pass() : breach(`X-Accel-Buffering is ${value ?? 'missing'}`, http);
    }),
  },
  {
    id: 'sub-changes-tagged',
    title: 'Changes are told only on subscriptions that asked for them, under their id.',
    subject: 'subscriptions',
    spec: passage(`${PAGE}#receiving-notifications`),
    levels: modern('MUST'),
    transports: EVERY_TRANSPORT,
    judge: judgeChanges,
  },
];
