import type { Message, RequestId, Revision, TraceEntry } from '../protocol/index.js';
import {
  canonicalId,
  decodeTrace,
  eraOf,
  isJsonObject,
  isRevision,
  META,
  REVISIONS,
  tracedFrame,
  VERSION,
} from '../protocol/index.js';
import { type Check, isPassive } from './check.js';
import { CHECKS } from './checks/index.js';
import { judgePassively } from './judge-passively.js';
import { type CheckReport, type CheckResult, countVerdicts } from './report/report.js';
import type { CheckRunOptions } from './run/options.js';
import { notRun, resultOf } from './run/run-check.js';
import { selectChecks } from './run/select.js';
import type { Traffic } from './wire/traffic.js';
import { makeRecord } from './wire/wire-log.js';
import type { CheckTransport, WireRecord } from './wire/wire-record.js';

export interface TraceLintOptions extends Pick<CheckRunOptions, 'only' | 'skip' | 'checks'> {
  /** Names the recording in the report: its path. */
  readonly description: string;
  /** For frames that come before a revision is agreed on. Default: the first that is agreed on later. */
  readonly revision?: Revision;
}

/**
 * Holds what the server said in a recording against the revision that each exchange was in: the checks that only look.
 * Lines that cannot be used are told in `problems`.
 */
export function lintTrace(
  text: string,
  options: TraceLintOptions,
): { readonly report: CheckReport; readonly problems: readonly string[] } {
  const trace = decodeTrace(text);
  const reader = new TraceReader(options.revision ?? firstRevision(trace.entries), trace.faults.length > 0);
  for (const entry of trace.entries) reader.read(entry);
  const checks = selectChecks(options.checks ?? CHECKS, options);
  const results = REVISIONS.flatMap((revision) => judgeRevision(reader, revision, checks));
  return {
    report: reportOf(reader, results, options.description, trace.entries.at(-1)?.ms ?? 0, checks.length),
    problems: trace.faults.map(({ fault }) => fault.message),
  };
}

function judgeRevision(reader: TraceReader, revision: Revision, checks: readonly Check[]): CheckResult[] {
  const traffic = reader.traffic(revision);
  if (traffic.records.length === 0) return [];
  return checks.flatMap((check) => {
    const applies = check.levels[revision] !== undefined && check.transports.includes(traffic.transport);
    if (!isPassive(check) || !applies) return [];
    return [resultOf(check, revision, traffic.transport, notRun(judgePassively(check, traffic)))];
  });
}

/** What was asked under an id, and in which revision. */
interface Asked {
  readonly method: string;
  readonly revision: Revision;
}

/** Makes records out of the entries of a trace, and follows which revision each belongs to. */
class TraceReader {
  readonly records: WireRecord[] = [];
  /** By id, and over HTTP by exchange and id: several clients may use the same ids. */
  readonly #asked = new Map<RequestId, Asked>();
  readonly #askedOnExchange = new Map<string, Asked>();
  /** Exchanges that are no POST: their bodies may be anything. */
  readonly #beside = new Set<number>();
  #revision: Revision;
  #isNegotiated = false;
  #hasGaps: boolean;
  #server: CheckReport['server'] = null;
  #transport: CheckTransport = 'stdio';

  /** `hasGaps`: entries are missing. */
  constructor(revision: Revision, hasGaps: boolean) {
    this.#revision = revision;
    this.#hasGaps = hasGaps;
  }

  get server(): CheckReport['server'] {
    return this.#server;
  }

  get transport(): CheckTransport {
    return this.#transport;
  }

  read(entry: TraceEntry): void {
    this.#transport = transportOf(entry.transport);
    const isSent = entry.dir === 'client';
    if (isSent && entry.cut === true) this.#hasGaps = true;
    const { exchange, method } = entry.http ?? {};
    if (exchange !== undefined && method !== undefined && method !== 'POST') this.#beside.add(exchange);
    const frame = isFrame(entry, !this.#beside.has(exchange ?? 0)) ? tracedFrame(entry) : undefined;
    const preview = this.#record(entry, frame, this.#revision);
    const revision = this.#revisionOf(preview.messages, entry);
    const record = revision === this.#revision ? preview : this.#record(entry, frame, revision);
    this.records.push(record);
    for (const message of record.messages) {
      if (message.kind === 'fault') continue;
      if (isSent) this.#sent(message, revision, entry.http?.exchange);
      else this.#received(message, entry.http?.exchange);
    }
  }

  traffic(revision: Revision): Traffic {
    return {
      revision,
      transport: this.#transport,
      records: this.records.filter((record) => record.revision === revision),
      dropped: 0,
      processes: [],
      isRecording: true,
      ...(this.#hasGaps ? { hasGaps: true as const } : {}),
    };
  }

  #record(entry: TraceEntry, frame: string | Uint8Array | undefined, revision: Revision): WireRecord {
    const { dir, ms, http } = entry;
    const facts = {
      direction: dir === 'client' ? ('sent' as const) : ('received' as const),
      session: entry.transport,
      revision,
      isNegotiated: this.#isNegotiated || eraOf(revision) === 'modern',
      methodOf: (message: Message) => this.#askedBy(message, http?.exchange)?.method,
      ...(frame === undefined ? {} : { frame }),
      ...(http === undefined ? {} : { http: { ...http, headers: http.headers ?? {} } }),
    };
    return makeRecord(facts, this.records.length + 1, ms);
  }

  #revisionOf(messages: WireRecord['messages'], { dir, http }: TraceEntry): Revision {
    for (const message of messages) {
      if (message.kind === 'fault') continue;
      const named =
        dir === 'client' ? envelopeRevision(message) : this.#askedBy(message, http?.exchange)?.revision;
      if (named !== undefined) return named;
    }
    return this.#revision;
  }

