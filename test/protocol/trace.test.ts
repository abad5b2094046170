import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TraceEntry } from '../../src/protocol/index.js';
import {
  decodeMessage,
  decodeTrace,
  decodeTraceLine,
  encodeTraceLine,
  tracedFrame,
  traceFrame,
  traceHeader,
} from '../../src/protocol/index.js';
import { jsonObjects } from '../support/message-arbitraries.js';

const ENTRY: TraceEntry = { dir: 'client', transport: 'stdio', ms: 1.5, frame: '{"a":1}' };
const entryLine = (members: object): string => JSON.stringify({ ...ENTRY, ...members });
const document = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'trace.md'), 'utf8');

describe('the example in docs/trace.md', () => {
  const example = /```jsonl\n([\s\S]*?)```/.exec(document)?.[1] ?? '';

  it('is a trace without faults', () => {
    const { header, entries, faults } = decodeTrace(example);
    expect(faults).toEqual([]);
    expect(header).toMatchObject({ format: 'plainwire-trace', version: 1, transport: 'http' });
    expect(entries.map(({ dir, http }) => [dir, http?.status])).toEqual([
      ['client', undefined],
      ['server', 200],
      ['client', undefined],
      ['server', 202],
      ['server', undefined],
    ]);
    expect(entries.slice(0, 3).map((entry) => decodeMessage(tracedFrame(entry)).kind)).toEqual([
      'request',
      'success',
      'notification',
    ]);
    expect(tracedFrame(entries.at(-1) as TraceEntry)).toEqual(new Uint8Array([0xff]));
  });

  it('is what the encoder writes', () => {
    const { header, entries } = decodeTrace(example);
    const lines = [header, ...entries].map((line) => encodeTraceLine(line as TraceEntry));
    expect(lines).toEqual(example.trimEnd().split('\n'));
  });
});

describe('a line', () => {
  it.each<[string, string]>([
    ['not JSON', 'it is not JSON'],
    ['{"dir":"client","tran', 'it is not JSON'],
    ['[]', 'it is not a JSON object'],
    ['null', 'it is not a JSON object'],
    ['{"format":"har","version":1}', 'its format is not "plainwire-trace"'],
    ['{"format":"plainwire-trace","version":2}', 'its version is not 1'],
    ['{"format":"plainwire-trace"}', 'its version is not 1'],
    [entryLine({ dir: 'peer' }), 'dir is neither "client" nor "server"'],
    [entryLine({ transport: 1 }), 'transport is not a string'],
    [entryLine({ ms: '1' }), 'ms is not a number of milliseconds'],
    [entryLine({ ms: -1 }), 'ms is not a number of milliseconds'],
    [entryLine({ frame: {} }), 'frame is not a string'],
    [entryLine({ encoding: 'hex' }), 'encoding is not "base64"'],
    [entryLine({ encoding: 'base64', frame: '*' }), 'frame is not Base64'],
    [entryLine({ http: [] }), 'http has not the shape it should have'],
    [entryLine({ http: { method: 1 } }), 'http has not the shape it should have'],
    [entryLine({ http: { status: '200' } }), 'http has not the shape it should have'],
    [entryLine({ http: { headers: { a: 1 } } }), 'http has not the shape it should have'],
    [entryLine({ http: { headers: { a: ['b', 1] } } }), 'http has not the shape it should have'],
  ])('is refused with its number: %s', (line, reason) => {
    expect(decodeTraceLine(line, 7)).toMatchObject({
      kind: 'fault',
      line: 7,
      fault: { code: 'invalid_trace', details: { line: 7, reason } },
    });
  });

  it.each([
    [entryLine({}), 'entry'],
    [entryLine({ ms: 0, frame: '' }), 'entry'],
    [entryLine({ vendor: { x: 1 }, http: { status: 200, url: '/', headers: { a: ['b'] } } }), 'entry'],
    ['{"format":"plainwire-trace","version":1}', 'header'],
  ])('is taken: %s', (line, kind) => {
    expect(decodeTraceLine(line, 1).kind).toBe(kind);
  });

  it('keeps members that are not known', () => {
    expect(decodeTraceLine(entryLine({ vendor: 1 }), 1)).toMatchObject({ entry: { vendor: 1 } });
  });

  it('never makes the decoder throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), jsonObjects.map(entryLine)), (line) => {
        expect(['header', 'entry', 'fault']).toContain(decodeTraceLine(line, 1).kind);
      }),
    );
  });
});

