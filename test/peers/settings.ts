import type { Revision } from '../../src/protocol/index.js';
import { eraOf, REVISIONS } from '../../src/protocol/index.js';

/**
 * How the peer is reached. `http` of SDK 2.x keeps no sessions for legacy clients. `sse` is the HTTP+SSE of 2024-11-05;
 * with `http-to-sse` the client is told that the server speaks streamable HTTP and has to find out.
 */
export type Carrier = 'stdio' | 'http' | 'http-sessions' | 'sse' | 'http-to-sse';

/** One way in which our client meets a server on an official SDK. */
export interface Setting {
  readonly name: string;
  readonly sdk: 'sdk1' | 'sdk2';
  readonly carrier: Carrier;
  /** What the client insists on; without it the two agree on the newest that both know. */
  readonly pinned?: Revision;
  /** What is spoken in the end. */
  readonly revision: Revision;
  readonly isModern: boolean;
  /** False where the server keeps nothing between two requests: it can then neither ask nor tell of changes. */
  readonly keepsSession: boolean;
}

const LEGACY = REVISIONS.filter((revision) => eraOf(revision) === 'legacy');

interface Row extends Pick<Setting, 'sdk' | 'carrier'> {
  /** The revisions to insist on. */
  readonly pins: readonly Revision[];
  /** What the two agree on by themselves. */
  readonly agrees?: Revision;
}

const ROWS: readonly Row[] = [
  { sdk: 'sdk1', carrier: 'stdio', pins: LEGACY, agrees: '2025-11-25' },
  { sdk: 'sdk1', carrier: 'http', pins: LEGACY, agrees: '2025-11-25' },
  { sdk: 'sdk1', carrier: 'sse', pins: ['2024-11-05'], agrees: '2025-11-25' },
  { sdk: 'sdk1', carrier: 'http-to-sse', pins: ['2024-11-05'], agrees: '2025-11-25' },
  { sdk: 'sdk2', carrier: 'stdio', pins: REVISIONS, agrees: '2026-07-28' },
  { sdk: 'sdk2', carrier: 'http', pins: REVISIONS, agrees: '2026-07-28' },
  // Apart from the legacy sessions the same as `http`.
  { sdk: 'sdk2', carrier: 'http-sessions', pins: LEGACY },
];

function setting(base: Pick<Setting, 'sdk' | 'carrier'>, revision: Revision, pinned?: Revision): Setting {
  const isModern = eraOf(revision) === 'modern';
  return {
    ...base,
    name: `${base.sdk} over ${base.carrier}, ${pinned ?? 'not pinned'}`,
    revision,
    isModern,
    keepsSession: isModern || base.sdk === 'sdk1' || base.carrier !== 'http',
    ...(pinned === undefined ? {} : { pinned }),
  };
}

/** Every carrier of an SDK with every revision that it speaks, and without insisting on any. */
export function settingsOf(sdk: Setting['sdk']): Setting[] {
  return ROWS.filter((row) => row.sdk === sdk).flatMap(({ carrier, pins, agrees }) => [
    ...pins.map((revision) => setting({ sdk, carrier }, revision, revision)),
    ...(agrees === undefined ? [] : [setting({ sdk, carrier }, agrees)]),
  ]);
}
