// Frames that are no right requests: the server lives on, and says what was wrong.
import type { Era, JsonObject, Revision } from '../../protocol/index.js';
import { breach, type Check, EVERY_TRANSPORT, type Judgement, levels, pass, STDIO } from '../check.js';
import type { CheckContext } from '../context.js';
import { envelopeMeta } from '../wire/frames.js';
import type { WireRecord } from '../wire/wire-record.js';
import type { Reply, WireSession } from '../wire/wire-session.js';
import { FENCE_MS, fence } from './fence.js';
import { LIVENESS } from './jsonrpc.js';
import { CODES, expectAlive, expectError } from './reply-judgement.js';
import { JSON_RPC_ERRORS, JSON_RPC_REQUEST, STDIO_PAGE } from './spec-pages.js';

interface Malformed {
  readonly kind: string;
  /** In the words of a reason. */
  readonly what: string;
  readonly codes: readonly number[];
  /** From a right request to the frame. */
  readonly frame: (right: JsonObject) => string | Uint8Array;
}

const { parseError, invalidRequest, invalidParams } = CODES;
const changed = (change: (right: JsonObject) => object) => (right: JsonObject) =>
  JSON.stringify(change(right));
const without = (name: string) => changed(({ [name]: _left, ...rest }) => rest);
const having = (members: object) => changed((right) => ({ ...right, ...members }));

function invalidUtf8(right: JsonObject): Uint8Array {
  const bytes = new TextEncoder().encode(JSON.stringify({ ...right, id: 'a~b' }));
  return bytes.map((byte) => (byte === 0x7e ? 0xff : byte));
}

const MALFORMED: readonly Malformed[] = [
  {
    kind: 'truncated',
    what: 'a request that breaks off',
    codes: [parseError],
    frame: (right) => JSON.stringify(right).slice(0, -5),
  },
  { kind: 'garbage', what: 'text that is no JSON', codes: [parseError], frame: () => 'this is no JSON }{' },
  { kind: 'empty-object', what: '{}', codes: [invalidRequest], frame: () => '{}' },
  { kind: 'array-empty', what: '[]', codes: [invalidRequest], frame: () => '[]' },
  { kind: 'string', what: 'a JSON string', codes: [invalidRequest], frame: () => '"ping"' },
  { kind: 'number', what: 'a number', codes: [invalidRequest], frame: () => '42' },
  { kind: 'null', what: 'null', codes: [invalidRequest], frame: () => 'null' },
  { kind: 'no-method', what: 'a request without method', codes: [invalidRequest], frame: without('method') },
  {
    kind: 'method-number',
    what: 'a request whose method is a number',
    codes: [invalidRequest],
    frame: having({ method: 42 }),
  },
  {
    kind: 'jsonrpc-1.0',
    what: 'a request with jsonrpc "1.0"',
    codes: [invalidRequest],
    frame: having({ jsonrpc: '1.0' }),
  },
  {
    kind: 'no-jsonrpc',
    what: 'a request without jsonrpc',
    codes: [invalidRequest],
    frame: without('jsonrpc'),
  },
  {
    kind: 'params-array',
    what: 'a request whose params are an array',
    codes: [invalidParams, invalidRequest],
    frame: having({ params: [1] }),
  },
  {
    kind: 'params-string',
    what: 'a request whose params are a string',
    codes: [invalidParams, invalidRequest],
    frame: having({ params: 'x' }),
  },
  { kind: 'id-null', what: 'a request with id null', codes: [invalidRequest], frame: having({ id: null }) },
  { kind: 'id-float', what: 'a request with id 1.5', codes: [invalidRequest], frame: having({ id: 1.5 }) },
  {
    kind: 'id-object',
    what: 'a request whose id is an object',
    codes: [invalidRequest],
    frame: having({ id: {} }),
  },
  { kind: 'invalid-utf8', what: 'a frame that is not UTF-8', codes: [parseError], frame: invalidUtf8 },
];

/** The request that each frame is made from. */
function rightRequest(era: Era, revision: Revision, id: number): JsonObject {
  const params = era === 'modern' ? { _meta: envelopeMeta(revision, {}) } : {};
  return { jsonrpc: '2.0', id, method: LIVENESS[era], params };
}

