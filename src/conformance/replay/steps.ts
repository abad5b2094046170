import type { BatchMessage, Message, RequestId, Trace, TraceEntry, TraceHttp } from '../../protocol/index.js';
import { canonicalId, decodeMessage, isJsonObject, tracedFrame } from '../../protocol/index.js';

export type Side = TraceEntry['dir'];

/** `request`: an HTTP request with its body. `head`: status and headers of an HTTP answer. `frame`: one frame. */
export type ActionForm = 'request' | 'head' | 'frame' | 'end';

/** One thing that one side does on the wire, in a recording or live. */
export interface Action {
  readonly dir: Side;
  readonly form: ActionForm;
  /** Empty where there is none. */
  readonly frame: Uint8Array | string;
  /** What the frame holds; undefined when it is no message. */
  readonly message: Message | BatchMessage | undefined;
  readonly http: TraceHttp | undefined;
  readonly exit: TraceEntry['exit'];
}

/** An action of a recording. */
export interface Step extends Action {
  readonly index: number;
  /** In the file. */
  readonly line: number;
  /** The recording has only the beginning of the frame. */
  readonly isCut: boolean;
  /** Steps of one side with the same lane happen in their order; undefined for those that may come in any. */
  readonly lane: string | undefined;
}

/** The actions of a recording, in order. A JSON answer over HTTP is two: its head and its frame. */
export function stepsOf(trace: Pick<Trace, 'entries' | 'lines'>): Step[] {
  const steps: Step[] = [];
  const tokens = new Map<string, string>();
  const streams = new Set<number>();
  let latest = 0;
  for (const [at, entry] of trace.entries.entries()) {
    // A recording that was written by hand need not number its exchanges.
    if (isHttpRequest(entry)) latest = entry.http?.exchange ?? latest + 1;
    const http = withExchange(entry.http, entry.transport, latest);
    for (const action of actionsOf(entry, http, streams)) {
      if (action.message?.kind === 'request') noteToken(action.message, action.dir, tokens);
      const lane = laneOf(action, tokens);
      const line = trace.lines[at] ?? at + 2;
      steps.push({ ...action, index: steps.length, line, isCut: entry.cut === true, lane });
    }
  }
  return steps;
}

/** What a live frame or HTTP message is. */
export function actionOf(
  dir: Side,
  form: ActionForm,
  frame: Uint8Array | string,
  more: { readonly http?: TraceHttp | undefined; readonly exit?: TraceEntry['exit'] } = {},
): Action {
  return { dir, form, frame, message: messageIn(frame), http: more.http, exit: more.exit };
}

function actionsOf(entry: TraceEntry, http: TraceHttp | undefined, streams: Set<number>): readonly Action[] {
  const { dir, exit } = entry;
  const frame = tracedFrame(entry);
  if (entry.end === true) return [actionOf(dir, 'end', '', { http, exit })];
  if (isHttpRequest(entry)) return [actionOf(dir, 'request', frame, { http })];
  if (http?.status === undefined) return [actionOf(dir, 'frame', frame, { http })];
  const head = actionOf(dir, 'head', '', { http });
  if (isEventStream(http)) streams.add(http.exchange ?? 0);
  return frame.length === 0
    ? [head]
    : [head, actionOf(dir, 'frame', frame, { http: { exchange: http.exchange ?? 0 } })];
}

const isHttpRequest = ({ dir, http }: TraceEntry): boolean => dir === 'client' && http?.method !== undefined;

function withExchange(http: TraceHttp | undefined, transport: string, latest: number): TraceHttp | undefined {
  if (http === undefined)
    return transport === 'http' || transport === 'sse' ? { exchange: latest } : undefined;
  return http.exchange === undefined ? { ...http, exchange: latest } : http;
}

/** Whether an HTTP answer is a stream of events. */
export function isEventStream(http: TraceHttp | undefined): boolean {
  const type = http?.headers?.['content-type'];
  return typeof type === 'string' && /^\s*text\/event-stream\b/i.test(type);
}

/** Whether an action belongs to HTTP: its frames are those of one exchange. */
export const isHttp = ({ http }: Action): boolean => http?.exchange !== undefined;

function messageIn(frame: Uint8Array | string): Message | BatchMessage | undefined {
  if (frame.length === 0) return undefined;
  // The one revision that has batches reads everything else in the same way.
  const decoded = decodeMessage(frame, { revision: '2025-03-26' });
  return decoded.kind === 'fault' ? undefined : decoded;
}

const other = (side: Side): Side => (side === 'client' ? 'server' : 'client');
const requestLane = (requester: Side, id: RequestId): string => `request ${requester} ${idKey(id)}`;

/** `7` and `"7"` are two ids. */
export function idKey(id: unknown): string {
  const value = typeof id === 'bigint' || typeof id === 'number' ? canonicalId(id) : id;
  return `${typeof value === 'bigint' ? 'number' : typeof value}:${String(value)}`;
}

function noteToken(message: Message & { kind: 'request' }, dir: Side, tokens: Map<string, string>): void {
  const meta = message.params?.['_meta'];
  const token = isJsonObject(meta) ? meta['progressToken'] : undefined;
  if (token !== undefined) tokens.set(`${dir} ${idKey(token)}`, requestLane(dir, message.id));
}

/** On HTTP the answer to one request; elsewhere what belongs to one request: its progress, its response, its events. */
function laneOf(
  { dir, form, message, http }: Action,
  tokens: ReadonlyMap<string, string>,
): string | undefined {
  if (form === 'request' || form === 'end') return undefined;
  if (http?.exchange !== undefined) return `exchange ${http.exchange}`;
  if (message?.kind === 'success' || message?.kind === 'error')
    return message.id === undefined ? undefined : requestLane(other(dir), message.id);
  if (message?.kind !== 'notification') return undefined;
  const { progressToken, _meta: meta } = message.params ?? {};
  if (progressToken !== undefined) return tokens.get(`${other(dir)} ${idKey(progressToken)}`);
  const subscription = isJsonObject(meta) ? meta['io.modelcontextprotocol/subscriptionId'] : undefined;
  return subscription === undefined ? undefined : `request client ${idKey(subscription)}`;
}
