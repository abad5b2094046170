import { describe, expect, it } from 'vitest';
import {
  checkHost,
  checkOrigin,
  Fault,
  LOOPBACK_HOSTS,
  LOOPBACK_ORIGINS,
} from '../../../src/protocol/index.js';

const EXAMPLE = ['example.com:8443', 'münchen.example', '[2001:db8::1]', 'any.example:*'];

describe('checkHost', () => {
  it.each<[string, readonly string[], string]>([
    ['127.0.0.1:9000', LOOPBACK_HOSTS, 'the usual'],
    ['127.0.0.1', LOOPBACK_HOSTS, 'a proxy dropped the port'],
    ['localhost:9000', LOOPBACK_HOSTS, 'by name'],
    ['LocalHost', LOOPBACK_HOSTS, 'any case'],
    ['localhost.', LOOPBACK_HOSTS, 'a dot at the end'],
    ['localhost.:9000', LOOPBACK_HOSTS, 'a dot before the port'],
    ['[::1]:9000', LOOPBACK_HOSTS, 'IPv6'],
    ['[::1]', LOOPBACK_HOSTS, 'IPv6 without a port'],
    ['[0:0:0:0:0:0:0:1]:1', LOOPBACK_HOSTS, 'another spelling of the same address'],
    ['localhost:', LOOPBACK_HOSTS, 'an empty port'],
    [' localhost ', LOOPBACK_HOSTS, 'whitespace around'],
    ['example.com:8443', EXAMPLE, 'the port of the entry'],
    ['example.com', EXAMPLE, 'a proxy dropped the port'],
    ['example.com:08443', EXAMPLE, 'the same number'],
    ['any.example:1', EXAMPLE, 'any port'],
    ['xn--mnchen-3ya.example', EXAMPLE, 'a name in another script'],
    ['[2001:0db8::0001]:7', EXAMPLE, 'IPv6 in full'],
    ['evil.example', ['*'], 'all are allowed'],
  ])('allows %j of %j: %s', (header, allowed) => {
    expect(checkHost(header, allowed)).toEqual({ ok: true });
  });

  it.each<[string | undefined, readonly string[], string]>([
    ['evil.example.com', LOOPBACK_HOSTS, 'another name'],
    ['evil.example.com:9000', LOOPBACK_HOSTS, 'another name'],
    ['localhost.evil.example', LOOPBACK_HOSTS, 'begins alike'],
    ['evillocalhost', LOOPBACK_HOSTS, 'ends alike'],
    ['127.0.0.1.evil.example', LOOPBACK_HOSTS, 'begins alike'],
    ['127.0.0.2', LOOPBACK_HOSTS, 'another address'],
    ['0.0.0.0', LOOPBACK_HOSTS, 'every address is none'],
    ['[::2]', LOOPBACK_HOSTS, 'another address'],
    ['::1', LOOPBACK_HOSTS, 'IPv6 without brackets'],
    ['user@localhost', LOOPBACK_HOSTS, 'credentials'],
    ['evil.example@localhost', LOOPBACK_HOSTS, 'credentials'],
    ['localhost/evil', LOOPBACK_HOSTS, 'a path'],
    ['evil.example/localhost', LOOPBACK_HOSTS, 'a path'],
    ['localhost:9000:1', LOOPBACK_HOSTS, 'two ports'],
    ['localhost:*', LOOPBACK_HOSTS, 'a wildcard is for settings'],
    ['localhost:x', LOOPBACK_HOSTS, 'no number'],
    ['%6cocalhost', LOOPBACK_HOSTS, 'percent-encoding'],
    ['localhost,evil.example', LOOPBACK_HOSTS, 'two headers in one'],
    ['*', LOOPBACK_HOSTS, 'a wildcard is for settings'],
    ['', LOOPBACK_HOSTS, 'empty'],
    [undefined, LOOPBACK_HOSTS, 'missing'],
    ['example.com:9000', EXAMPLE, 'another port than the entry'],
    ['sub.example.com', EXAMPLE, 'below the entry'],
    ['localhost', [], 'nothing is allowed'],
  ])('refuses %j of %j: %s', (header, allowed) => {
    const decision = checkHost(header, allowed);
    expect(decision).toEqual({ ok: false, reason: expect.stringContaining('allowedHosts') });
    if (header !== undefined) expect(decision.ok ? '' : decision.reason).toContain(`'${header}'`);
  });

  it.each([['http://localhost'], ['localhost/x'], ['a b'], [''], ['[::1'], ['user@h'], ['h:x']])(
    'does not overlook the bad entry %j',
    (entry) => {
      const allowed = ['localhost', entry];
      expect(() => checkHost('localhost', allowed)).toThrow(Fault);
      expect(() => checkHost(undefined, allowed)).toThrow(/allowedHosts/);
    },
  );
});

