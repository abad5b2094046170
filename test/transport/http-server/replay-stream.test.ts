import { describe, expect, it } from 'vitest';
import { parseEventId } from '../../../src/transport/http-server/replay-stream.js';

describe('an event id', () => {
  it.each([
    ['0-0', { stream: 0, position: 0 }],
    [' 12-345 ', { stream: 12, position: 345 }],
    ['', undefined],
    ['1', undefined],
    ['-1', undefined],
    ['1-', undefined],
    ['1-2-3', undefined],
    ['1--2', undefined],
    ['1-2.0', undefined],
    ['0x1-2', undefined],
    ['1-1234567890123456', undefined],
    ['١-٢', undefined],
  ])('%j is read as %j', (text, id) => {
    expect(parseEventId(text)).toEqual(id);
  });
});
