import type { SessionParts } from '../../../src/conformance/wire/session-base.js';
import { WireLog } from '../../../src/conformance/wire/wire-log.js';
import { type Clock, systemClock } from '../../../src/transport/index.js';

/** What a session takes, with short waits. */
export function sessionParts(more: Partial<SessionParts> = {}, clock: Clock = systemClock): SessionParts {
  return {
    name: 'test',
    revision: '2025-11-25',
    capabilities: {},
    log: new WireLog(clock),
    clock,
    requestMs: 5000,
    bounds: { maxBytes: 1_000_000, maxFrames: 1000 },
    startAllowanceMs: () => 0,
    onSpoken: () => {},
    onClosed: () => {},
    ...more,
  };
}
