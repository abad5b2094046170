import { Fault, type Revision } from '../../protocol/index.js';

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * What a legacy connection adds to its requests once `initialize` was answered: the session id, if the server gave
 * one, and the revision, once it is known.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export class LegacySession {
  #id: string | undefined;
  #revision: Revision | undefined;
  #isOver = false;
  #headers: Readonly<Record<string, string>> = {};

  get id(): string | undefined {
    return this.#id;
  }

  get revision(): Revision | undefined {
    return this.#revision;
  }

  /** The server has forgotten it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** For every request but `initialize`. */
  get headers(): Readonly<Record<string, string>> {
    return this.#headers;
  }

  /**
   * A new session, or none, takes the place of the last one. The fault `invalid_message` for an id that could not be
   * sent back; then nothing changes.
   */
  begin(id: string | undefined): Fault | undefined {
    if (id !== undefined && !VISIBLE_ASCII.test(id)) {
      return new Fault(
        'invalid_message',
        'The server gave a session id that holds other characters than visible ASCII. The server is at fault.',
      );
    }
    this.#id = id;
    this.#isOver = false;
    this.#update();
    return undefined;
  }

  /** A request with this id was answered with 404: there is nothing left to DELETE. */
  ended(id: string | undefined): void {
    if (id === this.#id) this.#isOver = true;
  }

  /** 2025-11-25 basic/transports#protocol-version-header */
  negotiated(revision: Revision): void {
    this.#revision = revision;
    this.#update();
  }

  #update(): void {
    this.#headers = {
      ...(this.#id === undefined ? {} : { 'mcp-session-id': this.#id }),
      ...(this.#revision === undefined ? {} : { 'mcp-protocol-version': this.#revision }),
    };
  }
}
