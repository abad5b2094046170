import { describe, expect, it } from 'vitest';
import {
  classifyResponse,
  type Expected,
  mediaType,
  type ResponseFacts,
} from '../../../src/transport/http-client/classify-response.js';

const JSON_TYPE = 'application/json';
const SSE_TYPE = 'text/event-stream';

type Row = readonly [expected: Expected, status: number, more: Partial<ResponseFacts>, verdict: string];

const json = { contentType: JSON_TYPE };
const sse = { contentType: SSE_TYPE };

const ROWS: readonly Row[] = [
  ['response', 200, json, 'message'],
  ['response', 201, json, 'message'],
  ['response', 200, { contentType: 'Application/JSON; charset=utf-8' }, 'message'],
  ['response', 200, { contentType: ' application/json ;x=y' }, 'message'],
  ['response', 200, sse, 'events'],
  ['response', 200, { contentType: 'TEXT/Event-Stream;charset=UTF-8' }, 'events'],
  ['response', 202, sse, 'events'],
  ['response', 200, { contentType: 'text/html' }, 'unexpected_content_type'],
  ['response', 200, { contentType: 'application/jsonp' }, 'unexpected_content_type'],
  ['response', 200, { contentType: 'text/event-streams' }, 'unexpected_content_type'],
  ['response', 200, {}, 'unexpected_content_type'],
  ['response', 202, {}, 'http_status'],
  ['response', 204, {}, 'http_status'],
  ['response', 200, { contentLength: '0' }, 'http_status'],
  ['response', 200, { contentLength: '0', contentType: 'text/plain' }, 'http_status'],
  ['response', 200, { ...json, contentEncoding: 'gzip' }, 'unsupported_encoding'],
  ['response', 200, { ...sse, contentEncoding: 'br' }, 'unsupported_encoding'],
  ['response', 200, { ...json, contentEncoding: 'identity, zstd' }, 'unsupported_encoding'],
  ['response', 200, { ...json, contentEncoding: 'Identity' }, 'message'],
  ['response', 200, { ...json, contentEncoding: '' }, 'message'],
  ['response', 300, json, 'http_status'],
  ['response', 304, json, 'http_status'],
  ['response', 400, json, 'http_status'],
  ['response', 400, sse, 'http_status'],
  ['response', 401, json, 'unauthorized'],
  ['response', 403, json, 'forbidden'],
  ['response', 404, json, 'http_status'],
  ['response', 404, { hasSession: true }, 'session_expired'],
  ['response', 405, { hasSession: true }, 'http_status'],
  ['response', 407, {}, 'http_status'],
  ['response', 500, json, 'http_status'],
  ['response', 503, { contentType: 'text/html', contentEncoding: 'gzip' }, 'http_status'],
  ['acknowledgement', 202, {}, 'acknowledged'],
  ['acknowledgement', 200, {}, 'acknowledged'],
  ['acknowledgement', 200, json, 'acknowledged'],
  ['acknowledgement', 204, {}, 'acknowledged'],
  ['acknowledgement', 200, { ...json, contentEncoding: 'gzip' }, 'acknowledged'],
  ['acknowledgement', 400, json, 'http_status'],
  ['acknowledgement', 401, {}, 'unauthorized'],
  ['acknowledgement', 404, { hasSession: true }, 'session_expired'],
  ['stream', 200, sse, 'events'],
  ['stream', 200, json, 'unexpected_content_type'],
  ['stream', 204, {}, 'unexpected_content_type'],
  ['stream', 200, { ...sse, contentEncoding: 'gzip' }, 'unsupported_encoding'],
  ['stream', 405, {}, 'http_status'],
  ['stream', 401, {}, 'unauthorized'],
  ['stream', 404, { hasSession: true }, 'session_expired'],
];

describe('classifyResponse', () => {
  it.each(ROWS)('%s, HTTP %i, %j: %s', (expected, status, more, outcome) => {
    const facts: ResponseFacts = {
      expected,
      status,
      contentType: undefined,
      contentEncoding: undefined,
      contentLength: undefined,
      hasSession: false,
      ...more,
    };
    const verdict = classifyResponse(facts);
    expect(verdict.kind === 'refused' ? verdict.code : verdict.kind).toBe(outcome);
  });
});

describe('mediaType', () => {
  it.each([
    [undefined, undefined],
    ['', ''],
    ['A/B', 'a/b'],
    ['a/b;c=d;e', 'a/b'],
    ['\ta/b ', 'a/b'],
  ])('of %j is %j', (contentType, expected) => {
    expect(mediaType(contentType)).toBe(expected);
  });
});
