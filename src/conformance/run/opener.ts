import type { JsonObject, Revision } from '../../protocol/index.js';
import { DEFAULT_LIMITS } from '../../protocol/index.js';
import type { Clock, SseServer, StdioServer, StreamableHttpServer } from '../../transport/index.js';
import {
  nodeBuiltin,
  openChildProcess,
  openHttpRequester,
  openSseChannel,
  stdioServer,
} from '../../transport/index.js';
import { secretsIn } from '../report/hide-secrets.js';
import { DuplexSession } from '../wire/duplex-session.js';
import { HttpSession } from '../wire/http-session.js';
import { HttpWire, type HttpWireOwner, type HttpWireParts } from '../wire/http-wire.js';
import { isLoopbackHost } from '../wire/loopback.js';
import type { Pace } from '../wire/pace.js';
import type { SessionBase, SessionParts } from '../wire/session-base.js';
import type { WireLog } from '../wire/wire-log.js';
import type { CheckTransport } from '../wire/wire-record.js';
import { AtOnce } from './at-once.js';
import type { CheckTarget } from './options.js';

const MiB = 1024 * 1024;
/** What a server may send us, per frame or body, per session, and on stderr. */
const FRAME_BYTES = 16 * MiB;
const SESSION_BYTES = 64 * MiB;
const SESSION_FRAMES = 10_000;
const STDERR_BYTES = 256 * MiB;
/** Processes are many and nobody waits for them: each is asked to end, and soon made to. */
const GRACE_MS = 1000;
const STARTS_AT_ONCE = 2;
/** How long a process that says nothing may keep others from starting. */
const PLACE_MS = 3000;
const LIMITS = {
  ...DEFAULT_LIMITS,
  lineBytes: FRAME_BYTES,
  sseEventBytes: FRAME_BYTES,
  responseBodyBytes: FRAME_BYTES,
};

export interface OpenerParts {
  readonly log: WireLog;
  readonly clock: Clock;
  readonly pace: Pace;
  readonly requestMs: number;
  readonly connectMs: number;
  /** How much longer the first answer of a process may take: set once it is known how fast the server starts. */
  startAllowanceMs: number;
}

/** Opens sessions to one server: nothing is sent yet on those that it gives. */
export interface Opener {
  readonly transport: CheckTransport;
  /** The server was started here, or is on this machine. */
  readonly isLocal: boolean;
  /** For reports; secrets hidden. */
  readonly description: string;
  /** @throws Fault of the carrier: `spawn_failed`, `connect_failed`… */
  open(revision: Revision, capabilities: JsonObject): Promise<SessionBase>;
  /** HTTP below any session; undefined for stdio. */
  http(owner: HttpWireOwner): HttpWire | undefined;
  /** True when the caller gave headers, which may be credentials. */
  readonly hasCredentials: boolean;
  /** What the caller gave that no report may repeat. */
  readonly secrets: readonly string[];
  /** Resolves when no session is left. */
  close(): Promise<void>;
}

/** The opener for a target. `marker` is put into the environment of processes, so that they can be found again. */
export async function openerFor(target: CheckTarget, parts: OpenerParts, marker: string): Promise<Opener> {
  if (target.kind === 'stdio') return stdioOpener(target, parts, marker);
  const headers = await headersOf(target);
  const requester = await openHttpRequester(target, { connectTimeoutMs: parts.connectMs });
  const http: HttpWireParts = {
    requester,
    url: new URL(target.url),
    headers,
    log: parts.log,
    clock: parts.clock,
    pace: parts.pace,
    requestMs: parts.requestMs,
    maxBodyBytes: FRAME_BYTES,
  };
  return target.kind === 'sse' ? sseOpener(target, http, parts) : httpOpener(http, parts);
}

export const MARKER_VARIABLE = 'PLAINWIRE_CHECK';

export function newMarker(): string {
  return nodeBuiltin('node:crypto').randomUUID();
}

