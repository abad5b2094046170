import type { Revision } from '../../../src/protocol/index.js';
import type { Deviation } from './base/deviation.js';
import type { VariantName } from './variants.js';

/** A broken server, and the check that must catch it. */
export interface MutantRow {
  /** Id of the check. */
  readonly check: string;
  readonly deviation: Deviation;
  /** Default `http`. */
  readonly over?: 'stdio' | 'http' | 'sse';
  /** Where it is tried. Default: the newest revision that the check has. */
  readonly revision?: Revision;
  /** What it is made of. Default `dual`. */
  readonly variant?: VariantName;
  /** Default: what a breach of the rule is in this revision. */
  readonly verdict?: 'fail' | 'warn' | 'info';
  /** Checks whose traffic a passive check needs to see. */
  readonly beside?: readonly string[];
  /** Tools that may be called. Default: those that are read-only. */
  readonly calls?: readonly string[];
  /** The runner gives the token that the variant `guarded` wants. */
  readonly hasToken?: true;
  /** Part of the reason. */
  readonly reason?: RegExp;
}

/** The rows of one subject. */
export type MutantRows = readonly MutantRow[];
