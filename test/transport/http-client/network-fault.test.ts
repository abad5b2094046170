import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/protocol/index.js';
import { networkFault } from '../../../src/transport/http-client/network-fault.js';
import { ProxyRefusal } from '../../../src/transport/http-client/undici-route.js';

const URL_WITH_SECRETS = new URL('https://mcp.test/path?key=secret');
const coded = (code: string): Error => Object.assign(new Error(`${code} happened`), { code });

describe('networkFault', () => {
  it.each<[string, unknown, string]>([
    ['a refused connection', coded('ECONNREFUSED'), 'connect_failed'],
    ['an unknown name', coded('ENOTFOUND'), 'connect_failed'],
    [
      'several addresses',
      new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]),
      'connect_failed',
    ],
    ['what fetch wraps', new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }), 'connect_failed'],
    ['a slow connection', coded('UND_ERR_CONNECT_TIMEOUT'), 'timed_out'],
    ['a reset', coded('ECONNRESET'), 'connection_lost'],
    ['a socket that closed', coded('UND_ERR_SOCKET'), 'connection_lost'],
    ['no HTTP', coded('HPE_INVALID_CONSTANT'), 'connection_lost'],
    ['something without a code', new Error('odd'), 'connection_lost'],
    ['nothing', undefined, 'connection_lost'],
    ['a self-signed certificate', coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls_failed'],
    ['an unknown CA', coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls_failed'],
    ['an expired certificate', coded('CERT_HAS_EXPIRED'), 'tls_failed'],
    ['another name', coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls_failed'],
    ['no TLS', coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls_failed'],
    ['a header that cannot be', coded('UND_ERR_INVALID_ARG'), 'invalid_argument'],
    ['a proxy that refuses', new ProxyRefusal('proxy:8080', 407), 'connect_failed'],
  ])('of %s', (_name, error, code) => {
    const fault = networkFault(error, URL_WITH_SECRETS);
    expect(fault.code).toBe(code);
    expect(fault.message).toContain('mcp.test:443');
    expect(fault.message).not.toContain('secret');
  });

  it('says what to do about TLS', () => {
    expect(networkFault(coded('SELF_SIGNED_CERT_IN_CHAIN'), URL_WITH_SECRETS).message).toContain(
      'NODE_EXTRA_CA_CERTS',
    );
  });

  it('names the budget that ran out', () => {
    const { details } = networkFault(coded('UND_ERR_CONNECT_TIMEOUT'), URL_WITH_SECRETS);
    expect(details).toMatchObject({ budget: 'connect', host: 'mcp.test:443' });
  });

  it('drops the bytes that the parser of responses attaches: they may repeat what was sent', () => {
    const parserError = Object.assign(coded('HPE_INVALID_CONSTANT'), {
      data: 'Authorization: Bearer s3cret',
    });
    const fault = networkFault(new TypeError('fetch failed', { cause: parserError }), URL_WITH_SECRETS);
    expect(inspect(fault, { depth: 9 })).not.toContain('s3cret');
    expect(inspect(fault, { depth: 9 })).toContain('HPE_INVALID_CONSTANT');
  });

  it('does not loop over causes that point at each other', () => {
    const one = new Error('one');
    const two = new Error('two', { cause: one });
    one.cause = two;
    expect(networkFault(one, URL_WITH_SECRETS).code).toBe('connection_lost');
  });

  it('passes a fault on', () => {
    const fault = new Fault('cancelled', '');
    expect(networkFault(fault, URL_WITH_SECRETS)).toBe(fault);
  });
});
