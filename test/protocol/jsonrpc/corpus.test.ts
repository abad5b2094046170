// spec-fixtures/accept and spec-fixtures/reject, decoded from bytes and, where that is possible, from text.
import { describe, expect, it } from 'vitest';
import type { BatchMessage, DecodeFault, Message, Revision } from '../../../src/protocol/index.js';
import { decodeMessage, encodeMessage, REVISIONS } from '../../../src/protocol/index.js';
import type { Accepted, Refused } from '../../support/corpus.js';
import { corpus, frameBytes } from '../../support/corpus.js';

type Decoded = Message | BatchMessage | DecodeFault;
type Member = Message | DecodeFault;

const idText = (id: unknown): string | undefined =>
  typeof id === 'bigint' ? id.toString() : id === undefined ? undefined : JSON.stringify(id);

function summary(member: Member): Accepted | Refused {
  if (member.kind !== 'fault') {
    const text = 'id' in member ? idText(member.id) : undefined;
    return { kind: member.kind, ...(text === undefined ? {} : { idText: text }) };
  }
  const { fault, response, shape } = member;
  const text = idText(response.id);
  return {
    fault: fault.code,
    wireCode: response.error.code,
    shape,
    ...(text === undefined ? {} : { idText: text }),
    ...(fault.limit === undefined ? {} : { limit: fault.limit }),
  };
}

const summaryOf = (decoded: Decoded): Accepted | Refused =>
  decoded.kind === 'batch' ? { kind: 'batch', members: decoded.members.map(summary) } : summary(decoded);

const revisionsOf = (revisions: Revision[] | undefined): readonly Revision[] => revisions ?? REVISIONS;

// requirement: messages-are-json-rpc
describe('accept corpus', () => {
  it.each(corpus('accept'))('$title', (row) => {
    const { encoded, ...expected } = row.expect;
    for (const revision of revisionsOf(row.revisions)) {
      const decoded = decodeMessage(frameBytes(row), { revision });
      expect(summaryOf(decoded)).toEqual(expected);
      if (row.frame !== undefined) expect(decodeMessage(row.frame, { revision })).toEqual(decoded);
      if (decoded.kind === 'batch' || decoded.kind === 'fault') continue;
      const line = encodeMessage(decoded);
      expect(line).toBe(encoded ?? row.frame);
      expect(encodeMessage(decodeMessage(line) as Message)).toBe(line);
    }
  });
});

// requirement: messages-are-json-rpc, request-id-not-null, response-has-result-or-error, response-not-both
// requirement: error-has-code-and-message, error-code-is-integer, messages-are-utf8
describe('reject corpus', () => {
  it.each(corpus('reject'))('$title', (row) => {
    for (const revision of revisionsOf(row.revisions)) {
      const decoded = decodeMessage(frameBytes(row), { revision });
      expect(summaryOf(decoded)).toEqual(row.expect);
      // What is answered is itself a message.
      if (decoded.kind !== 'fault') continue;
      expect(decodeMessage(encodeMessage(decoded.response))).toMatchObject({ kind: 'error' });
    }
  });
});

it('leaves every prototype as it was', () => {
  for (const row of [...corpus('accept'), ...corpus('reject')]) decodeMessage(frameBytes(row));
  expect('polluted' in {}).toBe(false);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
