// What single frames become is in spec-fixtures (corpus.test.ts); here is what a frame alone cannot show.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecodeFault, Message, RequestMessage } from '../../../src/protocol/index.js';
import {
  decodeMessage,
  encodeBatch,
  encodeMessage,
  FAULT_CODES,
  limitsWith,
  REVISIONS,
} from '../../../src/protocol/index.js';
import { jsonObjects, messages, unsafeIntegers } from '../../support/message-arbitraries.js';

const utf8 = new TextEncoder();

describe('decode after encode', () => {
  it('is the identity for any message, from text and from bytes', () => {
    fc.assert(
      fc.property(messages, (message) => {
        const line = encodeMessage(message);
        expect(decodeMessage(line)).toEqual(message);
        expect(decodeMessage(utf8.encode(line))).toEqual(message);
        expect(encodeMessage(decodeMessage(line) as Message)).toBe(line);
      }),
    );
  });

  it('is the identity for batches of 2025-03-26', () => {
    fc.assert(
      fc.property(fc.array(messages, { minLength: 1, maxLength: 5 }), (members) => {
        const decoded = decodeMessage(encodeBatch(members), { revision: '2025-03-26' });
        expect(decoded).toEqual({ kind: 'batch', members });
      }),
    );
  });
});

describe('any input', () => {
  const isDocumented = (decoded: ReturnType<typeof decodeMessage>): boolean => {
    if (decoded.kind === 'fault') {
      const { code } = decoded.response.error;
      return decoded.fault.code in FAULT_CODES && (code === -32700 || code === -32600);
    }
    if (decoded.kind === 'batch') return decoded.members.every(isDocumented);
    return ['request', 'notification', 'success', 'error'].includes(decoded.kind);
  };

  it.each(REVISIONS)('never makes it throw in %s', (revision) => {
    const json = fc.oneof(
      fc.json(),
      fc.array(jsonObjects).map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array({ maxLength: 64 }), fc.string({ unit: 'binary' }), json),
        (input) => {
          expect(isDocumented(decodeMessage(input, { revision }))).toBe(true);
        },
      ),
    );
  });

  it('never makes it throw when a valid frame is damaged in one byte', () => {
    fc.assert(
      fc.property(messages, fc.nat(), fc.integer({ min: 0, max: 255 }), (message, position, byte) => {
        const bytes = utf8.encode(encodeMessage(message));
        bytes[position % bytes.length] = byte;
        expect(isDocumented(decodeMessage(bytes))).toBe(true);
      }),
    );
  });

  it('gives an envelope of members that look like one, whatever they are', () => {
    const member = fc.oneof(fc.constant(undefined), fc.jsonValue(), jsonObjects);
    const envelope = fc.record({
      jsonrpc: fc.constantFrom<unknown>('2.0', '1.0', undefined),
      id: member,
      method: member,
      params: member,
      result: member,
      error: member,
    });
    fc.assert(
      fc.property(envelope, (value) => {
        const decoded = decodeMessage(JSON.stringify(value));
        expect(isDocumented(decoded)).toBe(true);
        if (decoded.kind !== 'fault' && decoded.kind !== 'batch') encodeMessage(decoded);
      }),
    );
  });
});

describe('ids', () => {
  it('keep every digit of an integer that a double cannot hold', () => {
    fc.assert(
      fc.property(unsafeIntegers, (id) => {
        const line = `{"jsonrpc":"2.0","id":${id},"method":"m"}`;
        expect(decodeMessage(line)).toEqual({ kind: 'request', id, method: 'm' });
        expect(encodeMessage(decodeMessage(line) as Message)).toBe(line);
      }),
    );
  });

  it('are taken up to 1024 digits and not beyond', () => {
    const frame = (digits: number) => `{"jsonrpc":"2.0","id":${'9'.repeat(digits)},"method":"m"}`;
    expect(decodeMessage(frame(1023)).kind).toBe('request');
    expect(decodeMessage(frame(1024)).kind).toBe('request');
    expect(decodeMessage(frame(1025)).kind).toBe('fault');
  });

  it('of one batch are found in one reading of its text, also when there are many and the text is long', () => {
    const big = 9007199254740993n;
    const member = (index: number) => ({
      jsonrpc: '2.0',
      id: index,
      method: 'm',
      params: { filler: 'x'.repeat(4096) },
    });
    const frame = JSON.stringify(Array.from({ length: 256 }, (_, index) => member(index))).replaceAll(
      /"id":(\d+)/g,
      (_, index) => `"id":${big + 2n * BigInt(index)}`,
    );
    const decoded = decodeMessage(frame, { revision: '2025-03-26' });
    const ids = decoded.kind === 'batch' ? decoded.members.map((read) => (read as RequestMessage).id) : [];
    expect(ids).toEqual(Array.from({ length: 256 }, (_, index) => big + 2n * BigInt(index)));
  });
});

