import { encodeMessage, request } from '../../protocol/index.js';
import { breach, type Check, type Judgement, levels, pass, STDIO } from '../check.js';
import type { CheckContext } from '../context.js';
import { passage } from '../spec-passage.js';
import { envelopeMeta } from '../wire/frames.js';
import type { Traffic } from '../wire/traffic.js';
import type { WireRecord } from '../wire/wire-record.js';
import type { WireSession } from '../wire/wire-session.js';
import { LIVENESS } from './jsonrpc.js';
import { expectResult } from './reply-judgement.js';
import { STDIO_PAGE, UTF8 } from './spec-pages.js';
import { messagesOf } from './traffic-reading.js';

const MiB = 1024 * 1024;

/** A request that any server answers. */
function frameOf({ era, revision }: CheckContext, id: number | string, padding?: string): string {
  const meta = {
    ...(era === 'modern' ? envelopeMeta(revision, {}) : {}),
    ...(padding === undefined ? {} : { 'com.example/padding': padding }),
  };
  return encodeMessage(request(id, LIVENESS[era], { _meta: meta }));
}

const isResultFor =
  (id: number | string) =>
  ({ messages }: WireRecord): boolean =>
    messages.some((message) => message.kind === 'success' && message.id === id);

const isNoMessage = (record: WireRecord): boolean =>
  record.direction === 'received' && record.messages.some(({ kind }) => kind === 'fault');

function judgePurity(traffic: Traffic): Judgement {
  const impure = traffic.records.filter(isNoMessage);
  const [first] = impure;
  if (first === undefined) return pass();
  return breach(
    `${impure.length} lines on stdout are no MCP message, such as ${JSON.stringify(first.text.slice(0, 80))}`,
    { records: impure.slice(0, 3) },
  );
}

/** How many lines a message that was broken at its line feeds may have. */
const MAX_JOINED = 500;

/** Lines that make a JSON object only together are one message with line feeds in it. */
function judgeNewlines(traffic: Traffic): Judgement {
  const bySession = new Map<string, WireRecord[]>();
  for (const record of traffic.records) {
    if (record.direction === 'sent') continue;
    const records = bySession.get(record.session) ?? [];
    records.push(record);
    bySession.set(record.session, records);
  }
  for (const records of bySession.values()) {
    for (let start = 0; start < records.length; start += 1) {
      const first = records[start];
      if (first === undefined || !isNoMessage(first) || !first.text.trimStart().startsWith('{')) continue;
      const joined = joinLines(records.slice(start, start + MAX_JOINED));
      if (joined === undefined) continue;
      return breach(`one message was written on ${joined} lines`, { records: [first] });
    }
  }
  return pass();
}

/** The number of lines that are one JSON object together. */
function joinLines(records: readonly WireRecord[]): number | undefined {
  let text = '';
  for (const [index, record] of records.entries()) {
    if (!isNoMessage(record)) return undefined;
    text += `${record.text}\n`;
    if (index === 0 || !record.text.trimEnd().endsWith('}')) continue;
    try {
      JSON.parse(text);
      return index + 1;
    } catch {
      // not complete yet
    }
  }
  return undefined;
}

async function judgeManyPerChunk(context: CheckContext): Promise<Judgement> {
  const session = await context.session();
  const ids = [session.nextId(), session.nextId(), session.nextId()];
  const from = session.received.length;
  await session.write(ids.map((id) => `${frameOf(context, id)}\n`).join(''));
  const answers = await Promise.all(ids.map((id) => session.next(isResultFor(id), { from })));
  const count = answers.filter((answer) => answer !== undefined).length;
  if (count === ids.length) return pass();
  return breach(`of 3 requests in one write ${count} were answered`, {
    records: session.received.slice(from),
  });
}