function stdioOpener(target: StdioServer, parts: OpenerParts, marker: string): Opener {
  const open = new OpenSessions(parts);
  // Starting is what costs most: many at once would only make each of them slow.
  const starts = new AtOnce(STARTS_AT_ONCE);
  const marked = stdioServer({
    ...target,
    graceMs: target.graceMs ?? GRACE_MS,
    env: { ...target.env, [MARKER_VARIABLE]: marker },
  });
  return {
    transport: 'stdio',
    isLocal: true,
    description: [target.command, ...target.args].join(' '),
    hasCredentials: false,
    secrets: secretsIn(target.env),
    http: () => undefined,
    open: (revision, capabilities) =>
      open.add(async (name) => {
        const onSpoken = await takePlace(starts, parts.clock);
        const channel = await openChildProcess(marked, { limits: LIMITS, clock: parts.clock }).catch(
          (error: unknown) => {
            onSpoken();
            throw error;
          },
        );
        const bounds = { maxStdoutBytes: SESSION_BYTES, maxStderrBytes: STDERR_BYTES };
        const own = { ...open.parts(name, revision, capabilities), onSpoken };
        return DuplexSession.withProcess(channel, bounds, own);
      }, 'process'),
    close: () => open.close(),
  };
}

/** Waits for a place to start a process in; the returned function gives it up, and so does time. */
async function takePlace(starts: AtOnce, clock: Clock): Promise<() => void> {
  let giveUp: () => void = () => {};
  const isSpoken = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  await new Promise<void>((taken) => {
    void starts.run(async () => {
      taken();
      const stop = clock.after(PLACE_MS, giveUp);
      await isSpoken;
      stop();
    });
  });
  return giveUp;
}

function httpOpener(http: HttpWireParts, parts: OpenerParts): Opener {
  const open = new OpenSessions(parts);
  return {
    ...httpFacts(http),
    transport: 'http',
    open: (revision, capabilities) =>
      open.add(async (name) => new HttpSession(http, open.parts(name, revision, capabilities)), 'http'),
    http: (owner) => new HttpWire(http, owner),
    close: async () => {
      await open.close();
      await http.requester.close();
    },
  };
}

function sseOpener(
  target: StreamableHttpServer | SseServer,
  http: HttpWireParts,
  parts: OpenerParts,
): Opener {
  const open = new OpenSessions(parts);
  return {
    ...httpFacts(http),
    transport: 'sse',
    open: (revision, capabilities) =>
      open.add(async (name) => {
        const channel = await openSseChannel(target, {
          limits: LIMITS,
          clock: parts.clock,
          connectTimeoutMs: parts.connectMs,
        });
        return new DuplexSession(channel, 'sse', open.parts(name, revision, capabilities));
      }, 'sse'),
    http: (owner) => new HttpWire(http, owner),
    close: async () => {
      await open.close();
      await http.requester.close();
    },
  };
}

function httpFacts(
  http: HttpWireParts,
): Pick<Opener, 'isLocal' | 'description' | 'hasCredentials' | 'secrets'> {
  return {
    isLocal: isLoopbackHost(http.url.hostname),
    description: `${http.url.origin}${http.url.pathname}`,
    hasCredentials: Object.keys(http.headers).length > 0,
    secrets: secretsIn(http.headers),
  };
}

async function headersOf(target: StreamableHttpServer | SseServer): Promise<Record<string, string>> {
  const { headers = {}, url } = target;
  const given = typeof headers === 'function' ? await headers({ url, method: 'POST' }) : headers;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The sessions of a run: each gets a name, and all can be closed. */
class OpenSessions {
  readonly #parts: OpenerParts;
  readonly #open = new Map<string, SessionBase>();
  #count = 0;
  #isClosed = false;

  constructor(parts: OpenerParts) {
    this.#parts = parts;
  }

  async add(open: (name: string) => Promise<SessionBase>, kind: string): Promise<SessionBase> {
    this.#count += 1;
    const session = await open(`${kind} ${this.#count}`);
    this.#open.set(session.name, session);
    if (this.#isClosed) await session.close();
    return session;
  }

  parts(name: string, revision: Revision, capabilities: JsonObject): SessionParts {
    const { log, clock, requestMs } = this.#parts;
    const bounds = { maxBytes: SESSION_BYTES, maxFrames: SESSION_FRAMES };
    const onClosed = (): void => void this.#open.delete(name);
    const startAllowanceMs = (): number => this.#parts.startAllowanceMs;
    return {
      name,
      revision,
      capabilities,
      log,
      clock,
      requestMs,
      bounds,
      startAllowanceMs,
      onSpoken: () => {},
      onClosed,
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(Array.from(this.#open.values(), (session) => session.close()));
  }
}
