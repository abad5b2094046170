import { expect, it } from 'vitest';
import { isLoopbackHost } from '../../../src/conformance/wire/loopback.js';

it.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['localhost.', true],
  ['api.localhost', true],
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['[::1]', true],
  ['example.com', false],
  ['localhost.example.com', false],
  ['127.0.0.1.example.com', false],
  ['127.0.0.1.nip.io', false],
  ['10.0.0.1', false],
  ['192.168.0.1', false],
  ['0.0.0.0', false],
  ['[::]', false],
])('%s: %j', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});
