import { isJsonObject, META } from '../../protocol/index.js';
import {
  breach,
  type Check,
  EVERY_TRANSPORT,
  type Judgement,
  legacy,
  levels,
  modern,
  pass,
  skip,
} from '../check.js';
import { type CheckContext, declares } from '../context.js';
import { passage } from '../spec-passage.js';
import type { Traffic } from '../wire/traffic.js';
import { CODES, eachInTurn, expectError, expectResult } from './reply-judgement.js';
import { messagesOf, metaOf, unlessMissing } from './traffic-reading.js';

const METHOD = 'logging/setLevel';
const ERRORS = passage('server/utilities/logging#error-handling');
const CAPABILITY = passage('server/utilities/logging#capabilities');
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

const setLevel = async (context: CheckContext, level: string) =>
  (await context.session()).request(METHOD, { level });

/** The capabilities that a server declared in a handshake anywhere in the traffic; undefined when there was none. */
function declaresLogging(traffic: Traffic): boolean | undefined {
  let declared: boolean | undefined;
  for (const { message, record } of messagesOf(traffic, 'received', 'success')) {
    if (record.answers !== 'initialize' && record.answers !== 'server/discover') continue;
    const { capabilities } = message.result;
    if (isJsonObject(capabilities)) declared = declared === true || declares(capabilities, 'logging');
  }
  return declared;
}

function judgeUndeclared(traffic: Traffic): Judgement {
  const isDeclared = declaresLogging(traffic);
  if (isDeclared !== false) return isDeclared === true ? pass('logging is declared') : pass();
  const seen = messagesOf(traffic, 'received', 'notification').find(
    ({ message }) => message.method === 'notifications/message',
  );
  if (seen === undefined) return pass();
  return breach('notifications/message came although logging is not declared', { records: [seen.record] });
}

/** Sessions in which some request has asked for log messages. */
function judgeUnasked(traffic: Traffic): Judgement {
  const asked = new Set<string>();
  for (const record of traffic.records) {
    for (const message of record.messages) {
      if (record.direction === 'sent' && message.kind === 'request') {
        if (metaOf(message.params)[META.LOG_LEVEL] !== undefined) asked.add(record.session);
      }
      const isLog = message.kind === 'notification' && message.method === 'notifications/message';
      if (record.direction === 'received' && isLog && !asked.has(record.session)) {
        return breach('notifications/message came although no request had a logLevel', { records: [record] });
      }
    }
  }
  return pass();
}

const facts = { subject: 'logging', transports: EVERY_TRANSPORT } as const;

export const LOGGING_CHECKS: readonly Check[] = [
  {
    id: 'logging-set',
    title: 'Every level of RFC 5424 can be set.',
    ...facts,
    needs: 'logging',
    spec: { legacy: passage('server/utilities/logging#setting-log-level') },
    levels: legacy('MUST'),
    isWellFormed: true,
    run: (context) =>
      eachInTurn(LEVELS, async (level) => expectResult(await setLevel(context, level), `${METHOD} ${level}`)),
  },
  {
    id: 'logging-invalid-level',
    title: 'An unknown level is refused with -32602.',
    ...facts,
    needs: 'logging',
    spec: ERRORS,
    levels: legacy('SHOULD'),
    run: async (context) =>
      expectError(await setLevel(context, 'bogus'), `${METHOD} bogus`, [CODES.invalidParams]),
  },
  {
    id: 'logging-undeclared',
    title: `${METHOD} is refused with -32601 where logging is not declared.`,
    ...facts,
    spec: CAPABILITY,
    levels: legacy('SHOULD'),
    async run(context) {
      if (declares(context.server.capabilities, 'logging'))
        return skip('not-applicable', 'logging is declared');
      const reply = await setLevel(context, 'info');
      return expectError(reply, `${METHOD} without the capability`, [CODES.methodNotFound]);
    },
  },
  {
    id: 'logging-undeclared-messages',
    title: 'No log messages come from a server that does not declare logging.',
    ...facts,
    spec: CAPABILITY,
    levels: levels('MUST'),
    judge: judgeUndeclared,
  },
  {
    id: 'log-level-invalid',
    title: 'A request with an unknown logLevel is refused with -32602.',
    ...facts,
    needs: 'logging',
    spec: ERRORS,
    levels: modern('SHOULD'),
    async run(context) {
      const session = await context.session();
      const reply = await session.request('server/discover', undefined, {
        meta: { [META.LOG_LEVEL]: 'bogus' },
      });
      return expectError(reply, 'server/discover with logLevel bogus', [CODES.invalidParams]);
    },
  },
  {
    id: 'log-no-level-silent',
    title: 'No log messages come for requests that do not ask for them.',
    ...facts,
    spec: passage('server/utilities/logging#per-request-log-level'),
    levels: modern('MUST'),
    judge: (traffic) => unlessMissing(traffic, judgeUnasked(traffic)),
  },
];