const APPS = [
  'https://app.example.com',
  'http://dev.example:3000',
  'http://any.example:*',
  'vscode-webview://abc',
];

describe('checkOrigin', () => {
  it.each<[string | undefined, readonly string[], string | undefined, string]>([
    [undefined, [], 'localhost:9000', 'no page is calling'],
    ['https://app.example.com', APPS, undefined, 'listed'],
    ['HTTPS://App.Example.COM', APPS, undefined, 'any case'],
    ['https://app.example.com:443', APPS, undefined, 'the default port'],
    ['http://dev.example:3000', APPS, undefined, 'with its port'],
    ['http://any.example:5', APPS, undefined, 'any port'],
    ['http://any.example', APPS, undefined, 'any port, the default one too'],
    ['vscode-webview://abc', APPS, undefined, 'another scheme'],
    ['http://127.0.0.1:9000', [], '127.0.0.1:9000', 'its own'],
    ['http://[::1]:9000', [], '[::1]:9000', 'its own'],
    ['https://mcp.example.com', [], 'mcp.example.com', 'its own behind TLS that ends before us'],
    ['https://mcp.example.com', [], 'mcp.example.com:443', 'the default port written out'],
    ['http://localhost', [], 'localhost:80', 'the default port written out'],
    ['http://localhost:6274', LOOPBACK_ORIGINS, '127.0.0.1:9000', 'another program on this machine'],
    ['https://[::1]:1', LOOPBACK_ORIGINS, 'localhost', 'another program on this machine'],
    ['https://evil.example', ['*'], undefined, 'all are allowed'],
  ])('allows %j of %j at %j: %s', (origin, allowed, host) => {
    expect(checkOrigin(origin, allowed, host)).toEqual({ ok: true });
  });

  // requirement: http-origin-validated
  it.each<[string, readonly string[], string | undefined, string]>([
    ['http://evil.example.com', LOOPBACK_ORIGINS, '127.0.0.1:9000', 'another host'],
    ['http://localhost.evil.example', LOOPBACK_ORIGINS, 'localhost', 'begins alike'],
    ['http://evil.example/http://localhost', LOOPBACK_ORIGINS, 'localhost', 'a path'],
    ['http://localhost@evil.example', LOOPBACK_ORIGINS, 'localhost', 'credentials'],
    ['null', LOOPBACK_ORIGINS, 'localhost', 'says nothing'],
    ['null', ['*'], 'localhost', 'says nothing, whatever is allowed'],
    ['NULL', ['*'], 'localhost', 'in any case'],
    ['', LOOPBACK_ORIGINS, 'localhost', 'empty'],
    ['localhost', LOOPBACK_ORIGINS, 'localhost', 'no scheme'],
    ['file://', LOOPBACK_ORIGINS, 'localhost', 'no host'],
    ['ws://localhost', LOOPBACK_ORIGINS, 'other', 'another scheme'],
    ['http://app.example.com', APPS, undefined, 'another scheme'],
    ['https://app.example.com:8443', APPS, undefined, 'another port'],
    ['http://dev.example', APPS, undefined, 'another port'],
    ['https://sub.app.example.com', APPS, undefined, 'below the entry'],
    ['http://localhost:3000', [], 'localhost:9000', 'another program on this machine, not listed'],
    ['http://localhost:3000', [], 'localhost', 'its own host, but at another port'],
    ['http://localhost', [], undefined, 'its own is not known'],
    ['https://a.example https://b.example', ['https://a.example'], undefined, 'two in one'],
  ])('refuses %j of %j at %j: %s', (origin, allowed, host) => {
    expect(checkOrigin(origin, allowed, host)).toEqual({
      ok: false,
      reason: expect.stringContaining('allowedOrigins'),
    });
  });

  it('names the header value', () => {
    const decision = checkOrigin('http://evil.example', [], 'localhost');
    expect(decision.ok ? '' : decision.reason).toContain("'http://evil.example'");
  });

  it.each([['localhost'], ['https://'], ['https://a/b'], ['null']])(
    'does not overlook the bad entry %j',
    (entry) => {
      expect(() => checkOrigin(undefined, [entry], undefined)).toThrow(Fault);
    },
  );
});
