import type { JsonObject } from '../../protocol/index.js';
import { Fault, invalidParams, isJsonObject } from '../../protocol/index.js';
import type { RequestStateOptions } from '../options.js';

type Key = Awaited<ReturnType<typeof globalThis.crypto.subtle.importKey>>;

const DAY_MS = 24 * 60 * 60_000;
const MIN_SECRET_BYTES = 32;
const IV_BYTES = 12;
const PURPOSE = 'plainwire requestState 1';

interface Sealed {
  /** Wall-clock milliseconds after which it is worth nothing. */
  readonly until: number;
  readonly answers: JsonObject;
}

/**
 * Seals what a client carries from one round of questions to the next: AES-256-GCM, so that the client can neither
 * read nor change it. What it is bound to (caller and request) is authenticated without being contained. It can be
 * presented again until it expires: what must happen once only is for the handler to see to.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
 */
export class RequestSeal {
  readonly #secret: Uint8Array<ArrayBuffer> | undefined;
  readonly #ttlMs: number;
  readonly #now: () => number;
  #key: Promise<Key> | undefined;

  /** @throws Fault `invalid_argument` for a key that is too short. */
  constructor({ key, ttlMs = DAY_MS, now = Date.now }: RequestStateOptions) {
    this.#secret = key === undefined ? undefined : secretBytes(key);
    this.#ttlMs = ttlMs;
    this.#now = now;
  }

  /** False when the key is of this process alone. */
  get isShared(): boolean {
    return this.#secret !== undefined;
  }

  async seal(answers: JsonObject, binding: string): Promise<string> {
    const iv = globalThis.crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const content: Sealed = { until: this.#now() + this.#ttlMs, answers };
    const text = await globalThis.crypto.subtle.encrypt(
      gcm(iv, binding),
      await this.#keyOnce(),
      utf8(JSON.stringify(content)),
    );
    const bytes = new Uint8Array(IV_BYTES + text.byteLength);
    bytes.set(iv);
    bytes.set(new Uint8Array(text), IV_BYTES);
    return toBase64Url(bytes);
  }

  /**
   * The answers in it.
   *
   * @throws RpcError -32602 when it was changed, has expired, or belongs to another caller or request.
   */
  async open(state: string, binding: string): Promise<JsonObject> {
    const sealed = await this.#decrypt(state, binding);
    if (sealed === undefined)
      throw invalidParams('Invalid params: requestState is not valid for this request');
    if (this.#now() > sealed.until) throw invalidParams('Invalid params: requestState has expired');
    return sealed.answers;
  }

  async #decrypt(state: string, binding: string): Promise<Sealed | undefined> {
    const bytes = fromBase64Url(state);
    if (bytes === undefined || bytes.length <= IV_BYTES) return undefined;
    try {
      const text = await globalThis.crypto.subtle.decrypt(
        gcm(bytes.subarray(0, IV_BYTES), binding),
        await this.#keyOnce(),
        bytes.subarray(IV_BYTES),
      );
      const content: unknown = JSON.parse(new TextDecoder().decode(text));
      return isSealed(content) ? content : undefined;
    } catch {
      return undefined;
    }
  }

  #keyOnce(): Promise<Key> {
    this.#key ??= this.#secret === undefined ? randomKey() : derivedKey(this.#secret);
    return this.#key;
  }
}

function isSealed(value: unknown): value is Sealed {
  return isJsonObject(value) && typeof value['until'] === 'number' && isJsonObject(value['answers']);
}

function secretBytes(key: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = typeof key === 'string' ? utf8(key) : new Uint8Array(key);
  if (bytes.length >= MIN_SECRET_BYTES) return bytes;
  throw new Fault(
    'invalid_argument',
    `McpServer: \`requestState.key\` must have at least ${MIN_SECRET_BYTES} bytes.`,
  );
}

function gcm(iv: Uint8Array<ArrayBuffer>, binding: string) {
  return { name: 'AES-GCM', iv, additionalData: utf8(binding) };
}

async function randomKey(): Promise<Key> {
  return globalThis.crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}

async function derivedKey(secret: Uint8Array<ArrayBuffer>): Promise<Key> {
  const { subtle } = globalThis.crypto;
  const base = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(PURPOSE) };
  return subtle.deriveKey(derivation, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined;
  let binary: string;
  try {
    binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return undefined;
  }
  // A loop over indices: the iterator of a string is far slower, and a client may send megabytes.
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
