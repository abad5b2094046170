import { describe, expect, it } from 'vitest';
import {
  chooseProxy,
  type Environment,
  proxyAuthorization,
} from '../../../src/transport/http-client/proxy-choice.js';

const BOTH: Environment = { HTTP_PROXY: 'http://plain:1', HTTPS_PROXY: 'http://secure:2' };

describe('chooseProxy', () => {
  it.each<[string, Environment, string | false | undefined, string | undefined]>([
    ['http://a.test/', {}, undefined, undefined],
    ['http://a.test/', BOTH, undefined, 'plain:1'],
    ['https://a.test/', BOTH, undefined, 'secure:2'],
    ['https://a.test/', { HTTP_PROXY: 'http://plain:1' }, undefined, undefined],
    ['http://a.test/', { ...BOTH, http_proxy: 'http://lower:3' }, undefined, 'lower:3'],
    ['http://a.test/', { HTTP_PROXY: '' }, undefined, undefined],
    ['http://a.test/', { HTTP_PROXY: 'bare:8080' }, undefined, 'bare:8080'],
    ['http://a.test/', BOTH, 'http://own:9', 'own:9'],
    ['http://a.test/', BOTH, false, undefined],
    ['http://127.0.0.1/', BOTH, 'http://own:9', 'own:9'],
    ['http://127.0.0.1:80/', BOTH, undefined, undefined],
    ['http://127.8.9.1/', BOTH, undefined, undefined],
    ['http://[::1]/', BOTH, undefined, undefined],
    ['http://localhost:3000/', BOTH, undefined, undefined],
    ['http://x.localhost/', BOTH, undefined, undefined],
    ['http://localhost.test/', BOTH, undefined, 'plain:1'],
    ['http://a.test/', { ...BOTH, NO_PROXY: 'a.test' }, undefined, undefined],
    ['http://a.test/', { ...BOTH, NO_PROXY: 'a.test', no_proxy: 'b.test' }, undefined, 'plain:1'],
    ['http://a.test/', { ...BOTH, NO_PROXY: 'b.test,  A.TEST' }, undefined, undefined],
    ['http://a.test/', { ...BOTH, NO_PROXY: '*' }, undefined, undefined],
    ['http://x.a.test/', { ...BOTH, NO_PROXY: 'a.test' }, undefined, undefined],
    ['http://x.a.test/', { ...BOTH, NO_PROXY: '.a.test' }, undefined, undefined],
    ['http://x.a.test/', { ...BOTH, NO_PROXY: '*.a.test' }, undefined, undefined],
    ['http://xa.test/', { ...BOTH, NO_PROXY: 'a.test' }, undefined, 'plain:1'],
    ['http://a.test/', { ...BOTH, NO_PROXY: 'a.test:8080' }, undefined, 'plain:1'],
    ['http://a.test/', { ...BOTH, NO_PROXY: 'a.test:80' }, undefined, undefined],
    ['https://a.test/', { ...BOTH, NO_PROXY: 'a.test:443' }, undefined, undefined],
    ['http://[fd00::1]/', { ...BOTH, NO_PROXY: 'fd00::1' }, undefined, undefined],
    ['http://[fd00::1]/', { ...BOTH, NO_PROXY: '[fd00::1]' }, undefined, undefined],
    ['http://10.0.0.1/', { ...BOTH, NO_PROXY: '10.0.0.1' }, undefined, undefined],
  ])('for %s with %j and %s is %s', (url, environment, configured, expected) => {
    expect(chooseProxy(new URL(url), configured, environment)?.host).toBe(expected);
  });

  it.each(['socks5://proxy:1080', 'ftp://proxy', 'http://'])('refuses %s, without repeating it', (proxy) => {
    const choose = (): unknown => chooseProxy(new URL('http://a.test'), undefined, { HTTP_PROXY: proxy });
    expect(choose).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
    expect(choose).toThrow(/^HTTP_PROXY must be an http: or https: URL\.$/);
  });
});

describe('proxyAuthorization', () => {
  it.each([
    ['http://proxy', undefined],
    ['http://user:pass@proxy', 'user:pass'],
    ['http://user@proxy', 'user:'],
    ['http://us%40er:p%C3%A9@proxy', 'us@er:pé'],
    ['http://user:100%@proxy', 'user:100%'],
  ])('of %s carries %s', (proxy, pair) => {
    const value = proxyAuthorization(new URL(proxy));
    const expected = pair === undefined ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`;
    expect(value).toBe(expected);
  });
});
