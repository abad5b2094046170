import {
  breach,
  type Check,
  EVERY_TRANSPORT,
  fail,
  info,
  type Judgement,
  legacy,
  levels,
  modern,
  pass,
  skip,
  warn,
} from '../check.js';
import type { CheckContext } from '../context.js';
import { passage } from '../spec-passage.js';
import { initializeParams } from '../wire/frames.js';
import { CODES, describe, expectError } from './reply-judgement.js';
import { pages } from './spec-pages.js';

const INITIALIZATION = passage('basic/lifecycle#initialization');

/** Asks `initialize` in a session in which nothing was said yet. */
export async function initializeWith(context: CheckContext, overrides: Record<string, undefined | string>) {
  const session = await context.fresh({ handshake: 'none' });
  const params = initializeParams(context.revision, {}, overrides);
  return { session, reply: await session.request('initialize', params) };
}

export const LIFECYCLE_CHECKS: readonly Check[] = [
  {
    id: 'life-init-schema',
    title: 'The answer to initialize is an InitializeResult of the schema.',
    subject: 'lifecycle',
    spec: INITIALIZATION,
    levels: legacy('MUST'),
    transports: EVERY_TRANSPORT,
    usesOwnSessions: true,
    isWellFormed: true,
    async run(context) {
      const { reply } = await initializeWith(context, {});
      if (reply.kind !== 'result') return breach(`initialize got ${describe(reply)}`, reply);
      const findings = reply.records.flatMap((record) => record.findings);
      const [first] = findings;
      if (first === undefined) return pass(undefined, reply);
      return breach(`the result of initialize: ${first.path} ${first.message}`, reply);
    },
  },
  {
    id: 'life-init-missing-params',
    title: 'An initialize without its parameters is refused with -32602.',
    subject: 'lifecycle',
    spec: pages('basic/lifecycle#error-handling', 'basic/versioning'),
    levels: legacy('SHOULD'),
    transports: EVERY_TRANSPORT,
    usesOwnSessions: true,
    async run(context) {
      const session = await context.fresh({ handshake: 'none' });
      const reply = await session.request('initialize', {});
      if (reply.kind === 'result') return fail('initialize with params {} was answered with a result', reply);
      return expectError(reply, 'initialize with params {}', [CODES.invalidParams]);
    },
  },
  {
    id: 'life-preinit-request',
    title: 'A request before initialize is refused.',
    subject: 'lifecycle',
    spec: INITIALIZATION,
    levels: legacy('INFO'),
    transports: EVERY_TRANSPORT,
    usesOwnSessions: true,
    oncePerEra: true,
    async run(context) {
      const session = await context.fresh({ handshake: 'none' });
      const reply = await session.request('tools/list', {}, { timeoutMs: 2000 });
      if (reply.kind === 'error' || reply.kind === 'refused') {
        return pass(`tools/list before initialize got ${describe(reply)}`, reply);
      }
      return info(`tools/list before initialize got ${describe(reply)}`, reply);
    },
  },
  {
    id: 'life-double-init',
    title: 'A second initialize in a session is answered.',
    subject: 'lifecycle',
    spec: INITIALIZATION,
    levels: legacy('INFO'),
    transports: EVERY_TRANSPORT,
    usesOwnSessions: true,
    async run(context) {
      const session = await context.fresh();
      const reply = await session.request('initialize', initializeParams(context.revision, {}), {
        timeoutMs: 2000,
      });
      const told = `a second initialize got ${describe(reply)}`;
      return reply.kind === 'silence' || reply.kind === 'ended' ? info(told, reply) : pass(told, reply);
    },
  },
  {
    id: 'life-early-requests',
    title: 'Before notifications/initialized the server sends no requests other than ping.',
    subject: 'lifecycle',
    spec: INITIALIZATION,
    levels: legacy('SHOULD'),
    transports: EVERY_TRANSPORT,
    usesOwnSessions: true,
    isWellFormed: true,
    async run(context) {
      const session = await context.fresh({ handshake: 'initialize' });
      await session.quiet({ quietMs: 300 });
      for (const record of session.received) {
        for (const message of record.messages) {
          if (message.kind === 'request' && message.method !== 'ping') {
            return breach(`${message.method} came before notifications/initialized was sent`, {
              records: [record],
            });
          }
        }
      }
      return pass();
    },
  },
  {
    id: 'life-instructions',
    title: 'instructions is a string when it is there.',
    subject: 'lifecycle',
    spec: pages('basic/lifecycle#initialization', 'server/discover#discoverresult'),
    levels: levels('INFO'),
    transports: EVERY_TRANSPORT,
    isWellFormed: true,
    async run({ server }) {
      const { instructions } = server;
      if (instructions === undefined || typeof instructions === 'string') return pass();
      return breach(`instructions is ${JSON.stringify(instructions).slice(0, 80)}, not a string`);
    },
  },
  {
    id: 'init-modern-only-names-versions',
    title: 'A server without legacy revisions names what it supports when it refuses initialize.',
    subject: 'lifecycle',
    spec: passage('basic/versioning#backward-compatibility-with-initialization-based-versions'),
    levels: modern('SHOULD'),
    transports: EVERY_TRANSPORT,
    usesOwnSessions: true,
    run: refusedInitialize,
  },
];

async function refusedInitialize(context: CheckContext): Promise<Judgement> {
  const { served } = context.server;
  if (served.some((revision) => revision < '2026-07-28')) {
    return skip('not-applicable', 'the server serves legacy revisions');
  }
  const session = await context.fresh({ handshake: 'none' });
  const headers = { 'mcp-protocol-version': undefined, 'mcp-method': undefined };
  const params = initializeParams('2025-11-25', {});
  const reply = await session.request('initialize', params, { meta: null, headers });
  if (reply.kind === 'result') return warn('initialize was answered with a result', reply);
  const told = reply.kind === 'error' ? JSON.stringify(reply.error) : (reply.http?.body ?? '');
  if (served.some((revision) => told.includes(revision))) return pass(undefined, reply);
  return breach(
    `initialize got ${describe(reply)}, which names none of the versions ${served.join(', ')}`,
    reply,
  );
}