  #askedBy(message: Message, exchange: number | undefined): Asked | undefined {
    const isResponse = message.kind === 'success' || message.kind === 'error';
    if (!isResponse || message.id === undefined) return undefined;
    return (
      this.#askedOnExchange.get(exchangeKey(exchange, message.id)) ?? this.#asked.get(canonicalId(message.id))
    );
  }

  #sent(message: Message, revision: Revision, exchange: number | undefined): void {
    if (message.kind !== 'request') return;
    const asked = { method: message.method, revision };
    this.#asked.set(canonicalId(message.id), asked);
    if (exchange !== undefined) this.#askedOnExchange.set(exchangeKey(exchange, message.id), asked);
    if (eraOf(revision) === 'modern') this.#revision = revision;
  }

  #received(message: Message, exchange: number | undefined): void {
    if (message.kind !== 'success') return;
    const method = this.#askedBy(message, exchange)?.method;
    const { protocolVersion, serverInfo } = message.result;
    if (method === 'initialize' && isRevision(protocolVersion)) {
      this.#revision = protocolVersion;
      this.#isNegotiated = true;
    }
    if (isJsonObject(serverInfo) && typeof serverInfo['name'] === 'string') {
      this.#server = { name: serverInfo['name'], version: String(serverInfo['version'] ?? '') };
    }
  }
}

/**
 * Whether an entry holds a whole frame. An event of another type is no message, as the address that HTTP+SSE begins with;
 * nor is an HTTP body that only says why there is no answer, or a document beside the endpoint.
 */
function isFrame({ frame, cut, http }: TraceEntry, isFromEndpoint: boolean): boolean {
  if (frame === '' || cut === true) return false;
  const { event, status, headers } = http ?? {};
  if (event !== undefined) return (event.type ?? 'message') === 'message';
  if (status === undefined) return true;
  const type = String(headers?.['content-type'] ?? 'application/json');
  if (!/^\s*application\/json\b/i.test(type)) return false;
  return (isFromEndpoint && status >= 200 && status < 300) || frame.includes('"jsonrpc"');
}

function exchangeKey(exchange: number | undefined, id: RequestId): string {
  return `${exchange ?? ''} ${typeof id} ${id}`;
}

/** The revision that a modern request names in its envelope. */
function envelopeRevision(message: Message): Revision | undefined {
  if (message.kind !== 'request') return undefined;
  const meta = message.params?.['_meta'];
  const named = isJsonObject(meta) ? meta[META.PROTOCOL_VERSION] : undefined;
  return isRevision(named) ? named : undefined;
}

/** The first revision that somebody names: what is said before it is held against it, too. */
function firstRevision(entries: readonly TraceEntry[]): Revision {
  for (const { frame } of entries) {
    const named = REVISIONS.find((revision) => frame.includes(`ersion":"${revision}"`));
    if (named !== undefined) return named;
  }
  return '2025-11-25';
}

function transportOf(name: string): CheckTransport {
  return name === 'http' || name === 'sse' ? name : 'stdio';
}

function reportOf(
  reader: TraceReader,
  checks: readonly CheckResult[],
  description: string,
  durationMs: number,
  selected: number,
): CheckReport {
  return {
    format: 'plainwire-check',
    version: 1,
    tool: { name: 'plainwire', version: VERSION },
    target: { transport: reader.transport, description },
    server: reader.server,
    end: 'done',
    durationMs: Math.round(durationMs),
    counts: countVerdicts(checks),
    revisions: REVISIONS.map((revision) => {
      const own = checks.filter((result) => result.revision === revision);
      const served = own.length > 0;
      const reason = served ? 'it is spoken in the recording' : 'it is not in the recording';
      const notApplicable = served ? selected - own.length : 0;
      return { revision, served, reason, counts: countVerdicts(own), notApplicable };
    }),
    checks,
  };
}
