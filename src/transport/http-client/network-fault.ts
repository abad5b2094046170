import { Fault, type FaultCode, isFault } from '../../protocol/index.js';
import { ProxyRefusal } from './undici-route.js';

interface FaultRow {
  readonly code: FaultCode;
  readonly says: string;
}

const COULD_NOT_CONNECT: FaultRow = { code: 'connect_failed', says: 'No connection could be made' };
const NOT_TRUSTED: FaultRow = { code: 'tls_failed', says: 'TLS failed' };

/** System and undici error codes, as far as they need telling apart. Everything else is a lost connection. */
const ROWS: Readonly<Record<string, FaultRow>> = {
  ECONNREFUSED: COULD_NOT_CONNECT,
  ENOTFOUND: COULD_NOT_CONNECT,
  EAI_AGAIN: COULD_NOT_CONNECT,
  EAI_FAIL: COULD_NOT_CONNECT,
  EHOSTUNREACH: COULD_NOT_CONNECT,
  EHOSTDOWN: COULD_NOT_CONNECT,
  ENETUNREACH: COULD_NOT_CONNECT,
  EADDRNOTAVAIL: COULD_NOT_CONNECT,
  EACCES: COULD_NOT_CONNECT,
  EPERM: COULD_NOT_CONNECT,
  UND_ERR_CONNECT_TIMEOUT: { code: 'timed_out', says: 'No connection in time' },
  // Only connecting to a proxy has such a limit.
  UND_ERR_HEADERS_TIMEOUT: { code: 'timed_out', says: 'The proxy did not answer in time' },
  UND_ERR_INVALID_ARG: { code: 'invalid_argument', says: 'The request cannot be sent' },
  CERT_HAS_EXPIRED: NOT_TRUSTED,
  CERT_NOT_YET_VALID: NOT_TRUSTED,
  CERT_REVOKED: NOT_TRUSTED,
  CERT_UNTRUSTED: NOT_TRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: NOT_TRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  HOSTNAME_MISMATCH: NOT_TRUSTED,
  EPROTO: NOT_TRUSTED,
};

const LOST: FaultRow = { code: 'connection_lost', says: 'The connection broke off' };

const UNKNOWN_CA = 'Give the CA of the server in `ca`, or set NODE_EXTRA_CA_CERTS.';
const HINTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there: start the server, or correct the URL.',
  ENOTFOUND: 'The host name is not known: correct the URL.',
  UND_ERR_CONNECT_TIMEOUT: 'Raise connectTimeoutMs if the server is that slow.',
  UND_ERR_HEADERS_TIMEOUT: 'Raise connectTimeoutMs if the proxy is that slow.',
  CERT_HAS_EXPIRED: 'The certificate has expired: the server needs a new one.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet: check the clock of this machine.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name: use the name it was made for.',
  EPROTO: 'The server does not speak TLS as expected: is it an http: URL?',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The server does not speak TLS: is it an http: URL?',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_CA,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_CA,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_CA,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_CA,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_CA,
};

/**
 * What a failed request means, from what the platform said. Names host and port, never the query or the headers.
 * A `Fault` is passed on as it is.
 */
export function networkFault(error: unknown, url: URL): Fault {
  if (isFault(error)) return error;
  if (error instanceof ProxyRefusal) return proxyFault(error, url);
  const code = systemCode(error);
  const row = rowOf(code);
  const said = code ?? (error instanceof Error ? error.message : 'no reason given');
  const hint = HINTS[code ?? ''];
  const text = `${row.says}: ${hostAndPort(url)} (${said}).${hint === undefined ? '' : ` ${hint}`}`;
  const details = { host: hostAndPort(url), ...(code === undefined ? {} : { errorCode: code }) };
  return new Fault(row.code, text, {
    cause: withoutData(error),
    details: row.code === 'timed_out' ? { ...details, budget: 'connect' } : details,
  });
}

function rowOf(code: string | undefined): FaultRow {
  if (code === undefined) return LOST;
  return ROWS[code] ?? (/^ERR_(TLS|SSL|OSSL)_/.test(code) ? NOT_TRUSTED : LOST);
}

function proxyFault(error: ProxyRefusal, url: URL): Fault {
  const hint =
    error.status === 407 ? 'Give the proxy a user name and password in its URL.' : 'Check the proxy.';
  return new Fault(
    'connect_failed',
    `No connection could be made: ${hostAndPort(url)} (the proxy at ${error.proxyHost} answered HTTP ${error.status}). ${hint}`,
    { cause: error, details: { host: hostAndPort(url), proxy: error.proxyHost, status: error.status } },
  );
}

/** `fetch` hides the error in `cause`; trying several addresses hides it in `errors`. */
function systemCode(error: unknown): string | undefined {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 5; depth++) {
    const { code, cause } = inner as Error & { code?: unknown };
    if (typeof code === 'string') return code;
    inner = cause ?? (inner instanceof AggregateError ? inner.errors[0] : undefined);
  }
  return undefined;
}

/** The parser of responses attaches the bytes that it could not read, and a server may repeat in them what it was sent. */
function withoutData(error: unknown): unknown {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 5; depth++, inner = inner.cause) {
    if ('data' in inner) inner.data = undefined;
  }
  return error;
}

function hostAndPort({ protocol, hostname, port }: URL): string {
  if (port !== '') return `${hostname}:${port}`;
  return `${hostname}:${protocol === 'https:' ? 443 : 80}`;
}
