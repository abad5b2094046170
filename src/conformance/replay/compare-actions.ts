import type { Message, TraceHttp } from '../../protocol/index.js';
import { Comparison, type ComparisonContext, isSameScalar } from './compare-values.js';
import { envelopePlace } from './opaque-values.js';
import type { Action, Step } from './steps.js';

/** Holds what the peer did against what was recorded. */
export function compareActions(expected: Step, actual: Action, context: ComparisonContext): Comparison {
  const comparison = new Comparison(context);
  if (expected.http !== undefined) compareHttp(comparison, expected.http, actual.http);
  if (expected.form === 'end') compareExit(comparison, expected, actual);
  else if (!expected.isCut) compareFrames(comparison, expected, actual);
  return comparison;
}

function compareExit(comparison: Comparison, { exit: expected }: Action, { exit: actual }: Action): void {
  if (expected !== undefined && actual !== undefined) comparison.values(expected, actual, ['exit']);
}

function compareHttp(comparison: Comparison, expected: TraceHttp, actual: TraceHttp | undefined): void {
  if (expected.method !== actual?.method) comparison.differs('method', expected.method, actual?.method);
  if (!isSamePath(expected.path, actual?.path)) comparison.differs('path', expected.path, actual?.path);
  if (expected.status !== actual?.status) comparison.differs('status', expected.status, actual?.status);
  if (actual?.session !== undefined && expected.session !== actual.session)
    comparison.differs('session', expected.session, actual.session);
  if (expected.headers !== undefined)
    compareHeaders(comparison, withSession(expected), actual?.headers ?? {});
  if (expected.event !== undefined) compareEvent(comparison, expected.event, actual?.event);
}

/** A hand-written recording need not say the path. */
function isSamePath(expected: string | undefined, actual: string | undefined): boolean {
  return expected === undefined || isSameScalar(expected, actual);
}

type Headers = NonNullable<TraceHttp['headers']>;

/** Their values are secrets, or differ from run to run: only that they are there counts. */
const PRESENCE_ONLY = new Set(['authorization', 'mcp-session-id']);

function compareHeaders(comparison: Comparison, expected: Headers, actual: Headers): void {
  for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    if (comparison.context.ignored.ignoresHeader(name)) continue;
    const [before, now] = [headerText(expected[name]), headerText(actual[name])];
    const isSame = PRESENCE_ONLY.has(name)
      ? (before === undefined) === (now === undefined)
      : isSameScalar(normalized(name, before), normalized(name, now));
    if (!isSame) comparison.differs(`header:${name}`, before, now);
  }
}

/** The number of a session says already that the header is there. */
function withSession({ headers = {}, session }: TraceHttp): Headers {
  return session === undefined ? headers : { ...headers, 'mcp-session-id': String(session) };
}

function headerText(value: Headers[string] | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}

/** Media types in any case and, where there are several, in any order. */
function normalized(name: string, value: string | undefined): string | undefined {
  if (value === undefined || (name !== 'accept' && name !== 'content-type')) return value;
  const types = value.toLowerCase().split(',');
  return types
    .map((type) => type.replaceAll(' ', ''))
    .sort()
    .join(',');
}

function compareEvent(
  comparison: Comparison,
  expected: NonNullable<TraceHttp['event']>,
  actual: TraceHttp['event'],
): void {
  const [before, now] = [expected.type ?? 'message', actual?.type ?? 'message'];
  if (before !== now) comparison.differs('event:type', before, now);
  if (expected.retry !== actual?.retry) comparison.differs('event:retry', expected.retry, actual?.retry);
  if (expected.id !== undefined && actual?.id !== undefined) {
    const place = { kind: 'event', maker: 'server', defines: true } as const;
    comparison.opaque(place, expected.id, actual.id, 'event:id');
  } else if (expected.id !== actual?.id) {
    comparison.differs('event:id', expected.id, actual?.id);
  }
}

function compareFrames(comparison: Comparison, expected: Step, actual: Action): void {
  const [before, now] = [membersOf(expected), membersOf(actual)];
  if (before === undefined || now === undefined) {
    if (expected.http?.event?.type === 'endpoint') return;
    comparison.values(rawValue(expected.frame), rawValue(actual.frame));
    return;
  }
  const isBatch = before.isBatch || now.isBatch;
  const count = Math.max(before.messages.length, now.messages.length);
  for (let index = 0; index < count; index += 1)
    compareMessages(comparison, before.messages[index], now.messages[index], isBatch ? [String(index)] : []);
}

function membersOf({
  message,
}: Action): { readonly isBatch: boolean; readonly messages: readonly (Message | undefined)[] } | undefined {
  if (message === undefined) return undefined;
  if (message.kind !== 'batch') return { isBatch: false, messages: [message] };
  return {
    isBatch: true,
    messages: message.members.map((member) => (member.kind === 'fault' ? undefined : member)),
  };
}

function compareMessages(
  comparison: Comparison,
  expected: Message | undefined,
  actual: Message | undefined,
  path: readonly string[],
): void {
  const prefix = path.map((name) => `/${name}`).join('');
  if (expected === undefined || actual === undefined) {
    comparison.differs(prefix, shown(expected), shown(actual));
    return;
  }
  const [before, now] = [contentOf(expected), contentOf(actual)];
  const place = envelopePlace(expected.kind, comparison.context.sender);
  if (before.id !== undefined && now.id !== undefined)
    comparison.opaque(place, before.id, now.id, `${prefix}/id`);
  else if (before.id !== now.id) comparison.differs(`${prefix}/id`, before.id, now.id);
  // Members of a batch are messages of their own: pointers into them start there.
  comparison.values(before.content, now.content);
}

interface Content {
  readonly id: unknown;
  /** What the message says besides its id. */
  readonly content: Record<string, unknown>;
}

function contentOf(message: Message): Content {
  const { kind: _kind, id, httpStatus: _status, ...content } = message as unknown as Record<string, unknown>;
  return { id, content };
}

const shown = (message: Message | undefined): unknown =>
  message === undefined ? undefined : contentOf(message).content;

const decoder = new TextDecoder();

/** A frame that is no message: its JSON, or its text. */
function rawValue(frame: Uint8Array | string): unknown {
  const text = typeof frame === 'string' ? frame : decoder.decode(frame);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
