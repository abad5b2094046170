import { empty, json } from '../base/http-types.js';
import type { Json } from '../base/json.js';
import { isObject } from '../base/json.js';
import {
  answering,
  counter,
  type Deviation,
  errorCode,
  errorInstead,
  isModern,
  metaOf,
  methodOf,
  onError,
  onResult,
  paramsOf,
  readingBody,
  replyInstead,
  resultInstead,
  resultWith,
  sendingAfter,
  sendingBefore,
} from '../deviations.js';
import type { MutantRows } from '../row.js';

const META = 'io.modelcontextprotocol/';

/** Says another version when asked for one. */
const offering = (asked: string, offered: string): Deviation =>
  onResult('initialize', (result, { protocolVersion }) =>
    protocolVersion === asked ? { ...result, protocolVersion: offered } : result,
  );

/** Puts what is missing into the envelope, instead of refusing the request. */
const mending = (mend: (params: Json | undefined) => Json, isBroken: (meta: Json) => boolean): Deviation => ({
  ...readingBody((message) => {
    if (!isObject(message) || message['method'] !== 'server/discover' || !isBroken(metaOf(message)))
      return undefined;
    return { ...message, params: mend(message['params'] as Json | undefined) };
  }),
});

const FULL = { [`${META}protocolVersion`]: '2026-07-28', [`${META}clientCapabilities`]: {} };

/** After a request without envelope everything is read as legacy. */
function latching(): Deviation {
  let isLatched = false;
  return answering((message) => {
    if (!isModern(message)) isLatched = true;
    if (!isLatched || methodOf(message) !== 'server/discover') return 'as usual';
    return {
      message: { jsonrpc: '2.0', id: message['id'], error: { code: -32601, message: 'legacy' } },
      status: 200,
    };
  });
}

/** Drops the revision from what it lists, once the probe has seen it. */
function forgetting(): Deviation {
  const count = counter();
  return onResult('server/discover', (result) =>
    count() > 1 ? { ...result, supportedVersions: ['2030-01-01'] } : result,
  );
}

const capabilities = (change: Json): Deviation =>
  onResult('server/discover', (result) => ({
    ...result,
    capabilities: { ...(result['capabilities'] as Json), ...change },
  }));

const VERSION_ROWS: MutantRows = [
  ...['2024-11-05', '2025-03-26', '2025-06-18'].map((asked) => ({
    check: `life-version-${asked}`,
    deviation: offering(asked, '2019-01-01'),
  })),
  {
    check: 'life-version-2025-11-25',
    revision: '2025-06-18',
    deviation: offering('2025-11-25', '2026-07-28'),
  },
  { check: 'life-version-unknown', deviation: offering('2099-12-31', '2099-12-31') },
  { check: 'life-version-unknown', over: 'stdio', deviation: offering('', '') },
  { check: 'life-version-unknown-latest', deviation: offering('2099-12-31', '2024-11-05') },
  {
    check: 'ver-unsupported',
    deviation: errorInstead('server/discover', { code: -32602 }, wrongVersion, 400),
  },
  {
    check: 'ver-unsupported',
    deviation: errorInstead(
      'server/discover',
      { code: -32022, data: { supported: 'all' } },
      wrongVersion,
      400,
    ),
    reason: /data.supported.*data.requested/,
  },
  {
    check: 'ver-unsupported',
    over: 'stdio',
    deviation: resultInstead('server/discover', {}, wrongVersion),
  },
  {
    check: 'ver-unsupported-names-served',
    deviation: onError('server/discover', (error) => ({ ...error, data: { supported: ['2030-01-01'] } })),
  },
  {
    check: 'meta-clientinfo-optional',
    deviation: errorInstead(
      'server/discover',
      { code: -32602 },
      (message) => metaOf(message)[`${META}clientInfo`] === undefined,
      400,
    ),
  },
];

function wrongVersion(message: Json): boolean {
  return metaOf(message)[`${META}protocolVersion`] === '1900-01-01';
}

