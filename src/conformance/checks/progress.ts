import type { JsonValue } from '../../protocol/index.js';
import { breach, type Check, EVERY_TRANSPORT, type Judgement, levels, pass, skip } from '../check.js';
import type { CheckContext } from '../context.js';
import type { Traffic } from '../wire/traffic.js';
import type { WireRecord } from '../wire/wire-record.js';
import { pages } from './spec-pages.js';
import { messagesOf, metaOf, unlessMissing } from './traffic-reading.js';

const METHOD = 'notifications/progress';
const FLOW = pages('basic/utilities/progress#progress-flow', 'basic/patterns/progress#progress-flow');
const REQUIREMENTS = pages(
  'basic/utilities/progress#behavior-requirements',
  'basic/patterns/progress#behavior-requirements',
);
const NOTES = pages(
  'basic/utilities/progress#implementation-notes',
  'basic/patterns/progress#implementation-notes',
);

/** Type and value: 7 and "7" are different tokens. */
const tokenKey = (session: string, token: JsonValue | undefined): string =>
  `${session} ${typeof token}:${token}`;

interface ProgressNote {
  readonly record: WireRecord;
  readonly key: string;
  readonly token: JsonValue | undefined;
  readonly progress: JsonValue | undefined;
}

function progressIn(record: WireRecord): ProgressNote[] {
  if (record.direction === 'sent') return [];
  return record.messages.flatMap((message) => {
    if (message.kind !== 'notification' || message.method !== METHOD) return [];
    const { progressToken: token, progress } = message.params ?? {};
    return [{ record, key: tokenKey(record.session, token), token, progress }];
  });
}

/** Tokens that some request gave before. */
function judgeUnsolicited(traffic: Traffic): Judgement {
  const given = new Set<string>();
  for (const record of traffic.records) {
    for (const message of record.messages) {
      if (record.direction !== 'sent' || message.kind !== 'request') continue;
      const token = metaOf(message.params)['progressToken'];
      if (token !== undefined) given.add(tokenKey(record.session, token));
    }
    for (const { key, token } of progressIn(record)) {
      if (given.has(key)) continue;
      return breach(`${METHOD} has the token ${JSON.stringify(token)}, which no request gave`, {
        records: [record],
      });
    }
  }
  return pass();
}

function judgeIncrease(traffic: Traffic): Judgement {
  const last = new Map<string, number>();
  for (const record of traffic.records) {
    for (const { key, progress } of progressIn(record)) {
      const before = last.get(key);
      if (typeof progress !== 'number') continue;
      if (before !== undefined && progress <= before) {
        return breach(`progress went from ${before} to ${progress}; it must increase`, { records: [record] });
      }
      last.set(key, progress);
    }
  }
  return last.size === 0 ? skip('not-applicable', 'no progress was reported') : pass();
}

/** Progress for a request that was answered already. */
function judgeAfterwards(traffic: Traffic): Judgement {
  const tokenOf = new Map<string, string>();
  const over = new Set<string>();
  for (const { message, record } of messagesOf(traffic, 'sent', 'request')) {
    const token = metaOf(message.params)['progressToken'];
    if (token !== undefined)
      tokenOf.set(tokenKey(record.session, message.id as JsonValue), tokenKey(record.session, token));
  }
  if (tokenOf.size === 0) return skip('not-applicable', 'no request gave a progressToken');
  for (const record of traffic.records) {
    for (const { key, token } of progressIn(record)) {
      if (over.has(key)) {
        return breach(`${METHOD} for token ${JSON.stringify(token)} came after the answer`, {
          records: [record],
        });
      }
    }
    for (const message of record.messages) {
      if (record.direction === 'sent' || (message.kind !== 'success' && message.kind !== 'error')) continue;
      const token = tokenOf.get(tokenKey(record.session, message.id as JsonValue));
      if (token !== undefined) over.add(token);
    }
  }
  return pass();
}

/** Tokens that are easily mistaken for none. */
const TOKENS = [0, '', 'plainwire-7'];

async function judgeCalls(context: CheckContext): Promise<Judgement> {
  const callables = await context.callableTools();
  if (callables.length === 0)
    return skip('not-permitted', 'no listed tool may be called; see --call-readonly');
  const session = await context.fresh();
  let seen = 0;
  for (const [index, callable] of callables.slice(0, TOKENS.length).entries()) {
    const token = TOKENS[index] ?? 0;
    const from = session.received.length;
    const params = { name: callable.tool['name'], arguments: callable.arguments };
    await session.request('tools/call', params, { meta: { progressToken: token }, timeoutMs: 4000 });
    for (const note of session.received.slice(from).flatMap(progressIn)) {
      seen += 1;
      if (note.token === token) continue;
      const told = `the token ${JSON.stringify(token)} came back as ${JSON.stringify(note.token)}`;
      return breach(`tools/call of '${params.name}': ${told}`, { records: [note.record] });
    }
  }
  return seen === 0
    ? skip('capability-absent', 'no tool that may be called reports progress')
    : pass(`${seen} reports`);
}

const facts = { subject: 'utilities', levels: levels('MUST'), transports: EVERY_TRANSPORT } as const;

export const PROGRESS_CHECKS: readonly Check[] = [
  {
    id: 'progress-token-echo',
    title: 'Progress is reported under the token that the request gave, of the same type.',
    ...facts,
    spec: FLOW,
    callsTools: 'listed',
    isWellFormed: true,
    run: judgeCalls,
  },
  {
    id: 'progress-unsolicited',
    title: 'Progress is reported only for tokens that a request gave.',
    ...facts,
    spec: REQUIREMENTS,
    judge: (traffic) => unlessMissing(traffic, judgeUnsolicited(traffic)),
  },
  {
    id: 'progress-increases',
    title: 'Progress increases with each report.',
    ...facts,
    spec: FLOW,
    judge: judgeIncrease,
  },
  {
    id: 'progress-stops',
    title: 'No progress is reported after the answer.',
    ...facts,
    spec: NOTES,
    judge: judgeAfterwards,
  },
];
