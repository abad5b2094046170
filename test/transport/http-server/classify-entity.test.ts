import { describe, expect, it } from 'vitest';
import { accepts, classifyEntity } from '../../../src/transport/http-server/classify-entity.js';

describe('an Accept header', () => {
  it.each([
    [undefined, true],
    ['', true],
    ['text/event-stream', true],
    ['TEXT/Event-Stream', true],
    ['application/json,text/event-stream', true],
    [' application/json ; q=0.9 , text/event-stream ; q=0.1 ', true],
    ['text/*', true],
    ['*/*', true],
    ['application/json', false],
    ['application/*', false],
    ['text/event-stream;q=0', false],
    ['text/event-stream; q=0.000', false],
    ['text/event-stream;q=0.001', true],
    ['*/*;q=0', false],
    ['text/*;q=0, */*', false],
    ['text/event-stream, */*;q=0', true],
    ['text/event-streams', false],
    ['nonsense', false],
    [',,;', false],
  ])('%j takes an event stream: %s', (accept, isTaken) => {
    expect(accepts(accept, 'text/event-stream')).toBe(isTaken);
  });
});

describe('the length of a body', () => {
  it.each([
    ['99', undefined],
    ['100', undefined],
    ['101', 413],
    ['1e3', undefined],
    [undefined, undefined],
  ])('%j of 100 gives %j', (length, status) => {
    const fields = { 'content-type': 'application/json', 'content-length': length };
    expect(classifyEntity(fields, 100)?.status).toBe(status);
  });
});