describe('limits', () => {
  const nested = (levels: number): string => {
    // The envelope and params are two of the levels.
    const inner = '['.repeat(levels - 2) + ']'.repeat(levels - 2);
    return `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":${inner}}}`;
  };

  it.each([
    [9, 'request'],
    [10, 'request'],
    [11, 'fault'],
  ])('jsonDepth of 10: %i levels are a %s', (levels, kind) => {
    const decoded = decodeMessage(nested(levels), { limits: limitsWith({ jsonDepth: 10 }) });
    expect(decoded.kind).toBe(kind);
  });

  it('jsonDepth holds for each member of a batch, as it does for a message alone', () => {
    const limits = limitsWith({ jsonDepth: 10 });
    const decoded = decodeMessage(`[${nested(10)},${nested(11)}]`, { revision: '2025-03-26', limits });
    expect(decoded).toMatchObject({
      kind: 'batch',
      members: [{ kind: 'request' }, { kind: 'fault', fault: { limit: 'jsonDepth' }, response: { id: 1 } }],
    });
  });

  it('names the limit, and takes a million levels without harm', () => {
    const decoded = decodeMessage('['.repeat(1_000_000) + ']'.repeat(1_000_000)) as DecodeFault;
    expect(decoded.fault.code).toBe('invalid_message');
    const message = decodeMessage(nested(1_000_000)) as DecodeFault;
    expect(message.fault).toMatchObject({ code: 'limit_exceeded', limit: 'jsonDepth' });
    expect(message.fault.message).toContain('jsonDepth (128)');
  });

  it.each([
    [2, 'batch'],
    [3, 'batch'],
    [4, 'fault'],
  ])('batchMembers of 3: %i members are a %s', (count, kind) => {
    const frame = `[${Array(count).fill('{"jsonrpc":"2.0","method":"n"}').join(',')}]`;
    const decoded = decodeMessage(frame, { revision: '2025-03-26', limits: limitsWith({ batchMembers: 3 }) });
    expect(decoded.kind).toBe(kind);
  });
});

describe('what comes out', () => {
  it('holds the parsed objects themselves, every member and every prototype as JSON.parse makes them', () => {
    const frame =
      '{"jsonrpc":"2.0","id":1,"method":"m","params":{"__proto__":{"x":1},"z":1,"a":{"constructor":2}}}';
    const { params } = decodeMessage(frame) as RequestMessage;
    expect(Object.keys(params ?? {})).toEqual(['__proto__', 'z', 'a']);
    expect(Object.getPrototypeOf(params)).toBe(Object.prototype);
    expect((params as { x?: unknown }).x).toBeUndefined();
  });

  it('has no member for absent params', () => {
    expect(Object.keys(decodeMessage('{"jsonrpc":"2.0","method":"m"}'))).toEqual(['kind', 'method']);
  });
});

describe('a fault', () => {
  it('quotes the start of the frame, redacted, and hides what JSON.parse says about it', () => {
    const { fault } = decodeMessage('GET / HTTP/1.1\r\nAuthorization: Bearer s3cret\r\n') as DecodeFault;
    expect(fault.message).toContain('GET / HTTP/1.1');
    expect(JSON.stringify([fault.message, fault.details, String(fault.cause), fault.stack])).not.toContain(
      's3cret',
    );
  });

  it('tells the peer nothing of the frame', () => {
    const { response } = decodeMessage(
      '{"jsonrpc":"2.0","id":1,"method":7,"params":{"x":"s3cret"}}',
    ) as DecodeFault;
    expect(response).toEqual({
      kind: 'error',
      id: 1,
      error: { code: -32600, message: 'Invalid Request: method must be a string' },
      httpStatus: 400,
    });
  });
});
