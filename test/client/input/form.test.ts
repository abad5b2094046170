import { describe, expect, it } from 'vitest';
import { withDefaults } from '../../../src/client/input/form.js';
import type { ElicitFormParams, ElicitResult } from '../../../src/protocol/index.js';

const params: ElicitFormParams = {
  message: 'Tell me',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive'], default: 'active' },
      verified: { type: 'boolean', default: false },
      colours: { type: 'array', items: { type: 'string', enum: ['red', 'blue'] }, default: ['red'] },
      note: { type: 'string' },
    },
  },
};

const DEFAULTS = {
  name: 'John Doe',
  age: 30,
  score: 95.5,
  status: 'active',
  verified: false,
  colours: ['red'],
};

describe('withDefaults', () => {
  // requirement: elicitation-defaults-prefilled
  it.each<{ title: string; answer: ElicitResult; filled: ElicitResult }>([
    {
      title: 'nothing was filled in',
      answer: { action: 'accept', content: {} },
      filled: { action: 'accept', content: DEFAULTS },
    },
    {
      title: 'no content at all',
      answer: { action: 'accept' },
      filled: { action: 'accept', content: DEFAULTS },
    },
    {
      title: 'some fields, even falsy ones',
      answer: { action: 'accept', content: { name: '', age: 0, note: 'hi' } },
      filled: { action: 'accept', content: { ...DEFAULTS, name: '', age: 0, note: 'hi' } },
    },
    { title: 'declined', answer: { action: 'decline' }, filled: { action: 'decline' } },
    { title: 'cancelled', answer: { action: 'cancel' }, filled: { action: 'cancel' } },
  ])('$title', ({ answer, filled }) => {
    expect(withDefaults(params, answer)).toEqual(filled);
  });

  it('gives the very answer back when nothing is missing', () => {
    const answer: ElicitResult = { action: 'accept', content: { ...DEFAULTS } };
    expect(withDefaults(params, answer)).toBe(answer);
  });
});
