import {
  decodeTrace,
  encodeTraceLine,
  type Trace,
  type TraceEntry,
  traceHeader,
} from '../../../src/protocol/index.js';

export type Said = Partial<TraceEntry> & { readonly dir: TraceEntry['dir'] };

/** A recording, as it would be read from a file; its entries stand on lines 2, 3… */
export function recordingOf(
  said: readonly Said[],
  facts: { readonly [fact: string]: string | string[] } = {},
): Trace {
  const entries = said.map((entry, ms) => ({ transport: 'stdio', ms, frame: '', ...entry }) as TraceEntry);
  const lines = [traceHeader(facts), ...entries].map((line) => encodeTraceLine(line, { redact: false }));
  return decodeTrace(lines.join('\n'));
}

export const request = (id: unknown, method: string, params?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
export const result = (id: unknown, value: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result: value });
export const notification = (method: string, params?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) });