async function judgeSplitCharacter(context: CheckContext): Promise<Judgement> {
  const session = await context.session();
  const id = `é✓🦊${session.nextId()}`;
  const bytes = new TextEncoder().encode(`${frameOf(context, id)}\n`);
  // The first byte above 0x7f begins é; the cut goes between its two bytes.
  const cut = bytes.findIndex((byte) => byte > 0x7f) + 1;
  const from = session.received.length;
  await session.write(bytes.subarray(0, cut));
  await context.delay(50);
  await session.write(bytes.subarray(cut));
  const answer = await session.next(isResultFor(id), { from });
  if (answer !== undefined) return pass();
  const came = session.received.slice(from);
  return breach(
    `a request with id ${id}, written in two parts, got ${came[0]?.text.slice(0, 120) ?? 'no answer'}`,
    {
      records: came,
    },
  );
}

export async function judgeExit(session: WireSession, how: string, timeoutMs: number): Promise<Judgement> {
  const { process } = session;
  if (process === undefined) return pass();
  const end = await process.exit(timeoutMs);
  if (end === undefined) return breach(`${how} the process was still there after ${timeoutMs / 1000} s`);
  return pass(`exit ${end.signal ?? end.code}`);
}

const quietly = { subject: 'stdio', transports: STDIO } as const;

export const STDIO_CHECKS: readonly Check[] = [
  {
    id: 'stdio-stdout-pure',
    title: 'Every line on stdout is an MCP message.',
    ...quietly,
    spec: STDIO_PAGE,
    levels: levels('MUST'),
    judge: judgePurity,
  },
  {
    id: 'stdio-no-embedded-newline',
    title: 'A message has no line feeds in it.',
    ...quietly,
    spec: STDIO_PAGE,
    levels: levels('MUST'),
    judge: judgeNewlines,
  },
  {
    id: 'stdio-stderr-ok',
    title: 'The server may write to stderr; how much is told.',
    ...quietly,
    spec: STDIO_PAGE,
    levels: levels('INFO'),
    judge({ processes }) {
      const largest = Math.max(0, ...processes.map(({ stderrBytes }) => stderrBytes));
      const told = `up to ${largest} bytes on stderr in ${processes.length} processes`;
      return largest > MiB
        ? breach(`${told}; more than 1 MiB fills the pipe of a client that does not read it`)
        : pass(told);
    },
  },
  {
    id: 'stdio-1MiB-line',
    title: 'A line of 1 MiB is answered.',
    ...quietly,
    spec: STDIO_PAGE,
    levels: levels('INFO'),
    isDestructive: true,
    async run(context) {
      const session = await context.session();
      const frame = frameOf(context, session.nextId(), 'x'.repeat(MiB));
      return expectResult(await session.exchange(frame, { timeoutMs: 10_000 }), 'a request of 1 MiB');
    },
  },
  {
    id: 'stdio-crlf',
    title: 'A line that ends with CR LF is answered.',
    ...quietly,
    spec: STDIO_PAGE,
    levels: levels('SHOULD'),
    isDestructive: true,
    async run(context) {
      const session = await context.session();
      const id = session.nextId();
      const reply = await session.exchange(`${frameOf(context, id)}\r`, { id });
      return expectResult(reply, 'a request that ends with CR LF');
    },
  },
  {
    id: 'stdio-many-per-chunk',
    title: 'Several messages in one write are all answered.',
    ...quietly,
    spec: STDIO_PAGE,
    levels: levels('MUST'),
    isDestructive: true,
    run: judgeManyPerChunk,
  },
  {
    id: 'stdio-split-utf8',
    title: 'A character that is split between two writes arrives whole.',
    ...quietly,
    spec: UTF8,
    levels: levels('MUST'),
    isDestructive: true,
    run: judgeSplitCharacter,
  },
  {
    id: 'stdio-no-server-requests',
    title: 'The server writes no requests.',
    ...quietly,
    spec: passage('basic/transports/stdio#receiving-messages'),
    levels: levels('MUST', '2026-07-28'),
    judge(traffic) {
      const [first] = messagesOf(traffic, 'received', 'request');
      if (first === undefined) return pass();
      return breach(`the server sent the request ${first.message.method}`, { records: [first.record] });
    },
  },
];
