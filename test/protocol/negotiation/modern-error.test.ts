import { describe, expect, it } from 'vitest';
import { ERROR_CODES, eraOf, isModernError } from '../../../src/protocol/index.js';
import { errorInText, errorObject } from '../../../src/protocol/negotiation/modern-error.js';

describe('isModernError', () => {
  it.each(Object.entries(ERROR_CODES))('%s', (_name, { code, revisions }) => {
    expect(isModernError({ code })).toBe(revisions.every((revision) => eraOf(revision) === 'modern'));
  });

  // requirement: error-legacy-range-means-nothing
  it.each([[-32023], [-32099], [-32019], [-32000], [0], [Number.NaN]])('%s is none', (code) => {
    expect(isModernError({ code })).toBe(false);
  });
});

describe('errorObject', () => {
  it.each<[string, unknown, unknown]>([
    ['whole', { code: 1, message: 'm', data: { a: 1 } }, { code: 1, message: 'm', data: { a: 1 } }],
    ['without data', { code: 1, message: 'm' }, { code: 1, message: 'm' }],
    ['without a message', { code: 1 }, { code: 1, message: '' }],
    ['with data that is null', { code: 1, message: 'm', data: null }, { code: 1, message: 'm', data: null }],
    ['a fraction as code', { code: 1.5, message: 'm' }, undefined],
    ['a text as code', { code: '-32022', message: 'm' }, undefined],
    ['no code', { message: 'm' }, undefined],
    ['a text', 'not found', undefined],
    ['null', null, undefined],
  ])('%s', (_name, value, expected) => {
    expect(errorObject(value)).toStrictEqual(expected);
  });
});

describe('errorInText', () => {
  it.each<[string, string, unknown]>([
    [
      'an error message',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32022,"message":"m"}}',
      { code: -32022, message: 'm' },
    ],
    ['a result', '{"jsonrpc":"2.0","id":1,"result":{}}', undefined],
    ['an empty body', '', undefined],
    ['a page', '<html></html>', undefined],
    ['null', 'null', undefined],
    ['a cut body', '{"error":{"code":-32022', undefined],
  ])('%s', (_name, text, expected) => {
    expect(errorInText(text)).toStrictEqual(expected);
  });
});