const ENVELOPE_ROWS: MutantRows = [
  {
    check: 'meta-no-params',
    deviation: mending(
      () => ({ _meta: FULL }),
      (meta) => Object.keys(meta).length === 0,
    ),
  },
  {
    check: 'meta-missing',
    deviation: replyInstead(
      (_call, message) =>
        methodOf(message) === 'server/discover' && Object.keys(metaOf(message)).length === 0,
      empty(400),
    ),
  },
  {
    check: 'meta-missing-version',
    deviation: mending(
      () => ({ _meta: FULL }),
      (meta) => meta[`${META}protocolVersion`] === undefined,
    ),
  },
  {
    check: 'meta-missing-capabilities',
    over: 'stdio',
    deviation: answering((message) =>
      metaOf(message)[`${META}clientCapabilities`] === undefined && isModern(message)
        ? { message: { jsonrpc: '2.0', id: message['id'], result: { resultType: 'complete' } }, status: 200 }
        : 'as usual',
    ),
  },
  {
    check: 'meta-missing',
    over: 'stdio',
    verdict: 'warn',
    deviation: errorInstead(
      undefined,
      { code: -32000 },
      (message) => methodOf(message) === 'server/discover' && !isModern(message),
    ),
    reason: /legacy/,
  },
  { check: 'era-latch', over: 'stdio', deviation: latching() },
  { check: 'era-latch-notification', over: 'stdio', deviation: latching() },
];

export const LIFECYCLE_ROWS: MutantRows = [
  { check: 'life-init-schema', deviation: resultWith('initialize', { serverInfo: { name: 'x' } }) },
  {
    check: 'life-init-schema',
    over: 'stdio',
    deviation: resultWith('initialize', { serverInfo: undefined }),
  },
  {
    check: 'life-init-missing-params',
    deviation: errorCode('initialize', -32603),
    revision: '2025-03-26',
  },
  {
    check: 'life-init-missing-params',
    over: 'stdio',
    verdict: 'fail',
    deviation: resultInstead(
      'initialize',
      { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } },
      (message) => paramsOf(message)['protocolVersion'] === undefined,
    ),
  },
  {
    check: 'life-preinit-request',
    over: 'stdio',
    deviation: {
      respond: (next) => (message, peer, notify) => {
        if (methodOf(message) === 'tools/list') peer.revision ??= '2025-11-25';
        return next(message, peer, notify);
      },
    },
  },
  {
    check: 'life-double-init',
    over: 'stdio',
    deviation: {
      respond: (next) => async (message, peer, notify) =>
        methodOf(message) === 'initialize' && peer.revision !== undefined
          ? undefined
          : next(message, peer, notify),
    },
  },
  {
    check: 'life-early-requests',
    over: 'stdio',
    deviation: sendingAfter('initialize', () => ({ jsonrpc: '2.0', id: 's1', method: 'roots/list' })),
  },
  { check: 'life-instructions', deviation: { features: { instructions: 42 } } },
  {
    check: 'init-modern-only-names-versions',
    variant: 'modern',
    deviation: replyInstead(
      (_call, message) => methodOf(message) === 'initialize',
      json(400, { jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'Bad request' } }),
    ),
  },
  ...VERSION_ROWS,
  ...ENVELOPE_ROWS,
  { check: 'disc-schema', deviation: resultWith('server/discover', { instructions: ['x'] }) },
  { check: 'disc-cache', deviation: resultWith('server/discover', { ttlMs: -5 }) },
  {
    check: 'disc-cache',
    over: 'stdio',
    deviation: resultWith('server/discover', { cacheScope: 'everyone' }),
  },
  { check: 'disc-serverinfo', deviation: onResult('server/discover', ({ _meta, ...result }) => result) },
  { check: 'disc-lists-version', over: 'stdio', deviation: forgetting() },
  ...['tools', 'resources', 'prompts'].flatMap((name) => [
    {
      check: `cap-declared-${name}`,
      deviation: errorInstead(`${name}/list`, { code: -32601 }),
    },
    {
      check: `cap-undeclared-${name}`,
      variant: 'bare' as const,
      revision: '2025-06-18' as const,
      deviation: resultInstead(`${name}/list`, { [name]: [] }),
    },
  ]),
  {
    check: 'srv-request-undeclared-capability',
    over: 'stdio',
    deviation: sendingBefore('tools/list', () => [
      { jsonrpc: '2.0', id: 's1', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } },
    ]),
  },
  { check: 'ext-id-format', deviation: capabilities({ extensions: { unprefixed: {} } }) },
  {
    check: 'ext-id-format',
    over: 'stdio',
    deviation: capabilities({ extensions: { 'com.example/x': true } }),
    reason: /not an object/,
  },
];
