import { Fault } from '../../protocol/index.js';

/** What the protocol or HTTP itself sets. A user's own value for one of these would break the connection. */
const OWNED = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'keep-alive',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// RFC 9110 section 5.5: no control characters; beyond ASCII only what is one byte.
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** `warning` tells of headers that were left out, when there are any. */
export interface UserHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly warning: Fault | undefined;
}

/**
 * The headers that a user gave, names in lower case, without those that belong to the protocol.
 *
 * @throws Fault `invalid_argument` for what HTTP cannot carry. The value is not repeated: it may be a secret.
 */
export function readUserHeaders(given: Readonly<Record<string, string>>): UserHeaders {
  const headers: Record<string, string> = {};
  const ignored: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (!NAME.test(name)) {
      throw new Fault('invalid_argument', `${JSON.stringify(name)} is not the name of an HTTP header.`);
    }
    if (typeof value !== 'string' || !VALUE.test(value)) {
      throw new Fault('invalid_argument', `The value given for the header ${name} cannot stand in HTTP.`);
    }
    const key = name.toLowerCase();
    if (OWNED.has(key) || key.startsWith('mcp-param-')) ignored.push(name);
    else headers[key] = value;
  }
  return { headers, warning: ignored.length === 0 ? undefined : ignoredWarning(ignored) };
}

function ignoredWarning(names: readonly string[]): Fault {
  return new Fault(
    'invalid_argument',
    `The protocol sets these headers itself; yours were not sent: ${names.join(', ')}.`,
  );
}
