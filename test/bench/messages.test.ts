import { describe, expect, it } from 'vitest';
import { largeText, lineInPieces, smallRequest, sseChunks, toolList } from '../../bench/messages.mjs';
import type { Message, MethodRow } from '../../src/protocol/index.js';
import { checkTolerant, decodeMessage, encodeMessage, methodRow } from '../../src/protocol/index.js';

const row = (method: string) => methodRow(method) as Extract<MethodRow, { kind: 'request' }>;

describe('the messages that are measured', () => {
  it.each([
    { name: 'the small request', message: smallRequest, bytes: 180, slack: 5 },
    { name: 'the list', message: toolList, bytes: 100_000, slack: 1_000 },
    { name: 'the large text', message: largeText, bytes: 1 << 20, slack: 1_000 },
  ])('$name is as large as it says, and is a message', ({ message, bytes, slack }) => {
    const text = encodeMessage(message as Message);
    expect(Math.abs(Buffer.byteLength(text) - bytes)).toBeLessThanOrEqual(slack);
    expect(decodeMessage(text)).toEqual(message);
  });

  it.each([
    { name: 'the small request', shape: row('tools/call').params, value: smallRequest.params },
    { name: 'the list', shape: row('tools/list').result, value: toolList.result },
    { name: 'the large text', shape: row('tools/call').result, value: largeText.result },
  ])('$name fits its shape', ({ shape, value }) => {
    expect(checkTolerant(shape, value)).toEqual({ ok: true });
  });

  it('lists 69 tools, each with a name of its own', () => {
    expect(new Set(toolList.result.tools.map(({ name }) => name)).size).toBe(69);
  });

  it('has a character beyond ASCII in the large text', () => {
    expect(encodeMessage(largeText as Message)).toMatch(/[^\0-\x7f]/);
  });
});

describe('sseChunks', () => {
  it('cuts a stream of whole events into chunks of one length', () => {
    const { chunks, events } = sseChunks(100_000, 1024);
    const text = Buffer.concat(chunks).toString();
    expect(chunks.slice(0, -1).every(({ length }) => length === 1024)).toBe(true);
    expect(text.split('\n\n').filter((event) => event !== '')).toHaveLength(events);
    const [first = ''] = text.split('\n\n');
    expect(decodeMessage(first.slice('data: '.length))).toEqual(smallRequest);
  });
});

describe('lineInPieces', () => {
  it.each([250, 1000])('makes one line of %i KiB, in as many pieces', (count) => {
    const pieces = lineInPieces(count * 1024, 1024);
    expect(pieces).toHaveLength(count);
    const line = Buffer.concat(pieces).toString();
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(decodeMessage(line.trimEnd())).toMatchObject({ kind: 'success' });
  });
});
