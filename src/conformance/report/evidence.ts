import { redactText } from '../../protocol/index.js';
import { EXCERPT_BYTES } from '../wire/wire-log.js';
import type { WireRecord } from '../wire/wire-record.js';
import type { EvidenceItem } from './report.js';

/** What a finding shows at most: the first and the last of its records. */
const MAX_ITEMS = 6;
const MAX_CHARS = 2000;

/** The records that show a finding, redacted and cut. */
export function evidenceOf(records: readonly WireRecord[]): readonly EvidenceItem[] {
  const unique = [...new Set(records)].sort((left, right) => left.sequence - right.sequence);
  const half = MAX_ITEMS / 2;
  const shown = unique.length <= MAX_ITEMS ? unique : [...unique.slice(0, half), ...unique.slice(-half)];
  return shown.map(item);
}

function item(record: WireRecord): EvidenceItem {
  const { http } = record;
  const redacted = redactText(record.text);
  const text = redacted.slice(0, MAX_CHARS);
  const line = http === undefined ? undefined : httpLine(record);
  return {
    direction: record.direction,
    session: record.session,
    atMs: Math.round(record.atMs),
    ...(line === undefined ? {} : { httpLine: line }),
    ...(http === undefined ? {} : { httpHeaders: http.headers }),
    text,
    bytes: record.bytes,
    isCut: redacted.length > MAX_CHARS || record.bytes > EXCERPT_BYTES,
  };
}

function httpLine({ http }: WireRecord): string {
  return http?.status === undefined ? `${http?.method} ${http?.url}` : `HTTP ${http.status}`;
}