describe('a trace', () => {
  const header = encodeTraceLine(traceHeader({ transport: 'stdio' }));

  it('is read in spite of bad lines, blank lines, CRLF and a byte order mark', () => {
    const text = `\uFEFF${header}\r\n\r\n${entryLine({})}\r\nlog line\r\n${entryLine({ ms: 2 })}\r\n{"dir":`;
    const { entries, faults } = decodeTrace(text);
    expect(entries.map(({ ms }) => ms)).toEqual([1.5, 2]);
    expect(faults.map(({ line }) => line)).toEqual([4, 6]);
  });

  it.each([
    ['no header', entryLine({}), [1]],
    ['nothing', '', [1]],
    ['a header of another version', '{"format":"plainwire-trace","version":9}', [1]],
    ['two headers', `${header}\n${header}`, [2]],
  ])('with %s has a fault', (_, text, lines) => {
    expect(decodeTrace(text).faults.map(({ line }) => line)).toEqual(lines);
  });
});

describe('encodeTraceLine', () => {
  it('writes what decodeTraceLine reads, on one line', () => {
    const entries = fc.record(
      {
        dir: fc.constantFrom('client', 'server'),
        transport: fc.string(),
        ms: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((ms) => (ms === 0 ? 0 : ms)),
        frame: fc.string({ unit: 'binary' }),
        http: fc.record({
          method: fc.string(),
          status: fc.integer(),
          headers: fc.dictionary(fc.string(), fc.string()),
        }),
      },
      { requiredKeys: ['dir', 'transport', 'ms', 'frame'] },
    );
    fc.assert(
      fc.property(entries, (entry) => {
        const line = encodeTraceLine(entry as TraceEntry, { redact: false });
        expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
        expect(decodeTraceLine(line, 1)).toEqual({ kind: 'entry', entry });
      }),
    );
  });

  it('hides secrets in frames, headers and facts', () => {
    const entry: TraceEntry = {
      ...ENTRY,
      frame: '{"token":"s3cret"}',
      http: { headers: { Authorization: 's3cret', accept: 'a' } },
    };
    const lines = [
      encodeTraceLine(entry),
      encodeTraceLine(traceHeader({ command: 'x --api-key s3cret' })),
    ].join('\n');
    expect(lines).not.toContain('s3cret');
    expect(decodeTraceLine(lines.split('\n')[0] ?? '', 1)).toMatchObject({
      entry: {
        frame: '{"token":"[redacted]"}',
        http: { headers: { Authorization: '[redacted]', accept: 'a' } },
      },
    });
  });

  it('hides secrets in bytes that are not UTF-8', () => {
    const bytes = Uint8Array.from([...new TextEncoder().encode('Authorization: Bearer s3cret\n'), 0xff]);
    const entry: TraceEntry = { ...ENTRY, ...traceFrame(bytes) };
    const read = decodeTraceLine(encodeTraceLine(entry), 1);
    const frame = read.kind === 'entry' ? (tracedFrame(read.entry) as Uint8Array) : new Uint8Array();
    expect(new TextDecoder('latin1').decode(frame)).toBe('Authorization: [redacted]\n\u00ff');
  });

  it('keeps secrets only where it is told to', () => {
    expect(encodeTraceLine({ ...ENTRY, frame: 'token=a' }, { redact: false })).toContain('token=a');
  });
});

describe('traceFrame and tracedFrame', () => {
  it('give any bytes back', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const entry = { ...ENTRY, ...traceFrame(bytes) };
        const frame = tracedFrame(entry);
        expect(typeof frame === 'string' ? new TextEncoder().encode(frame) : frame).toEqual(bytes);
      }),
    );
  });

  it('write UTF-8 as text', () => {
    expect(traceFrame(new TextEncoder().encode('é'))).toEqual({ frame: 'é' });
    expect(traceFrame('é')).toEqual({ frame: 'é' });
  });
});
