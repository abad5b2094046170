import type { RpcError, UrlElicitationRequiredData } from '../../protocol/index.js';
import { checkTolerant, ERROR_CODES, UrlElicitationRequiredDataShape } from '../../protocol/index.js';

/**
 * Interactions by URL that are under way: the user consented, and the server has not told their end. A client
 * must not believe a server about any other (2025-11-25 only; later revisions tell no end).
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation
 */
export class UrlElicitations {
  readonly #open = new Set<string>();
  readonly #max: number;
  readonly #waiting = new Map<string, (() => void)[]>();

  /** `max`: above that many the oldest is forgotten. */
  constructor(max: number) {
    this.#max = max;
  }

  /** An interaction without an id, as in later revisions, is passed over. */
  begin(elicitationId: string | undefined): void {
    if (elicitationId === undefined) return;
    this.#open.add(elicitationId);
    const [oldest] = this.#open;
    if (this.#open.size > this.#max && oldest !== undefined) this.end(oldest);
  }

  /** Takes over what an error of code -32042 asks for; other errors are passed over. */
  required({ code, data }: RpcError): void {
    if (code !== ERROR_CODES.URL_ELICITATION_REQUIRED.code) return;
    if (!checkTolerant(UrlElicitationRequiredDataShape, data).ok) return;
    for (const { elicitationId } of (data as unknown as UrlElicitationRequiredData).elicitations) {
      this.begin(elicitationId);
    }
  }

  /** Whether it was under way; it is not any more. */
  end(elicitationId: string | undefined): boolean {
    if (elicitationId === undefined || !this.#open.delete(elicitationId)) return false;
    for (const resolve of this.#waiting.get(elicitationId) ?? []) resolve();
    this.#waiting.delete(elicitationId);
    return true;
  }

  /** Resolves when it is not under way any more. */
  ended(elicitationId: string | undefined): Promise<void> {
    if (elicitationId === undefined || !this.#open.has(elicitationId)) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(elicitationId) ?? [];
      this.#waiting.set(elicitationId, [...waiting, resolve]);
    });
  }
}
