import type { Era } from '../../protocol/index.js';

/** What was found out about a server: its era and, over HTTP, whether it speaks only the HTTP+SSE of 2024-11-05. */
export interface EraVerdict {
  readonly era: Era;
  readonly isHttpSse: boolean;
}

/**
 * Remembers verdicts by the identity of a target (`targetIdentity`), so that a legacy server is probed once.
 * A `Map` is one; give your own to keep verdicts elsewhere.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 */
export interface EraCache {
  get(identity: string): EraVerdict | undefined;
  set(identity: string, verdict: EraVerdict): unknown;
  delete(identity: string): unknown;
}

const MAX_VERDICTS = 1024;

/** Verdicts of this program, at most 1024; the oldest is forgotten first. */
export class ProgramEraCache implements EraCache {
  readonly #verdicts = new Map<string, EraVerdict>();

  get(identity: string): EraVerdict | undefined {
    return this.#verdicts.get(identity);
  }

  set(identity: string, verdict: EraVerdict): void {
    this.#verdicts.delete(identity);
    this.#verdicts.set(identity, verdict);
    if (this.#verdicts.size <= MAX_VERDICTS) return;
    const oldest = this.#verdicts.keys().next();
    if (oldest.done !== true) this.#verdicts.delete(oldest.value);
  }

  delete(identity: string): void {
    this.#verdicts.delete(identity);
  }
}

/** The cache that clients share unless they are given another. */
export const programEraCache: EraCache = new ProgramEraCache();
