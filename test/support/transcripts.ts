import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReplayReport } from '../../src/conformance/index.js';
import { describeDifference } from '../../src/conformance/index.js';
import type { Trace, TraceEntry } from '../../src/protocol/index.js';
import { decodeTrace } from '../../src/protocol/index.js';

const FOLDER = join(import.meta.dirname, '..', '..', 'spec-fixtures', 'transcripts');

/** A conversation that was recorded, and what its header says about replaying it. */
export interface Transcript {
  readonly name: string;
  readonly trace: Trace;
  /** `client-walk`, `plainwire-server`, `conformance-client` or `conformance-server`. */
  readonly program: string;
  readonly facts: { readonly [fact: string]: unknown };
}

/** All transcripts in which the program of this side is ours. */
export function transcriptsOf(side: 'client' | 'server'): Transcript[] {
  const files = readdirSync(join(FOLDER, side)).filter((name) => name.endsWith('.jsonl'));
  return files.sort().map((file) => {
    const trace = decodeTrace(readFileSync(join(FOLDER, side, file), 'utf8'));
    const facts: Transcript['facts'] = trace.header ?? {};
    return { name: file.replace(/\.jsonl$/, ''), trace, program: String(facts['program']), facts };
  });
}

/** One transcript for each program and transport. */
export function oneOfEach(transcripts: readonly Transcript[]): Transcript[] {
  const kinds = new Map(transcripts.map((one) => [`${one.program} ${one.facts['transport']}`, one]));
  return [...kinds.values()];
}

/** The same conversation, but for one frame that `side` is expected to send: it has a member more. */
export function altered(trace: Trace, side: TraceEntry['dir']): Trace {
  const at = trace.entries.findLastIndex(
    ({ dir, frame }) => dir === side && /"(params|result)":\{/.test(frame),
  );
  const entries = trace.entries.map((entry, index) =>
    index === at
      ? { ...entry, frame: entry.frame.replace(/"(params|result)":\{/, '"$1":{"altered":true,') }
      : entry,
  );
  return { ...trace, entries };
}

/** For an assertion that shows what differs. */
export function differencesIn(report: ReplayReport): string[] {
  return report.differences.map(describeDifference);
}
