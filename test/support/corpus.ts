import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Revision } from '../../src/protocol/index.js';

const FIXTURES = join(import.meta.dirname, '..', '..', 'spec-fixtures');

/** What a decoder makes of an accepted frame, or of one member of a batch. */
export interface Accepted {
  kind: 'request' | 'notification' | 'success' | 'error' | 'batch';
  idText?: string;
  encoded?: string;
  members?: (Accepted | Refused)[];
}

export interface Refused {
  fault: string;
  wireCode: number;
  shape: string;
  idText?: string;
  limit?: string;
}

export interface CorpusCase<Expectation> {
  /** File and name, for test titles. */
  title: string;
  name: string;
  frame?: string;
  base64?: string;
  revisions?: Revision[];
  expect: Expectation;
}

/** The cases of every file in `spec-fixtures/<folder>`. spec-fixtures/README.md explains them. */
export function corpus(folder: 'accept'): CorpusCase<Accepted>[];
export function corpus(folder: 'reject'): CorpusCase<Refused>[];
export function corpus(folder: string): CorpusCase<unknown>[] {
  const files = readdirSync(join(FIXTURES, folder)).filter((file) => file.endsWith('.json'));
  return files.flatMap((file) => {
    const { cases } = JSON.parse(readFileSync(join(FIXTURES, folder, file), 'utf8'));
    return cases.map((row: CorpusCase<unknown>) => ({ ...row, title: `${file}: ${row.name}` }));
  });
}

/** The frame as it is on the wire. */
export function frameBytes({ frame, base64 }: { frame?: string; base64?: string }): Uint8Array {
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  if (frame === undefined) throw new Error('a case has a frame or base64');
  return new TextEncoder().encode(frame);
}
