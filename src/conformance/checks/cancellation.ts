import {
  breach,
  type Check,
  DUPLEX,
  EVERY_TRANSPORT,
  fail,
  type Judgement,
  levels,
  modern,
  pass,
  skip,
} from '../check.js';
import type { CheckContext } from '../context.js';
import { passage } from '../spec-passage.js';
import type { Traffic } from '../wire/traffic.js';
import { expectAlive } from './reply-judgement.js';
import { pages } from './spec-pages.js';
import { messagesOf, SentRequests, unlessMissing } from './traffic-reading.js';

const METHOD = 'notifications/cancelled';
const ERRORS = pages(
  'basic/utilities/cancellation#error-handling',
  'basic/patterns/cancellation#error-handling',
);
const REQUIREMENTS = pages(
  'basic/utilities/cancellation#behavior-requirements',
  'basic/patterns/cancellation#behavior-requirements',
);
/** An answer that was under way when the cancellation came is no breach. */
const GRACE_MS = 500;
const WAIT_MS = 3000;

async function judgeUnknown(context: CheckContext): Promise<Judgement> {
  const session = await context.session();
  const from = session.received.length;
  await session.notify(METHOD, { requestId: 'plainwire-never-sent', reason: 'test' });
  const { records, alive } = await session.quiet({ from, quietMs: 200 });
  const answer = records.find(({ messages }) => messages.some(({ kind }) => kind === 'success'));
  // basic#notifications: no notification is answered, whatever is in it.
  if (answer !== undefined) return fail(`${METHOD} was answered`, { records: [answer] });
  return expectAlive(alive, `${METHOD} for a request that was never sent`);
}

async function judgeInFlight(context: CheckContext): Promise<Judgement> {
  const [callable] = await context.callableTools();
  if (callable === undefined) return skip('not-permitted', 'no listed tool may be called; see --allow-calls');
  const session = await context.fresh();
  const id = session.nextId();
  const params = { name: callable.tool['name'], arguments: callable.arguments };
  const answered = session.request('tools/call', params, { id, timeoutMs: WAIT_MS });
  await context.delay(50);
  if (session.received.some(({ answers }) => answers === 'tools/call')) {
    return skip('could-not-test', `'${params.name}' is answered before it can be cancelled`);
  }
  const cancelledAt = performance.now();
  await session.notify(METHOD, { requestId: id });
  const reply = await answered;
  const lateMs = Math.round(performance.now() - cancelledAt);
  if (reply.kind === 'silence' || lateMs < GRACE_MS) return pass();
  return breach(`'${params.name}' was answered ${lateMs} ms after it was cancelled`, reply);
}

/** A server cancels nothing but subscriptions. 2026-07-28 basic/patterns/cancellation */
function judgeFromServer(traffic: Traffic): Judgement {
  const requests = new SentRequests(traffic);
  for (const { message, record } of messagesOf(traffic, 'received', 'notification')) {
    if (message.method !== METHOD) continue;
    const id = message.params?.['requestId'];
    const isId = typeof id === 'string' || typeof id === 'number';
    const method = isId ? requests.for(id, record)?.message.method : undefined;
    if (method === 'subscriptions/listen') continue;
    return breach(`the server cancelled ${method ?? 'what was never asked'}; only subscriptions may be`, {
      records: [record],
    });
  }
  return pass();
}

export const CANCELLATION_CHECKS: readonly Check[] = [
  {
    id: 'cancel-unknown',
    title: 'A cancellation of an unknown request is ignored.',
    subject: 'utilities',
    spec: ERRORS,
    levels: levels('SHOULD'),
    transports: EVERY_TRANSPORT,
    isDestructive: true,
    run: judgeUnknown,
  },
  {
    id: 'cancel-in-flight',
    title: 'A request that was cancelled is not answered any more.',
    subject: 'utilities',
    spec: REQUIREMENTS,
    levels: levels('INFO'),
    transports: DUPLEX,
    callsTools: 'listed',
    isWellFormed: true,
    run: judgeInFlight,
  },
  {
    id: 'cancelled-by-server',
    title: 'The server cancels nothing but subscriptions.',
    subject: 'utilities',
    spec: passage('basic/patterns/cancellation'),
    levels: modern('MUST'),
    transports: EVERY_TRANSPORT,
    judge: (traffic) => unlessMissing(traffic, judgeFromServer(traffic)),
  },
];
