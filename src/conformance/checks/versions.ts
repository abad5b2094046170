import { eraOf, META, REVISIONS, type Revision } from '../../protocol/index.js';
import {
  breach,
  type Check,
  EVERY_TRANSPORT,
  info,
  type Judgement,
  legacy,
  modern,
  pass,
  skip,
} from '../check.js';
import { passage } from '../spec-passage.js';
import type { Reply } from '../wire/wire-session.js';
import { initializeWith } from './lifecycle.js';
import { CODES, describe, eachInTurn, expectRefusal, expectResult, worst } from './reply-judgement.js';

const NEGOTIATION = passage('basic/lifecycle#version-negotiation');
const MODERN_NEGOTIATION = passage('basic/versioning#protocol-version-negotiation');
const LEGACY = REVISIONS.filter((revision) => eraOf(revision) === 'legacy');
const UNKNOWN = ['1999-01-01', '2099-12-31', ''];
const NO_VERSION = '1900-01-01';

const isLegacy = (version: unknown): version is Revision => (LEGACY as readonly unknown[]).includes(version);

/** Asking for a revision gives it, or another that has a handshake. */
function versionCheck(asked: Revision): Check {
  return {
    id: `life-version-${asked}`,
    title: `Asked for ${asked}, the server agrees or offers another version that it supports.`,
    subject: 'lifecycle',
    spec: NEGOTIATION,
    levels: legacy('MUST'),
    transports: EVERY_TRANSPORT,
    usesOwnSessions: true,
    isWellFormed: true,
    oncePerEra: true,
    async run(context) {
      const { reply } = await initializeWith(context, { protocolVersion: asked });
      if (reply.kind === 'error') return info(`initialize for ${asked} got ${describe(reply)}`, reply);
      if (reply.kind !== 'result') return breach(`initialize for ${asked} got ${describe(reply)}`, reply);
      const { protocolVersion } = reply.result;
      if (protocolVersion === asked) return pass(`${asked} is served`, reply);
      if (isLegacy(protocolVersion)) return pass(`${asked} is not served: ${protocolVersion} instead`, reply);
      return breach(
        `initialize for ${asked} was answered with protocolVersion ${JSON.stringify(protocolVersion)}, which is no version with a handshake`,
        reply,
      );
    },
  };
}

function judgeUnknown(asked: string, reply: Reply): Judgement {
  if (reply.kind === 'error') return pass(undefined, reply);
  if (reply.kind !== 'result') {
    return breach(`initialize for version ${JSON.stringify(asked)} got ${describe(reply)}`, reply);
  }
  const { protocolVersion } = reply.result;
  if (isLegacy(protocolVersion)) return pass(undefined, reply);
  const echo = protocolVersion === asked ? 'the same' : JSON.stringify(protocolVersion);
  return breach(
    `asked for version ${JSON.stringify(asked)}, which does not exist, the server agreed on ${echo}`,
    reply,
  );
}

const LEGACY_CHECKS: readonly Check[] = [
  ...LEGACY.map(versionCheck),
  {
    id: 'life-version-unknown',
    title: 'Asked for a version that does not exist, the server offers one that does, or refuses.',
    subject: 'lifecycle',
    spec: NEGOTIATION,
    levels: legacy('MUST'),
    transports: EVERY_TRANSPORT,
    usesOwnSessions: true,
    oncePerEra: true,
    run: (context) =>
      eachInTurn(UNKNOWN, async (protocolVersion) => {
        const { reply } = await initializeWith(context, { protocolVersion });
        return judgeUnknown(protocolVersion, reply);
      }),
  },
  {
    id: 'life-version-unknown-latest',
    title: 'Asked for a version that does not exist, the server offers its latest.',
    subject: 'lifecycle',
    spec: NEGOTIATION,
    levels: legacy('SHOULD'),
    transports: EVERY_TRANSPORT,
    usesOwnSessions: true,
    oncePerEra: true,
    async run(context) {
      const { reply } = await initializeWith(context, { protocolVersion: '2099-12-31' });
      if (reply.kind !== 'result')
        return skip('not-applicable', `the version was refused: ${describe(reply)}`);
      const latest = context.server.served.filter(isLegacy).sort().at(-1);
      const { protocolVersion } = reply.result;
      if (latest === undefined || protocolVersion === latest) return pass(undefined, reply);
      return breach(
        `asked for 2099-12-31 the server offered ${JSON.stringify(protocolVersion)}, although it serves ${latest}`,
        reply,
      );
    },
  },
];

const withVersion = (version: string) => ({
  meta: { [META.PROTOCOL_VERSION]: version },
  headers: { 'mcp-protocol-version': version },
});

const MODERN_CHECKS: readonly Check[] = [
  {
    id: 'ver-unsupported',
    title:
      'A request with an unknown version is refused with -32022, the list of versions and the one asked for.',
    subject: 'lifecycle',
    spec: MODERN_NEGOTIATION,
    levels: modern('MUST'),
    transports: EVERY_TRANSPORT,
    async run(context) {
      const session = await context.session();
      const sent = `server/discover with version ${NO_VERSION}`;
      const reply = await session.request('server/discover', undefined, withVersion(NO_VERSION));
      const judged = expectRefusal(reply, sent, CODES.unsupportedVersion, 400);
      if (reply.kind !== 'error' || judged.kind !== 'pass') return judged;
      const data = (reply.error.data ?? {}) as { supported?: unknown; requested?: unknown };
      const problems: Judgement[] = [];
      if (!Array.isArray(data.supported) || !data.supported.every((each) => typeof each === 'string')) {
        problems.push(breach(`${sent}: error.data.supported is no list of versions`, reply));
      }
      if (data.requested !== NO_VERSION) {
        const told = JSON.stringify(data.requested);
        problems.push(breach(`${sent}: error.data.requested is ${told}, not what was asked for`, reply));
      }
      return problems.length === 0 ? judged : worst(problems);
    },
  },
  {
    id: 'ver-unsupported-names-served',
    title: 'The versions named in a refusal are those that are served.',
    subject: 'lifecycle',
    spec: MODERN_NEGOTIATION,
    levels: modern('MUST'),
    transports: EVERY_TRANSPORT,
    async run(context) {
      const session = await context.session();
      const reply = await session.request('server/discover', undefined, withVersion(NO_VERSION));
      const supported =
        reply.kind === 'error' ? (reply.error.data as { supported?: unknown })?.supported : undefined;
      if (!Array.isArray(supported))
        return skip('could-not-test', `the version was not refused: ${describe(reply)}`);
      if (supported.includes(context.revision)) return pass(undefined, reply);
      return breach(
        `error.data.supported is ${JSON.stringify(supported)}, without ${context.revision}, which is served`,
        reply,
      );
    },
  },
  {
    id: 'meta-clientinfo-optional',
    title: 'A request without clientInfo is served.',
    subject: 'lifecycle',
    spec: passage('basic/index#meta'),
    levels: modern('MUST'),
    transports: EVERY_TRANSPORT,
    isWellFormed: true,
    async run(context) {
      const session = await context.session();
      const reply = await session.request('server/discover', undefined, {
        meta: { [META.CLIENT_INFO]: undefined },
      });
      return expectResult(reply, 'server/discover without clientInfo');
    },
  },
];

export const VERSION_CHECKS: readonly Check[] = [...LEGACY_CHECKS, ...MODERN_CHECKS];
