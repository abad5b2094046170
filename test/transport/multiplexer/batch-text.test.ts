import { describe, expect, it } from 'vitest';
import { decodeMessage } from '../../../src/protocol/index.js';
import { BatchText } from '../../../src/transport/multiplexer/batch-text.js';

describe('BatchText', () => {
  it('is nothing without members', () => {
    expect(new BatchText().text()).toBeUndefined();
  });

  it('joins its members, and gives them away', () => {
    const batch = new BatchText();
    batch.add('1', 1);
    batch.add('2', 2);
    expect(batch.text()).toBe('[1,2]');
    expect(batch.takeEach()).toEqual(['1', '2']);
    expect(batch.text()).toBeUndefined();
  });

  it.each([
    { length: 49, fits: true },
    { length: 50, fits: true },
    { length: 51, fits: false },
  ])(
    'replaces what makes it too long by an error with its id: $length beside 50 of 100',
    ({ length, fits }) => {
      const batch = new BatchText(100);
      const text = JSON.stringify('y'.repeat(length - 2));
      batch.add(JSON.stringify('x'.repeat(48)), 'a');
      batch.add(text, 'b');
      const [, second = ''] = batch.takeEach();
      if (fits) expect(second).toBe(text);
      else expect(decodeMessage(second)).toMatchObject({ kind: 'error', id: 'b', error: { code: -32603 } });
    },
  );

  it('takes one answer alone, whatever its length', () => {
    const batch = new BatchText(10);
    batch.add('"0123456789"', 1);
    expect(batch.text()).toBe('["0123456789"]');
  });
});
