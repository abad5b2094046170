import { Fault } from './fault.js';
import type { JsonValue } from './json.js';
import { isJsonObject } from './json.js';
import { jsonOnOneLine } from './json-text.js';
import { redactHeaders, redactText } from './redact.js';

/** The first line of a trace: which format it is, and whatever else is worth knowing about the recording. */
export interface TraceHeader {
  readonly format: 'plainwire-trace';
  readonly version: 1;
  /** Facts of the recorder's choice: `transport`, `started` (ISO 8601), `client`, `server`… Never secrets. */
  readonly [fact: string]: JsonValue;
}

/** What HTTP adds to a frame. */
export interface TraceHttp {
  /** Number of the request in the recording, from 1; all that came back on it has the same. */
  readonly exchange?: number;
  readonly method?: string;
  /** Path and query of a request. */
  readonly path?: string;
  readonly status?: number;
  /** Number, from 1, of the session that the header `mcp-session-id` names; its value is hidden. */
  readonly session?: number;
  /** What a server-sent event had besides its data, which is the frame; may be empty. */
  readonly event?: { readonly type?: string; readonly id?: string; readonly retry?: number };
  /** Those that matter to MCP. */
  readonly headers?: { readonly [name: string]: string | readonly string[] };
}

/** One frame as it went over the wire. */
export interface TraceEntry {
  /** Who sent it. */
  readonly dir: 'client' | 'server';
  readonly transport: string;
  /** Milliseconds since the recording began. */
  readonly ms: number;
  /** The frame without its terminator; empty for an HTTP message without a body. */
  readonly frame: string;
  /** Present when the frame is not UTF-8; `frame` is then its bytes in Base64. */
  readonly encoding?: 'base64';
  /** The frame was too long to be kept: `frame` is only its beginning. */
  readonly cut?: true;
  /**
   * The sender will say nothing more: on the answer to this HTTP request, else on the connection. `frame` is empty. An HTTP
   * answer without a stream ends with its frame and needs no such entry.
   */
  readonly end?: true;
  /** With `end`: how the process of the server ended. */
  readonly exit?: { readonly code: number | null; readonly signal: string | null };
  readonly http?: TraceHttp;
}

/** A line of a trace that cannot be used. `line` counts from 1. */
export interface TraceFault {
  kind: 'fault';
  line: number;
  fault: Fault;
}

export type TraceLine =
  | { kind: 'header'; header: TraceHeader }
  | { kind: 'entry'; entry: TraceEntry }
  | TraceFault;

export interface Trace {
  header: TraceHeader | undefined;
  entries: TraceEntry[];
  /** The line of each entry, counted from 1. */
  lines: number[];
  faults: TraceFault[];
}

export interface TraceEncodeOptions {
  /**
   * Hides secrets in frames and headers. Default true; false only for frames that were written for a test.
   */
  redact?: boolean;
}

const FORMAT = 'plainwire-trace';
const VERSION = 1;

/** The header line for a new trace. */
export function traceHeader(facts: { readonly [fact: string]: JsonValue } = {}): TraceHeader {
  return { format: FORMAT, version: VERSION, ...facts };
}

/** One line of a trace, without its terminator. Secrets are hidden unless `redact` is false. */
export function encodeTraceLine(line: TraceHeader | TraceEntry, options: TraceEncodeOptions = {}): string {
  if (options.redact === false) return jsonOnOneLine(JSON.stringify(line));
  if (isHeader(line)) return jsonOnOneLine(redactText(JSON.stringify(line)));
  return jsonOnOneLine(JSON.stringify(redactEntry(line)));
}

function isHeader(line: TraceHeader | TraceEntry): line is TraceHeader {
  return 'format' in line;
}

function redactEntry(entry: TraceEntry): TraceEntry {
  const frame = entry.encoding === 'base64' ? redactBase64(entry.frame) : redactText(entry.frame);
  const { http } = entry;
  return http === undefined ? { ...entry, frame } : { ...entry, frame, http: redactHttp(http) };
}

function redactHttp(http: TraceHttp): TraceHttp {
  const { path, headers } = http;
  return {
    ...http,
    ...(path === undefined ? {} : { path: redactText(path) }),
    ...(headers === undefined ? {} : { headers: redactHeaders(headers) }),
  };
}

/** Bytes that are not UTF-8 are redacted as Latin-1: every pattern is ASCII. */
function redactBase64(base64: string): string {
  try {
    const binary = atob(base64);
    const redacted = redactText(binary);
    return redacted === binary ? base64 : btoa(redacted);
  } catch {
    return '';
  }
}

