import type { Authenticate } from '../../transport/index.js';
import { nodeBuiltin } from '../../transport/index.js';
import { secretRecord } from './secret-record.js';

const TOKEN_BYTES = 32;

/** A secret of this process for one listener. It is generated, never given: a given one ends up in somebody's config file. */
export class BearerToken {
  readonly #token: string;

  constructor() {
    this.#token = nodeBuiltin('node:crypto').randomBytes(TOKEN_BYTES).toString('base64url');
  }

  /** What a client has to send. */
  get headers(): Readonly<Record<string, string>> {
    return secretRecord({ Authorization: `Bearer ${this.#token}` });
  }

  /** Compares in constant time. */
  matches(candidate: string): boolean {
    const { createHash, timingSafeEqual } = nodeBuiltin('node:crypto');
    const digest = (text: string): Uint8Array => createHash('sha256').update(text).digest();
    // Digests have one length, whatever was sent.
    return timingSafeEqual(digest(candidate), digest(this.#token));
  }

  /** For the HTTP server. */
  readonly authenticate: Authenticate = ({ token }) => {
    if (token !== undefined && this.matches(token)) return { principal: 'loopback' };
    return { status: 401, message: 'The bearer token of this server is needed; its config file has it' };
  };
}