/** Headers that a body without a readable method cannot give. */
function headersOf({ era, revision }: CheckContext): Record<string, string> {
  return era === 'modern' ? { 'mcp-protocol-version': revision, 'mcp-method': LIVENESS.modern } : {};
}

const SILENCE_MS = 4000;

const surviveCheck = ({ kind, what, frame }: Malformed): Check => ({
  id: `rpc-survive-${kind}`,
  title: `The server goes on after ${what}.`,
  subject: 'json-rpc',
  spec: JSON_RPC_REQUEST,
  levels: levels('MUST'),
  transports: EVERY_TRANSPORT,
  isDestructive: true,
  async run(context) {
    const session = await context.session();
    const right = rightRequest(context.era, context.revision, session.nextId());
    await session.send(frame(right), { headers: headersOf(context) });
    return expectAlive(await session.ping(), what);
  },
});

const invalidCheck = (malformed: Malformed): Check => ({
  id: `rpc-invalid-${malformed.kind}`,
  title: `${capital(malformed.what)} is refused with ${malformed.codes.join(' or ')}.`,
  subject: 'json-rpc',
  spec: JSON_RPC_ERRORS,
  levels: levels('SHOULD'),
  transports: EVERY_TRANSPORT,
  isDestructive: true,
  run: (context) => judgeRefusal(context, malformed),
});

async function judgeRefusal(context: CheckContext, { what, codes, frame }: Malformed): Promise<Judgement> {
  const session = await context.session();
  const bytes = frame(rightRequest(context.era, context.revision, session.nextId()));
  const reply = await replyTo(context, session, bytes);
  const judged = expectError(reply, what, codes);
  // An id that is none may come back as it was: the error is there, although it is no message.
  const isRefused = reply.records.some((record) => codes.includes(errorCodeIn(record)));
  return judged.kind === 'breach' && isRefused ? pass(undefined, reply) : judged;
}

/** `error.code` of a frame that is no message but JSON; NaN when there is none. */
function errorCodeIn({ direction, text, messages }: WireRecord): number {
  if (direction === 'sent' || messages.every(({ kind }) => kind !== 'fault')) return Number.NaN;
  try {
    const value = JSON.parse(text) as { readonly error?: { readonly code?: unknown } } | null;
    return Number(value?.error?.code ?? Number.NaN);
  } catch {
    return Number.NaN;
  }
}

/** Over HTTP an answer of some kind always comes. Elsewhere many servers stay silent, and there are many frames. */
async function replyTo(
  context: CheckContext,
  session: WireSession,
  bytes: string | Uint8Array,
): Promise<Reply> {
  const options = { orWithoutId: true, headers: headersOf(context) };
  if (context.transport === 'http') return session.exchange(bytes, options);
  const from = session.received.length;
  const answered = session.exchange(bytes, { ...options, timeoutMs: SILENCE_MS });
  const passedBy = fence(session).then((restMs) => context.delay(restMs));
  const first = await Promise.race([answered, passedBy]);
  if (first !== undefined) return first;
  // The same words for the same silence, however busy the machine is.
  return { kind: 'silence', waitedMs: FENCE_MS, records: unlikePings(session, from) };
}

/** What came that is no answer to a ping: shown when nothing else is there to show. */
const unlikePings = (session: WireSession, from: number): WireRecord[] =>
  session.received.slice(from).filter(({ answers }) => answers === undefined);

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export const MALFORMED_CHECKS: readonly Check[] = [
  ...MALFORMED.map(surviveCheck),
  ...MALFORMED.map(invalidCheck),
  {
    id: 'rpc-empty-line-ignored',
    title: 'An empty line is not answered.',
    subject: 'stdio',
    spec: STDIO_PAGE,
    levels: levels('SHOULD'),
    transports: STDIO,
    isDestructive: true,
    async run(context) {
      const session = await context.session();
      const from = session.received.length;
      await session.write('\n');
      const { records, alive } = await session.quiet({ from });
      const answer = records.find(({ messages }) =>
        messages.some(({ kind }) => kind === 'error' || kind === 'success'),
      );
      if (answer === undefined) return expectAlive(alive, 'an empty line');
      return breach(`an empty line was answered with ${answer.text.slice(0, 120)}`, { records: [answer] });
    },
  },
];