/** Reads one line. `lineNumber` counts from 1 and is for messages. Members that are not known are kept. */
export function decodeTraceLine(line: string, lineNumber: number): TraceLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return traceFault(lineNumber, 'it is not JSON');
  }
  if (!isJsonObject(value)) return traceFault(lineNumber, 'it is not a JSON object');
  return 'format' in value ? decodeHeader(value, lineNumber) : decodeEntry(value, lineNumber);
}

function decodeHeader(value: { [name: string]: unknown }, line: number): TraceLine {
  if (value.format !== FORMAT) return traceFault(line, `its format is not "${FORMAT}"`);
  if (value.version !== VERSION) return traceFault(line, `its version is not ${VERSION}`);
  return { kind: 'header', header: value as TraceHeader };
}

function decodeEntry(value: { [name: string]: unknown }, line: number): TraceLine {
  const { dir, transport, ms, frame, encoding, end, cut, exit, http } = value;
  if (dir !== 'client' && dir !== 'server') return traceFault(line, 'dir is neither "client" nor "server"');
  if (typeof transport !== 'string') return traceFault(line, 'transport is not a string');
  if (typeof ms !== 'number' || ms < 0) return traceFault(line, 'ms is not a number of milliseconds');
  if (typeof frame !== 'string') return traceFault(line, 'frame is not a string');
  if (encoding !== undefined && encoding !== 'base64') return traceFault(line, 'encoding is not "base64"');
  if (encoding === 'base64' && bytesOf(frame) === undefined) return traceFault(line, 'frame is not Base64');
  if (end !== undefined && end !== true) return traceFault(line, 'end is not true');
  if (cut !== undefined && cut !== true) return traceFault(line, 'cut is not true');
  if (exit !== undefined && !isExit(exit)) return traceFault(line, 'exit has not the shape it should have');
  if (http !== undefined && !isTraceHttp(http))
    return traceFault(line, 'http has not the shape it should have');
  return { kind: 'entry', entry: value as unknown as TraceEntry };
}

function isTraceHttp(value: unknown): value is TraceHttp {
  if (!isJsonObject(value)) return false;
  const { exchange, method, path, status, session, event, headers } = value;
  if (![method, path].every((member) => isOptional(member, 'string'))) return false;
  if (![exchange, status, session].every((member) => member === undefined || Number.isInteger(member)))
    return false;
  if (event !== undefined && !isTraceEvent(event)) return false;
  return headers === undefined || (isJsonObject(headers) && Object.values(headers).every(isHeaderValue));
}

function isTraceEvent(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { type, id, retry } = value;
  return isOptional(type, 'string') && isOptional(id, 'string') && isOptional(retry, 'number');
}

function isExit(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { code, signal } = value;
  return (code === null || Number.isInteger(code)) && (signal === null || typeof signal === 'string');
}

function isOptional(value: unknown, type: 'string' | 'number'): boolean {
  return value === undefined || typeof value === type;
}

function isHeaderValue(value: unknown): boolean {
  return (
    typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
  );
}

function traceFault(line: number, reason: string): TraceFault {
  const message = `Line ${line} of the trace cannot be used: ${reason}. docs/trace.md has the format.`;
  return { kind: 'fault', line, fault: new Fault('invalid_trace', message, { details: { line, reason } }) };
}

/**
 * Reads a whole trace. Bad lines become faults with their number and the others are read nevertheless; blank
 * lines are skipped; LF and CRLF end a line. A missing header is a fault of line 1.
 */
export function decodeTrace(text: string): Trace {
  const trace: Trace = { header: undefined, entries: [], lines: [], faults: [] };
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const read = decodeTraceLine(line, index + 1);
    if (read.kind === 'fault') trace.faults.push(read);
    else if (read.kind === 'entry') {
      trace.entries.push(read.entry);
      trace.lines.push(index + 1);
    } else if (trace.header === undefined) trace.header = read.header;
    else trace.faults.push(traceFault(index + 1, 'it is a second header'));
  }
  const hasHeaderFault = trace.faults[0]?.line === 1;
  if (trace.header === undefined && !hasHeaderFault)
    trace.faults.unshift(traceFault(1, 'the header is missing'));
  return trace;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The members of an entry that hold a frame: text where the bytes are UTF-8, else Base64. */
export function traceFrame(input: Uint8Array | string): Pick<TraceEntry, 'frame' | 'encoding'> {
  if (typeof input === 'string') return { frame: input };
  try {
    return { frame: strictUtf8.decode(input) };
  } catch {
    return {
      frame: btoa(Array.from(input, (byte) => String.fromCharCode(byte)).join('')),
      encoding: 'base64',
    };
  }
}

/** The frame of an entry as it went over the wire, ready for `decodeMessage`. */
export function tracedFrame(entry: TraceEntry): Uint8Array | string {
  return entry.encoding === 'base64' ? (bytesOf(entry.frame) ?? entry.frame) : entry.frame;
}

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
