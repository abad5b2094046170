import { describe, expect, it } from 'vitest';
import { endToEnd, isOwnOrigin, requestHeadersFor } from '../../../src/conformance/record/passing-headers.js';

const OWN = ['127.0.0.1:7', 'localhost:7'];
const TARGET = new URL('https://mcp.example.com:8443/mcp');

describe('endToEnd', () => {
  it.each([
    [
      ['X-A', '1', 'x-a', '2'],
      ['X-A', '1', 'x-a', '2'],
    ],
    [
      ['Connection', 'close', 'Accept', '*/*'],
      ['Accept', '*/*'],
    ],
    [
      ['connection', 'X-Hop, keep-alive', 'X-HOP', '1', 'X-End', '2'],
      ['X-End', '2'],
    ],
    [['Transfer-Encoding', 'chunked', 'TE', 'trailers', 'Upgrade', 'h2c', 'Trailer', 'a'], []],
    [
      ['Content-Length', '3', 'Authorization', 'Bearer x'],
      ['Content-Length', '3', 'Authorization', 'Bearer x'],
    ],
    [['lonely'], []],
  ])('%j becomes %j', (raw, passed) => {
    expect(endToEnd(raw)).toEqual(passed);
  });
});

describe('requestHeadersFor', () => {
  it.each([
    [
      ['Host', '127.0.0.1:7'],
      ['Host', 'mcp.example.com:8443'],
    ],
    [
      ['host', 'LOCALHOST:7'],
      ['host', 'mcp.example.com:8443'],
    ],
    [
      ['Host', 'evil.example.com'],
      ['Host', 'evil.example.com'],
    ],
    [
      ['Host', '127.0.0.1:8'],
      ['Host', '127.0.0.1:8'],
    ],
    [
      ['Origin', 'http://localhost:7'],
      ['Origin', 'https://mcp.example.com:8443'],
    ],
    [
      ['Origin', 'https://localhost:7'],
      ['Origin', 'https://localhost:7'],
    ],
    [
      ['Origin', 'null'],
      ['Origin', 'null'],
    ],
  ])('%j goes on as %j', (raw, passed) => {
    expect(requestHeadersFor(raw, OWN, TARGET)).toEqual(passed);
  });
});

it.each([
  ['http://127.0.0.1:7', true],
  ['HTTP://LocalHost:7', true],
  ['http://127.0.0.1:70', false],
  ['http://evil.example.com', false],
])('isOwnOrigin(%s) is %s', (origin, expected) => {
  expect(isOwnOrigin(origin, OWN)).toBe(expected);
});
