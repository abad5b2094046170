import { Fault, isSecretName } from '../../protocol/index.js';
import type { ServerTarget } from '../../transport/index.js';

/** Whose lists they are when the credentials never change. */
export const FIXED_IDENTITY = '';

/** True when every request may be made for somebody else. */
export function hasChangingIdentity(target: ServerTarget): boolean {
  return 'headers' in target && typeof target.headers === 'function';
}

/**
 * Stands for the credentials that a request would be sent with now: a digest of the headers that hold secrets. Asks the
 * function that makes them.
 *
 * @throws Fault `handler_failed`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#cache-scope-field
 */
export async function callerIdentity(target: ServerTarget): Promise<string> {
  if (!('headers' in target) || typeof target.headers !== 'function') return FIXED_IDENTITY;
  const secrets = Object.entries(await given(target.headers, target.url))
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => isSecretName(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const text = new TextEncoder().encode(JSON.stringify(secrets));
  // A digest, so that what is compared and kept is no secret itself.
  const digest = await crypto.subtle.digest('SHA-256', text);
  return String.fromCharCode(...new Uint8Array(digest));
}

type HeaderFunction = Extract<
  NonNullable<Extract<ServerTarget, { kind: 'http' }>['headers']>,
  (...args: never[]) => unknown
>;

async function given(headers: HeaderFunction, url: string): Promise<Readonly<Record<string, string>>> {
  try {
    return await headers({ url, method: 'POST' });
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault('handler_failed', 'The function that gives the HTTP headers failed.', { cause });
  }
}
